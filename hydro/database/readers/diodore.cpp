#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/reference_points.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// A section: "[NAME] value" and the rows of numbers below it.
struct Section {
  TextLine heading;
  std::vector<TextLine> rows;
};

/// Returns the name of a section without its number. Diodore numbers sections of directions,
/// [INCIDENCE_EFM_MOD_001] to _025; AQUA+ writes _001 for all. The heading after the name gives the
/// direction.
std::string section_name(std::string_view name) {
  const std::size_t numbered = name.rfind('_');
  const bool of_direction = name.starts_with("INCIDENCE_") && numbered != std::string_view::npos &&
                            parse_number(name.substr(numbered + 1)).has_value();
  return as_utf8(of_direction ? name.substr(0, numbered) : name);
}

/// Returns all sections by name; those of directions occur once per direction, in order.
std::map<std::string, std::vector<Section>> sections_of(const SourceFile& file) {
  std::map<std::string, std::vector<Section>> sections;
  std::vector<Section>* current = nullptr;
  for (const TextLine& line : lines_of(file)) {
    const std::size_t open = line.text.find('[');
    if (open == std::string_view::npos) {
      if (current == nullptr) refuse_line(file, line, "must follow a [SECTION]");
      current->back().rows.push_back(line);
      continue;
    }
    const std::size_t close = line.text.find(']', open);
    if (close == std::string_view::npos) refuse_line(file, line, "must close its [SECTION]");
    current = &sections[section_name(line.text.substr(open + 1, close - open - 1))];
    current->push_back({line, {}});
  }
  return sections;
}

/// Reads one file.
class DiodoreReader {
 public:
  DiodoreReader(const SourceFile& file, const SourceOptions& options)
      : file_(file),
        options_(options),
        sections_(sections_of(file)),
        known_(names_of(std::span(&file, 1)), options) {
    database_.source_format = "diodore";
    database_.solver = "Diodore";
    database_.sha256 = sha256(file.bytes);
  }

  Database read() {
    refuse_speed();
    read_grids();
    read_body();
    database_.added_mass = read_matrices("ADDED_MASS_LINE");
    database_.radiation_damping = read_matrices("DAMPING_TERM");
    read_forces();
    refer_to_crest();
    read_mean_drift();
    const std::vector<Vector3> points = {
        known_.reference_point(0, {}, database_.bodies.front().center_of_gravity)};
    known_.require_complete(1);
    order_samples(database_);
    move_to_centers_of_gravity(database_, points);
    database_.history = known_.given();
    database_ = make_database(std::move(database_));
    check_reference_points(database_, points, file_.name, options_);
    return std::move(database_);
  }

 private:
  const Section& section(const std::string& name) const;
  bool contains(const std::string& name) const { return sections_.contains(name); }
  double value_in_heading(const Section& section) const;
  MatrixXd read_table(const Section& section) const;
  VectorXd read_column(const std::string& name) const;
  std::vector<MatrixXd> read_directions(const std::string& name) const;
  std::vector<MatrixXd> read_matrices(const std::string& prefix) const;
  TransferFunction read_force(const std::string& quantity) const;
  void refuse_speed() const;
  void read_grids();
  void read_body();
  void read_forces();
  void read_mean_drift();
  void refer_to_crest();
  std::string section_text(const std::string& name) const;
  std::optional<std::vector<double>> filed_numbers(const std::string& name,
                                                   std::size_t count) const;
  std::optional<Vector3> filed_point(const std::string& name) const;

  const SourceFile& file_;
  const SourceOptions& options_;
  std::map<std::string, std::vector<Section>> sections_;
  KnownValues known_;
  Database database_;
  VectorXd periods_;
  VectorXd degrees_;
};

const Section& DiodoreReader::section(const std::string& name) const {
  const auto found = sections_.find(name);
  require(found != sections_.end(), fmt::format("{}: [{}] is missing", file_.name, name));
  return found->second.front();
}

double DiodoreReader::value_in_heading(const Section& section) const {
  const std::size_t close = section.heading.text.find(']');
  const std::vector<std::string_view> words = words_of(section.heading.text.substr(close + 1));
  const auto value = words.size() == 1 ? parse_number(words.front()) : std::nullopt;
  if (!value) refuse_line(file_, section.heading, "must have one number after its name");
  return *value;
}

/// Returns the text after a section's name and in the rows below it.
std::string DiodoreReader::section_text(const std::string& name) const {
  if (!contains(name)) return {};
  const Section& of = section(name);
  std::string text(of.heading.text.substr(of.heading.text.find(']') + 1));
  for (const TextLine& row : of.rows) text += fmt::format(" {}", row.text);
  return text;
}

