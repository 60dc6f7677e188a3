#include "hydro/database/readers/hydrostar/rao_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kMostHeadings = 1000.0;  ///< beyond any run

/// Letters alone, in lower case: "ADDED-MASS" and "AddedMass" are the same.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char character : text) {
    const auto letter = static_cast<unsigned char>(character);
    if (std::isalpha(letter) != 0) letters += static_cast<char>(std::tolower(letter));
  }
  return letters;
}

RaoQuantity quantity_named(std::string_view name) {
  const std::string letters = letters_of(name);
  if (letters == "addedmass") return RaoQuantity::kAddedMass;
  if (letters == "wavedamping") return RaoQuantity::kRadiationDamping;
  if (letters == "excitation") return RaoQuantity::kExcitation;
  return RaoQuantity::kOther;
}

class RaoReader {
 public:
  explicit RaoReader(const SourceFile& file) : file_(file) {}

  RaoFile read() {
    require(file_.bytes.back() == static_cast<std::byte>('\n'),
            file_.name + " must end with the end of a line: is it cut?");
    for (const TextLine& line : lines_of(file_)) {
      if (line.text[line.text.find_first_not_of(" \t")] == '#') {
        read_head(line);
      } else {
        read_row(line);
      }
    }
    check_head();
    return fill();
  }

 private:
  void read_head(const TextLine& line);
  void read_component(const TextLine& line, std::string_view words);
  std::vector<double> numbers_in(const TextLine& line, std::string_view words,
                                 std::size_t count) const;
  double number_in(const TextLine& line, std::string_view words) const {
    return numbers_in(line, words, 1).front();
  }
  void read_row(const TextLine& line);
  void check_head() const;
  RaoFile fill();
  bool is_force() const { return found_.quantity == RaoQuantity::kExcitation; }

  const SourceFile& file_;
  RaoFile found_;
  bool has_type_ = false, has_component_ = false, has_point_ = false;
  std::optional<Index> heading_count_;
  std::map<double, std::size_t> line_of_;  ///< of each frequency
  std::vector<std::vector<double>> rows_;
};

/// The first numbers of a text, which may stand in brackets and before a unit.
std::vector<double> RaoReader::numbers_in(const TextLine& line, std::string_view words,
                                          std::size_t count) const {
  std::string text(words);
  for (char& character : text) {
    if (character == '(' || character == ')' || character == ':') character = ' ';
  }
  std::vector<double> numbers;
  for (const std::string_view word : words_of(text)) {
    const auto number = parse_number(word);
    if (!number || !std::isfinite(*number) || numbers.size() == count) break;
    numbers.push_back(*number);
  }
  if (numbers.size() != count) {
    refuse_line(file_, line, fmt::format("must have {} behind its name", count));
  }
  return numbers;
}

void RaoReader::read_head(const TextLine& line) {
  const std::size_t hash = line.text.find('#');
  const std::string_view text = line.text.substr(hash + 1);
  const std::size_t colon = text.find(':');
  const std::size_t end = std::min(colon, text.size());
  const auto words = words_of(text);
  if (words.empty()) return;
  const bool has_colon = colon != std::string_view::npos;
  const std::string name = letters_of(has_colon ? text.substr(0, end) : words.front());
  const std::size_t behind = has_colon ? end + 1 : text.find(words.front()) + words.front().size();
  const std::string_view rest = text.substr(behind);
  if (name == "waterdensityrho" || name == "waterdensity") {
    found_.water_density = number_in(line, rest);
  } else if (name == "gravityacceleration") {
    found_.gravity = number_in(line, rest);
  } else if (name == "waterdepth") {
    const bool infinite = letters_of(rest).starts_with("inf");
    found_.water_depth = infinite ? std::numeric_limits<double>::infinity() : number_in(line, rest);
  } else if (name == "refptincidentwave") {
    const std::vector<double> place = numbers_in(line, rest, 2);
    found_.wave_origin = {place[0], place[1]};
  } else if (name == "forwardspeed") {
    if (number_in(line, rest) != 0.0) refuse_line(file_, line, "must be a forward speed of 0");
  } else if (name == "referencepointofbody") {
    if (has_point_) refuse_line(file_, line, "must be of one body: others are not read");
    const std::vector<double> point = numbers_in(line, rest, 3);
    found_.reference_point = Vector3(point[0], point[1], point[2]);
    has_point_ = true;
  } else if (name == "raotype") {
    found_.quantity = quantity_named(rest);
    has_type_ = true;
  } else if (name == "component") {
    read_component(line, rest);
  } else if (name == "nbheading") {
    const double count = number_in(line, rest);
    if (!(count >= 1.0) || count > kMostHeadings || count != std::floor(count)) {
      refuse_line(file_, line, fmt::format("must be a whole number of 1 to {:g}", kMostHeadings));
    }
    heading_count_ = to_integer<Index>(count, "number of headings");
  } else if (name == "heading") {
    if (!heading_count_) refuse_line(file_, line, "must follow #NBHEADING");
    const std::vector<double> headings =
        numbers_in(line, rest, static_cast<std::size_t>(*heading_count_));
    found_.headings = Eigen::Map<const VectorXd>(headings.data(), *heading_count_);
  }
}

