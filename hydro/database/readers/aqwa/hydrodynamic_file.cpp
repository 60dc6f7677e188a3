#include "hydro/database/readers/aqwa/hydrodynamic_file.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/readers/aqwa/listing.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// The numbers of a section, with the lines that they stand in.
class Numbers {
 public:
  Numbers(const SourceFile& file, TextLine heading) : file_(&file), heading_(heading) {}

  void add(const TextLine& line) {
    for (const std::string_view word : words_of(line.text)) {
      const auto number = parse_number(word);
      if (!number) refuse_line(*file_, line, "must hold numbers alone, as its section does");
      values_.push_back(*number);
      lines_.push_back(line);
    }
  }

  bool at_end() const { return next_ == values_.size(); }
  std::size_t count() const { return values_.size(); }
  std::size_t rows() const { return lines_.empty() ? 0 : lines_.back().number - heading_.number; }

  double next(const std::string& what) {
    if (at_end()) {
      refuse_line(*file_, lines_.empty() ? heading_ : lines_.back(),
                  fmt::format("must be followed by {}: the section ends", what));
    }
    return values_[next_++];
  }
  /// A number counted from 1 in the file, from 0 here.
  Index next_index(const std::string& what, std::size_t limit) {
    const double value = next("the number of a " + what);
    if (!(value >= 1.0) || value > static_cast<double>(limit) || value != std::floor(value)) {
      refuse_line(*file_, lines_[next_ - 1],
                  fmt::format("must name a {} of 1 to {}, names {:g}", what, limit, value));
    }
    return to_integer<Index>(value, what) - 1;
  }
  template <typename Values>
  Values next_row(const std::string& what) {
    Values row;
    for (Index i = 0; i < row.size(); ++i) row[i] = next(what);
    return row;
  }
  Matrix6 next_matrix() {
    Matrix6 matrix;
    for (Index i = 0; i < kDofs; ++i) {
      for (Index j = 0; j < kDofs; ++j) matrix(i, j) = next("the rest of a 6 x 6 matrix");
    }
    return matrix;
  }

 private:
  const SourceFile* file_;
  TextLine heading_;
  std::vector<double> values_;
  std::vector<TextLine> lines_;  ///< of each value
  std::size_t next_ = 0;
};

bool is_comment(const TextLine& line) {
  return line.text[line.text.find_first_not_of(" \t\r")] == '*';
}

/// True for the line that names a section, such as "ADDEDMASS".
bool is_heading(const TextLine& line) {
  const std::vector<std::string_view> words = words_of(line.text);
  return words.size() == 1 && words[0][0] >= 'A' && words[0][0] <= 'Z';
}

class FileReader {
 public:
  explicit FileReader(const SourceFile& file) : file_(file) {
    Numbers* current = nullptr;
    for (const TextLine& line : lines_of(file)) {
      if (is_comment(line)) continue;
      if (current == nullptr) current = &sections_.emplace("", Numbers(file, line)).first->second;
      if (is_heading(line)) {
        const std::string name(words_of(line.text).front());
        const auto [place, is_new] = sections_.emplace(name, Numbers(file, line));
        if (!is_new) refuse_line(file, line, "must occur once");
        current = &place->second;
        continue;
      }
      current->add(line);
    }
  }

  AqwaFile read() {
    read_head();
    read_general();
    read_structures();
    found_.added_mass = read_blocks("ADDEDMASS", true);
    found_.radiation_damping = read_blocks("DAMPING", true);
    if (sections_.contains("ADDEDMASS_HF")) {
      found_.added_mass_infinite = read_blocks("ADDEDMASS_HF", false);
    }
    found_.has_low_frequency = sections_.contains("ADDEDMASS_LF");
    found_.forces = read_rows("FORCERAO", true);
    if (sections_.contains("FARFIELD")) found_.drift = read_rows("FARFIELD", false);
    return std::move(found_);
  }

 private:
  Numbers& section(const std::string& name) {
    const auto found = sections_.find(name);
    require(found != sections_.end(), fmt::format("{} must have a section {}", file_.name, name));
    return found->second;
  }
  std::size_t structure_count() const { return found_.structures.size(); }
  Index next_structure(Numbers& numbers) {
    return numbers.next_index("structure", structure_count());
  }

  void read_head();
  void read_general();
  void read_structures();
  std::vector<AqwaBlock> read_blocks(const std::string& name, bool by_frequency);
  std::vector<AqwaRow> read_rows(const std::string& name, bool has_phases);

  const SourceFile& file_;
  std::map<std::string, Numbers> sections_;
  AqwaFile found_;
};