/// Returns the first numbers of a section, from its heading or the rows below; nothing if the
/// section is absent.
std::optional<std::vector<double>> DiodoreReader::filed_numbers(const std::string& name,
                                                                std::size_t count) const {
  if (!contains(name)) return std::nullopt;
  std::vector<double> numbers;
  const std::string text = section_text(name);
  for (const std::string_view word : words_of(text)) {
    const auto number = parse_number(word);
    if (number && numbers.size() < count) numbers.push_back(*number);
  }
  if (numbers.size() < count) {
    refuse_line(file_, section(name).heading, fmt::format("must hold {} numbers", count));
  }
  return numbers;
}

std::optional<Vector3> DiodoreReader::filed_point(const std::string& name) const {
  const auto numbers = filed_numbers(name, 3);
  if (!numbers) return std::nullopt;
  return Vector3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

void DiodoreReader::refuse_speed() const {
  if (!contains("FORWARD_SPEED")) return;
  const Section& speed = section("FORWARD_SPEED");
  if (value_in_heading(speed) != 0.0) refuse_line(file_, speed.heading, "must be 0");
}

VectorXd DiodoreReader::read_column(const std::string& name) const {
  const Section& column = section(name);
  VectorXd values(static_cast<Index>(column.rows.size()));
  for (std::size_t i = 0; i < column.rows.size(); ++i) {
    values[static_cast<Index>(i)] = numbers_of(file_, column.rows[i], 1).front();
  }
  return values;
}

void DiodoreReader::read_grids() {
  periods_ = read_column("List_calculated_periods");
  degrees_ = read_column("List_calculated_headings");
  require(periods_.size() >= 2, fmt::format("{}: [List_calculated_periods] must hold at least two "
                                            "periods, holds {}",
                                            file_.name, periods_.size()));
  require(periods_.minCoeff() > 0.0,
          fmt::format("{}: [List_calculated_periods] must be positive, holds {}", file_.name,
                      periods_.minCoeff()));
  require(degrees_.size() > 0,
          fmt::format("{}: [List_calculated_headings] must not be empty", file_.name));
  database_.omega = 2.0 * std::numbers::pi * periods_.cwiseInverse();
  database_.wave_directions = degrees_ * kRadiansPerDegree;
}

/// Reads a table with one row per period: the period, then one value per dof.
MatrixXd DiodoreReader::read_table(const Section& section) const {
  const Index count = periods_.size();
  if (std::cmp_not_equal(section.rows.size(), count)) {
    refuse_line(file_, section.heading,
                fmt::format("must have {} rows, has {}", count, section.rows.size()));
  }
  MatrixXd table(kDofs, count);
  for (Index k = 0; k < count; ++k) {
    const TextLine& row = section.rows[static_cast<std::size_t>(k)];
    const std::vector<double> numbers = numbers_of(file_, row, kDofs + 1);
    if (numbers.front() != periods_[k]) {
      refuse_line(file_, row, fmt::format("must begin with the period {}", periods_[k]));
    }
    table.col(k) = Eigen::Map<const VectorXd>(numbers.data() + 1, kDofs);
  }
  return table;
}

void DiodoreReader::read_body() {
  const auto read_square = [this](const std::string& name) {
    const Section& square = section(name);
    if (square.rows.size() != kDofs) refuse_line(file_, square.heading, "must have six rows");
    Matrix6 matrix;
    for (Index row = 0; row < kDofs; ++row) {
      const std::vector<double> numbers =
          numbers_of(file_, square.rows[static_cast<std::size_t>(row)], kDofs);
      matrix.row(row) = Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), kDofs);
    }
    return matrix;
  };
  database_.water_density = known_.water_density({});
  database_.gravity = known_.gravity({});
  database_.water_depth = known_.water_depth({});
  DatabaseBody body;
  body.name = known_.body_name(0, "");
  body.center_of_gravity = known_.center_of_gravity(0, filed_point("CENTER_OF_GRAVITY"));
  body.center_of_buoyancy = known_.center_of_buoyancy(0, filed_point("CENTER_OF_BUOYANCY"),
                                                      body.center_of_gravity, database_.findings);
  const auto volume = filed_numbers("UNDERWATER_VOLUME", 1);
  body.displaced_volume = known_.displaced_volume(
      0, volume ? volume->front()
                : read_square("Mass_Inertia_matrix")(2, 2) / database_.water_density);
  body.hydrostatic_stiffness = read_square("Hydrostatic_matrix");
  database_.bodies.push_back(std::move(body));
}

std::vector<MatrixXd> DiodoreReader::read_matrices(const std::string& prefix) const {
  std::vector<MatrixXd> matrices(static_cast<std::size_t>(periods_.size()), MatrixXd(kDofs, kDofs));
  for (Index row = 0; row < kDofs; ++row) {
    const MatrixXd table = read_table(section(fmt::format("{}_{}", prefix, row + 1)));
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      matrices[k].row(row) = table.col(static_cast<Index>(k)).transpose();
    }
  }
  return matrices;
}

