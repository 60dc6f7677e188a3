#include "hydro/database/readers/aqwa/listing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {

namespace {

bool has(const TextLine& line, std::string_view words) {
  return line.text.find(words) != std::string_view::npos;
}

/// The number behind the last "=" of a line.
double value_of(const SourceFile& file, const TextLine& line) {
  const std::size_t equals = line.text.rfind('=');
  const auto words = equals == std::string_view::npos ? std::vector<std::string_view>{}
                                                      : words_of(line.text.substr(equals + 1));
  const auto number = words.size() == 1 ? parse_number(words.front()) : std::nullopt;
  if (!number) refuse_line(file, line, "must end with a number");
  return *number;
}

class ListingReader {
 public:
  explicit ListingReader(const SourceFile& file) : file_(file) {}

  AqwaListing read() {
    for (const TextLine& line : lines_of(file_)) read_line(line);
    return std::move(found_);
  }

 private:
  void read_line(const TextLine& line);
  void begin_page(const TextLine& line);
  void begin_table(const TextLine& line);
  void read_force(const TextLine& line);
  AqwaListedPlace& place();
  void add_coordinate(const TextLine& line, std::string_view name, Eigen::Index axis);

  const SourceFile& file_;
  AqwaListing found_;
  std::size_t structure_ = 0;
  std::vector<AqwaListedForce>* table_ = nullptr;  ///< of the page; null on others
  std::optional<double> heading_;                  ///< of the rows [deg]
};

void ListingReader::read_line(const TextLine& line) {
  if (line.text.front() == '1' && words_of(line.text).size() == 1) {  // a new page
    table_ = nullptr;
  } else if (has(line, "F O R   S T R U C T U R E")) {
    begin_page(line);
  } else if (has(line, "FORCES-VARIATION WITH WAVE PERIOD/FREQUENCY")) {
    begin_table(line);
  } else if (has(line, "MESH BASED DISPLACEMENT")) {
    place().displaced_volume = value_of(file_, line);
  } else if (table_ != nullptr) {
    read_force(line);
  } else {
    add_coordinate(line, "BX =", 0);
    add_coordinate(line, "BY =", 1);
    add_coordinate(line, "BZ =", 2);
  }
}

AqwaListedPlace& ListingReader::place() {
  if (found_.places.size() <= structure_) found_.places.resize(structure_ + 1);
  return found_.places[structure_];
}

void ListingReader::add_coordinate(const TextLine& line, std::string_view name, Eigen::Index axis) {
  if (!has(line, name)) return;
  AqwaListedPlace& of_structure = place();
  of_structure.center_of_buoyancy[axis] = value_of(file_, line);
  ++of_structure.coordinates;
}

void ListingReader::begin_page(const TextLine& line) {
  const std::size_t words = line.text.find("S T R U C T U R E");
  const auto rest =
      words_of(line.text.substr(words + std::string_view("S T R U C T U R E").size()));
  const auto number = rest.empty() ? std::nullopt : parse_number(rest.front());
  if (!number || !(*number >= 1.0) || *number > static_cast<double>(kMostAqwaStructures)) {
    refuse_line(file_, line, fmt::format("must name a structure of 1 to {}", kMostAqwaStructures));
  }
  structure_ = to_integer<std::size_t>(*number, "structure") - 1;
}

void ListingReader::begin_table(const TextLine& line) {
  const bool both = has(line, "FROUDE KRYLOV + DIFFRACTION");
  const bool froude_krylov = has(line, "FROUDE KRYLOV FORCES");
  table_ = both ? nullptr : froude_krylov ? &found_.froude_krylov : &found_.diffraction;
  heading_.reset();
}

/// Reads a row of a table: period, frequency, heading in the first row of a heading alone, and six
/// magnitudes, each with its phase.
void ListingReader::read_force(const TextLine& line) {
  std::vector<double> row;
  for (const std::string_view word : words_of(line.text)) {
    const auto number = parse_number(word);
    if (!number && row.empty()) return;  // the heading of the columns
    if (!number) refuse_line(file_, line, "must hold numbers alone");
    row.push_back(*number);
  }
  constexpr std::size_t kShort = 14, kLong = 15;
  if (row.size() != kShort && row.size() != kLong) {
    refuse_line(file_, line, "must hold a period, a frequency, a heading and six forces");
  }
  if (row.size() == kLong) heading_ = row[2];
  if (!heading_) refuse_line(file_, line, "must hold a heading in the first row of a table");
  AqwaListedForce force;
  force.structure = structure_;
  force.omega = row[1];
  force.heading = *heading_;
  const double* next = row.data() + row.size() - 2 * kDofs;
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    force.magnitudes[dof] = *next++;
    force.phases[dof] = *next++;
  }
  table_->push_back(force);
}

}  // namespace

AqwaListing read_aqwa_listing(const SourceFile& file) { return ListingReader(file).read(); }

}  // namespace raftup::hydro