/// Reads the grids, which are repeated for every structure and must be the same.
void FileReader::read_head() {
  Numbers& head = section("");
  while (!head.at_end()) {
    const auto number = static_cast<std::size_t>(head.next_index("structure", kMostAqwaStructures));
    require(number == structure_count(),
            fmt::format("{} must list structures from 1 on, has {} as its {}th", file_.name,
                        number + 1, structure_count() + 1));
    const auto headings = head.next_index("heading", file_.bytes.size()) + 1;
    const auto frequencies = head.next_index("frequency", file_.bytes.size()) + 1;
    std::vector<double> directions(static_cast<std::size_t>(headings));
    for (double& direction : directions) direction = head.next("the headings");
    VectorXd omega(frequencies);
    for (Index k = 0; k < frequencies; ++k) omega[k] = head.next("the frequencies");
    if (found_.structures.empty()) {
      found_.headings = directions;
      found_.omega = omega;
    }
    require(directions == found_.headings && omega == found_.omega,
            fmt::format("{} must have the same headings and frequencies for all structures, "
                        "structure {} has others than structure 1",
                        file_.name, number + 1));
    found_.structures.emplace_back();
  }
}

/// Reads depth, density and gravity. Files of before version 18.2 have one row without the number of
/// the structure.
void FileReader::read_general() {
  Numbers& general = section("GENERAL");
  const bool is_numbered = general.count() == 6 * structure_count();
  constexpr std::size_t kOld = 5;  // depth, density, gravity and two flags
  require(
      is_numbered || general.count() == kOld,
      fmt::format("{} must have six numbers for each structure in GENERAL, or five once, has {}",
                  file_.name, general.count()));
  while (!general.at_end()) {
    if (is_numbered) next_structure(general);
    const auto values = general.next_row<Vector3>("depth, density and gravity");
    general.next_row<Vector2>("two flags");
    const bool first = found_.water_density == 0.0;
    const bool same = values.x() == found_.water_depth && values.y() == found_.water_density;
    require(first || same,
            fmt::format("{} must have one depth and one density for all structures", file_.name));
    found_.water_depth = values.x();
    found_.water_density = values.y();
    found_.gravity = values.z();
  }
}

void FileReader::read_structures() {
  const auto for_each = [&](const std::string& name, const auto& read) {
    Numbers& numbers = section(name);
    std::vector<bool> seen(structure_count(), false);
    while (!numbers.at_end()) {
      const auto i = static_cast<std::size_t>(next_structure(numbers));
      require(!seen[i],
              fmt::format("{} must have structure {} once in {}", file_.name, i + 1, name));
      seen[i] = true;
      read(numbers, found_.structures[i]);
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      require(seen[i], fmt::format("{} must have structure {} in {}", file_.name, i + 1, name));
    }
  };
  using Structure = AqwaFile::Structure;
  for_each("COG", [](Numbers& numbers, Structure& structure) {
    structure.center_of_gravity = numbers.next_row<Vector3>("the center of gravity");
  });
  for_each("HYDSTIFFNESS", [](Numbers& numbers, Structure& structure) {
    structure.hydrostatic_stiffness = numbers.next_matrix();
  });
  if (sections_.contains("COB")) {
    for_each("COB", [](Numbers& numbers, Structure& structure) {
      structure.center_of_buoyancy = numbers.next_row<Vector3>("the center of buoyancy");
    });
  }
  if (sections_.contains("DISPLACEMENT")) {
    for_each("DISPLACEMENT", [](Numbers& numbers, Structure& structure) {
      structure.displaced_volume = numbers.next("the displaced volume");
    });
  }
  if (sections_.contains("FIDD")) {
    for_each("FIDD", [](Numbers& numbers, Structure& structure) {
      structure.further_damping = numbers.next_row<Vector6>("damping");
    });
  }
}

std::vector<AqwaBlock> FileReader::read_blocks(const std::string& name, bool by_frequency) {
  Numbers& numbers = section(name);
  std::vector<AqwaBlock> blocks;
  while (!numbers.at_end()) {
    AqwaBlock block{};
    block.influenced = next_structure(numbers);
    block.moving = next_structure(numbers);
    if (by_frequency) {
      block.frequency =
          numbers.next_index("frequency", static_cast<std::size_t>(found_.omega.size()));
    }
    block.values = numbers.next_matrix();
    blocks.push_back(block);
  }
  return blocks;
}

std::vector<AqwaRow> FileReader::read_rows(const std::string& name, bool has_phases) {
  Numbers& numbers = section(name);
  std::vector<AqwaRow> rows;
  while (!numbers.at_end()) {
    AqwaRow row{};
    row.structure = next_structure(numbers);
    row.direction = numbers.next_index("heading", found_.headings.size());
    row.frequency = numbers.next_index("frequency", static_cast<std::size_t>(found_.omega.size()));
    row.values = numbers.next_row<Vector6>("six values");
    row.phases.setZero();
    if (has_phases) row.phases = numbers.next_row<Vector6>("six phases");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

AqwaFile read_aqwa_file(const SourceFile& file) { return FileReader(file).read(); }

}  // namespace raftup::hydro