/// Reads one table per direction, in the order of the list of headings, whatever the order of the
/// tables.
std::vector<MatrixXd> DiodoreReader::read_directions(const std::string& name) const {
  section(name);
  const std::vector<Section>& found = sections_.at(name);
  const std::string shown = name + "_001";
  require(std::cmp_equal(found.size(), degrees_.size()),
          fmt::format("{}: [{}] must come once per heading ({}), comes {} times", file_.name, shown,
                      degrees_.size(), found.size()));
  std::vector<MatrixXd> tables;
  for (Index h = 0; h < degrees_.size(); ++h) {
    const auto of_heading = std::find_if(found.begin(), found.end(), [&](const Section& direction) {
      return value_in_heading(direction) == degrees_[h];
    });
    if (of_heading == found.end()) {
      refuse_line(file_, found[static_cast<std::size_t>(h)].heading,
                  fmt::format("must be of heading {}", degrees_[h]));
    }
    tables.push_back(read_table(*of_heading));
  }
  return tables;
}

/// Reads a force and converts it from e^{-i omega t} to e^{+i omega t}: the phase changes its sign.
TransferFunction DiodoreReader::read_force(const std::string& quantity) const {
  const std::vector<MatrixXd> magnitude = read_directions("INCIDENCE_" + quantity + "_MOD");
  const std::vector<MatrixXd> phase = read_directions("INCIDENCE_" + quantity + "_PH");
  TransferFunction function;
  for (std::size_t h = 0; h < magnitude.size(); ++h) {
    require(phase[h].cwiseAbs().maxCoeff() <= 2.0 * std::numbers::pi + 1e-3,
            fmt::format("{}: [INCIDENCE_{}_PH_001] must be radians, holds {}", file_.name, quantity,
                        phase[h].cwiseAbs().maxCoeff()));
    function.values.emplace_back(magnitude[h].binaryExpr(
        phase[h], [](double m, double p) { return m * std::polar(1.0, -p); }));
  }
  return function;
}

void DiodoreReader::read_forces() {
  const auto is_filed = [this](const std::string& quantity) {
    return contains("INCIDENCE_" + quantity + "_MOD");
  };
  if (is_filed("FKFM")) database_.froude_krylov = read_force("FKFM");
  if (is_filed("DFFM")) database_.diffraction = read_force("DFFM");
  if (is_filed("EFM")) {
    database_.excitation = read_force("EFM");
    return;
  }
  require(!database_.froude_krylov.empty() && !database_.diffraction.empty(),
          fmt::format("{}: [INCIDENCE_EFM_MOD_001] is missing, and so is one of "
                      "[INCIDENCE_FKFM_MOD_001] and [INCIDENCE_DFFM_MOD_001]",
                      file_.name));
  database_.excitation = excitation_sum(database_.froude_krylov, database_.diffraction);
}

/// Converts phases so that they refer to the crest of the wave. Phases of Diodore lag those of the
/// wave's sine, those of AQUA+ lag those of its cosine, a quarter of a period apart. Heave shows
/// which it is, since its force in the longest waves is in phase with the wave. If the waves are
/// too short for this, the program that [SOFT] names decides.
void DiodoreReader::refer_to_crest() {
  const Index longest =
      std::distance(periods_.begin(), std::max_element(periods_.begin(), periods_.end()));
  Complex heave = 0.0;
  for (const MatrixXcd& force : database_.excitation.values) heave += force(2, longest);
  const double along = heave.real(), across = (Complex(0.0, -1.0) * heave).real();
  const bool is_clear = std::abs(std::abs(along) - std::abs(across)) > 0.5 * std::abs(heave);
  const double stiffness = database_.bodies.front().hydrostatic_stiffness(2, 2);
  const bool is_long =
      std::abs(heave) > 0.5 * stiffness * static_cast<double>(database_.excitation.values.size());
  const bool tells = is_clear && is_long;
  const bool by_program = section_text("SOFT").find("iodore") != std::string::npos;
  if (tells ? across <= std::abs(along) : !by_program) return;
  for (TransferFunction* function :
       {&database_.excitation, &database_.froude_krylov, &database_.diffraction}) {
    for (MatrixXcd& force : function->values) force *= Complex(0.0, -1.0);
  }
  database_.findings.push_back(
      {"phase_of_sine", Severity::kInfo,
       fmt::format("phases are taken as against the sine of the wave, as {}: a quarter of a turn "
                   "is taken off",
                   tells ? "heave in the longest waves says" : "Diodore writes them"),
       0.0});
}

void DiodoreReader::read_mean_drift() {
  if (contains("INCIDENCE_DFM")) {
    database_.mean_drift_force = read_directions("INCIDENCE_DFM");
  }
}

}  // namespace

Database read_diodore(const SourceFile& file, const SourceOptions& options) {
  return DiodoreReader(file, options).read();
}

}  // namespace raftup::hydro
