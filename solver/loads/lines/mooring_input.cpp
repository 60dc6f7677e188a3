#include "solver/loads/lines/mooring_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string_view>

#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr double kSameWater = 1e-6;  // relative difference, since numbers in files are rounded
/// Largest number of MoorDyn's steps within one step of the model, or to find the state of rest.
/// They take minutes for a long chain.
constexpr double kMostSteps = 1e5;
/// Least CFL number in MoorDyn's options. Chosen, not swept: smaller values request a thousand
/// times as many steps as stability requires.
constexpr double kLeastCourant = 1e-3;
constexpr double kMostSegments = 10000.0;  // largest number for one line

using Words = std::vector<std::string>;
using Names = std::initializer_list<std::string_view>;

std::string changed_case(std::string text, int (*change)(int)) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [change](unsigned char letter) { return static_cast<char>(change(letter)); });
  return text;
}

Words words_of(const std::string& row) {
  std::istringstream in(row);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> rows_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> rows;
  for (std::string row; std::getline(in, row);) rows.push_back(row);
  return rows;
}

bool is_header(const std::string& row) { return row.find("---") != std::string::npos; }

/// Returns the first header with one of the names, or the number of rows if there is none.
std::size_t find_header(const std::vector<std::string>& rows, Names names) {
  std::size_t at = 0;
  const auto is_named = [&] {
    const std::string header = changed_case(rows[at], std::toupper);
    return is_header(header) && std::any_of(names.begin(), names.end(), [&](auto name) {
             return header.find(name) != std::string::npos;
           });
  };
  while (at < rows.size() && !is_named()) ++at;
  return at;
}

/// Returns the rows of a section, from `skipped` rows after its header to the next header.
std::vector<Words> section(const std::vector<std::string>& rows, Names names, std::size_t skipped) {
  std::vector<Words> found;
  for (std::size_t at = find_header(rows, names) + skipped; at < rows.size(); ++at) {
    if (is_header(rows[at])) break;
    found.push_back(words_of(rows[at]));
  }
  return found;
}

// Rows to skip: the header and, in tables, the rows of names and units.
constexpr std::size_t kTable = 3, kList = 1;

double number_of(const std::string& word) { return std::strtod(word.c_str(), nullptr); }

bool is_number(const std::string& word) {
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == '\0';
}

bool couples(const std::string& type) {
  const std::string name = changed_case(type, std::toupper);
  constexpr std::array<std::string_view, 5> kNames = {"FAIRLEAD", "VESSEL", "VES", "COUPLED",
                                                      "CPLD"};
  const std::string letters = name.substr(0, name.find_first_of("0123456789"));
  return std::find(kNames.begin(), kNames.end(), letters) != kNames.end();
}

/// Returns true if a body or rod of MoorDyn is coupled, pinned or with all of its motions.
bool is_coupled(const std::string& attachment) {
  const std::string name = changed_case(attachment, std::toupper);
  return name.starts_with("COUPLED") || name.starts_with("CPLD") || name.starts_with("VES");
}

/// Checks one input text of MoorDyn.
class InputCheck {
 public:
  InputCheck(const std::string& text, const Model& model, const std::string& path,
             Violations& violations)
      : rows_(rows_of(text)), model_(model), path_(path), violations_(violations) {}

  void check() {
    for (const char* name : {"FAILURE", "SYROPE"}) {
      require(find_header(rows_, {name}) == rows_.size(),
              "must have no section of that name: what it does is in no saved state", name);
    }
    for (const Words& type : section(rows_, {"LINE DICTIONARY", "LINE TYPES"}, kTable)) {
      check_type(type);
    }
    for (const Words& body : section(rows_, {"BODIES", "BODY LIST", "BODY PROPERTIES"}, kTable)) {
      if (body.size() > 1) check_attachment("body", body[0], body[1]);
    }
    for (const Words& rod : section(rows_, {"RODS", "ROD LIST", "ROD PROPERTIES"}, kTable)) {
      if (rod.size() > 2) check_attachment("rod", rod[0], rod[2]);
    }
    for (const Words& option : section(rows_, {"OPTIONS"}, kList)) {
      if (option.size() >= 2) check_option(changed_case(option[1], std::tolower), option[0]);
    }
    require(rest_time_ <= kMostSteps * rest_step_,
            fmt::format("must find its rest in at most {:g} steps dtIC until TmaxIC", kMostSteps),
            fmt::format("dtIC {:g} s, TmaxIC {:g} s", rest_step_, rest_time_));
    for (const Words& line : section(rows_, {"LINES", "LINE LIST", "LINE PROPERTIES"}, kTable)) {
      check_line(line);
    }
  }

 private:
  void require(bool holds, const std::string& rule, const std::string& value) {
    violations_.require(holds, path_, rule, value);
  }

  void check_type(const Words& type) {
    constexpr std::size_t kStiffness = 3, kDamping = 4, kBending = 5, kLift = 10;
    if (type.size() > kLift) {
      require(number_of(type[kLift]) == 0.0,
              "must have lines without lift of vortices: it is in no saved state",
              "Cl = " + type[kLift]);
    }
    for (const std::size_t column : {kStiffness, kDamping, kBending}) {
      if (column >= type.size()) continue;
      std::istringstream parts(type[column]);
      for (std::string part; std::getline(parts, part, '|');) {
        require(is_number(part), "must give line types by numbers, files are not read", part);
      }
    }
  }