/// "15", "1+5" or "1 5": the dofs of force and motion; of a wave force "11" or "1".
void RaoReader::read_component(const TextLine& line, std::string_view words) {
  std::string digits;
  for (const char character : words) {
    if (character >= '1' && character <= '6') digits += character;
  }
  const bool others = std::any_of(words.begin(), words.end(), [](char character) {
    return character >= '7' || character == '0';
  });
  if (digits.empty() || digits.size() > 2 || others) {
    refuse_line(file_, line, "must name dofs of 1 to 6, as 15 or 1+5");
  }
  found_.influenced = digits.front() - '1';
  found_.radiating = digits.back() - '1';
  has_component_ = true;
}

/// A row of numbers, among which may be NaN, where the program found none.
void RaoReader::read_row(const TextLine& line) {
  if (!heading_count_) refuse_line(file_, line, "must follow #NBHEADING");
  std::vector<double> row;
  for (const std::string_view word : words_of(line.text)) {
    const auto number = parse_number(word);
    const bool is_number = number && !std::isinf(*number) && (!row.empty() || !std::isnan(*number));
    if (!is_number) refuse_word(file_, line, word, "must be a number");
    row.push_back(*number);
  }
  const auto headings = static_cast<std::size_t>(*heading_count_);
  const bool fits = row.size() == 1 + 2 * headings || (row.size() == 1 + headings && !is_force());
  if (!fits) {
    refuse_line(file_, line,
                fmt::format("must hold a frequency, and a value and a phase for each "
                            "of {} headings",
                            headings));
  }
  const double* const values = row.data() + 1;
  const bool alike = std::all_of(values, values + headings, [&](double value) {
    return value == *values || std::isnan(value);
  });
  if (!alike && !is_force()) refuse_line(file_, line, "must have the same value for all headings");
  const auto [same, is_new] = line_of_.try_emplace(row.front(), line.number);
  if (!is_new) {
    refuse_line(file_, line, fmt::format("must have another frequency than line {}", same->second));
  }
  rows_.push_back(std::move(row));
}

void RaoReader::check_head() const {
  const auto need = [this](bool has, const char* what) {
    require(has, fmt::format("{} must have {} in its head", file_.name, what));
  };
  need(has_type_, "#RAOTYPE");
  need(has_component_ || found_.quantity == RaoQuantity::kOther, "#COMPONENT");
  need(found_.water_density > 0.0, "Water density");
  need(found_.gravity > 0.0, "Gravity acceleration");
  need(found_.water_depth > 0.0, "Waterdepth");
  need(has_point_, "Reference point of body 1");
  need(found_.headings.size() > 0, "#HEADING");
  require(!rows_.empty(), file_.name + " must have rows, has none");
  require(!is_force() || found_.influenced == found_.radiating,
          file_.name + " must name one dof of a wave force");
}

RaoFile RaoReader::fill() {
  const auto count = std::ssize(rows_);
  const Index headings = found_.headings.size();
  found_.omega.resize(count);
  found_.values.resize(count, headings);
  if (is_force()) found_.phases.resize(count, headings);
  for (Index k = 0; k < count; ++k) {
    const std::vector<double>& row = rows_[static_cast<std::size_t>(k)];
    found_.omega[k] = row.front();
    for (Index h = 0; h < headings; ++h) {
      found_.values(k, h) = row[static_cast<std::size_t>(1 + h)];
      if (is_force()) found_.phases(k, h) = row[static_cast<std::size_t>(1 + headings + h)];
    }
  }
  return std::move(found_);
}

}  // namespace

RaoFile read_rao_file(const SourceFile& file) { return RaoReader(file).read(); }

}  // namespace raftup::hydro