  void check_attachment(const char* kind, const std::string& number,
                        const std::string& attachment) {
    require(!is_coupled(attachment),
            fmt::format("must couple points alone: give the lines of a {} that is coupled Coupled "
                        "points instead, at their places in a body of the model",
                        kind),
            fmt::format("{} {}, {}", kind, number, attachment));
  }

  void check_line(const Words& line) {
    constexpr std::size_t kSegments = 5;
    if (line.size() <= kSegments || !is_number(line[kSegments])) return;
    require(number_of(line[kSegments]) <= kMostSegments,
            fmt::format("must have lines of at most {:g} segments", kMostSegments),
            line[kSegments]);
  }

  /// @param least shortest time step for which a run ends in acceptable time [s]
  void check_time_step(const std::string& name, const std::string& value, double least) {
    const double step = is_number(value) ? number_of(value) : 0.0;
    require(step > 0.0 && step >= least && std::isfinite(step),
            fmt::format("must have {} of at least {:g} s, or MoorDyn finds no end", name, least),
            value);
  }

  void check_option(const std::string& name, const std::string& value) {
    const auto is = [&](Names names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is({"g", "gravity"})) check_water(name, value, model_.gravity);
    if (is({"rho", "wtrdnsty"})) check_water(name, value, model_.water_density);
    if (is({"wtrdpth"}) && std::isfinite(model_.water_depth)) {
      check_water(name, value, model_.water_depth);
    }
    if (is({"wavekin", "currents"})) {
      require(number_of(value) == 0.0 && is_number(value),
              fmt::format("must have {} 0: the water around its lines is still", name), value);
    }
    if (is({"dtm", "dt"})) {
      check_time_step("dtM", value, 1e-9 * static_cast<double>(model_.step_ns) / kMostSteps);
    }
    if (is({"cfl"})) {
      require(is_number(value) && number_of(value) >= kLeastCourant,
              fmt::format("must have CFL of at least {:g}", kLeastCourant), value);
    }
    if (is({"dtic"})) {
      check_time_step("dtIC", value, 1.0 / kMostSteps);
      rest_step_ = number_of(value);
    }
    if (is({"tmaxic"})) {
      require(is_number(value) && std::isfinite(number_of(value)),
              "must have TmaxIC, a number of seconds", value);
      rest_time_ = number_of(value);
    }
    if (is({"seafloorfile", "fileic", "icfile"})) {
      require(false, fmt::format("must not have {}: files are not read", name), value);
    }
  }

  void check_water(const std::string& name, const std::string& value, double of_model) {
    const bool same = std::abs(number_of(value) - of_model) <= kSameWater * of_model;
    require(same, fmt::format("must have {} {} as the environment of the model", name, of_model),
            value);
  }

  std::vector<std::string> rows_;
  const Model& model_;
  const std::string& path_;
  Violations& violations_;
  double rest_step_ = 1.0, rest_time_ = 0.0;  ///< options dtIC and TmaxIC [s]
};

}  // namespace

MooringInput read_mooring_input(const std::string& text) {
  const std::vector<std::string> rows = rows_of(text);
  MooringInput input;
  const Names points = {"POINTS", "POINT LIST", "POINT PROPERTIES", "CONNECTION PROPERTIES",
                        "NODE PROPERTIES"};
  for (const Words& point : section(rows, points, kTable)) {
    if (point.size() < 5 || !couples(point[1])) continue;
    input.coupled_points.emplace_back(number_of(point[2]), number_of(point[3]),
                                      number_of(point[4]));
  }
  input.line_count = section(rows, {"LINES", "LINE LIST", "LINE PROPERTIES"}, kTable).size();
  return input;
}

void check_mooring_input(const std::string& text, const Model& model, const std::string& path,
                         Violations& violations) {
  violations.require(text.size() <= kMostBytes, path,
                     fmt::format("must have at most {} bytes", kMostBytes),
                     fmt::format("{}", text.size()));
  if (text.size() > kMostBytes) return;
  const MooringInput input = read_mooring_input(text);
  violations.require(!input.coupled_points.empty(), path,
                     "must be an input file of MoorDyn 2 that couples points", "none");
  for (const Vector3& point : input.coupled_points) violations.require_finite(point, path);
  violations.require(input.line_count > 0, path, "must be an input file of MoorDyn 2 with lines",
                     "none");
  InputCheck(text, model, path, violations).check();
}

std::string complete_mooring_input(const std::string& text, const Model& model) {
  std::vector<std::string> rows = rows_of(text);
  // MoorDyn separates columns by spaces only.
  for (std::string& row : rows) std::replace(row.begin(), row.end(), '\t', ' ');
  std::vector<std::string> ours = {fmt::format("{} g", model.gravity),
                                   fmt::format("{} WtrDnsty", model.water_density),
                                   "1 disableOutput", "1 disableOutTime"};
  if (std::isfinite(model.water_depth))
    ours.push_back(fmt::format("{} WtrDpth", model.water_depth));
  std::size_t at = find_header(rows, {"OPTIONS"});
  if (at == rows.size()) rows.emplace_back("--- OPTIONS ---");
  // If an option is given several times, the last one counts.
  for (++at; at < rows.size() && !is_header(rows[at]);) ++at;
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), ours.begin(), ours.end());
  // MoorDyn reads each section up to the next header and does not check for the end of the text.
  rows.emplace_back("--- end ---");
  std::string complete;
  for (const std::string& row : rows) complete += row + "\n";
  return complete;
}

}  // namespace raftup::solver
