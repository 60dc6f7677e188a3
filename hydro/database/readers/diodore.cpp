#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// A section: "[NAME] value" and the rows of numbers below it.
struct Section {
  TextLine heading;
  std::vector<TextLine> rows;
};

/// All sections by name; those of directions come once per direction, in order.
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
    current = &sections[std::string(line.text.substr(open + 1, close - open - 1))];
    current->push_back({line, {}});
  }
  return sections;
}

/// One reading of one file.
class DiodoreReader {
 public:
  DiodoreReader(const SourceFile& file, const SourceOptions& options)
      : file_(file), sections_(sections_of(file)), known_(names_of(std::span(&file, 1)), options) {
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
    read_mean_drift();
    known_.require_complete(1);
    order_samples(database_);
    database_.history = known_.given();
    return make_database(std::move(database_));
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

  const SourceFile& file_;
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

/// A row per period: the period, then one value per dof.
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
  body.center_of_gravity = known_.center_of_gravity(0, {});
  body.center_of_buoyancy =
      known_.center_of_buoyancy(0, {}, body.center_of_gravity, database_.findings);
  body.displaced_volume = known_.displaced_volume(
      0, read_square("Mass_Inertia_matrix")(2, 2) / database_.water_density);
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

/// One table per direction, in the order of the list of headings.
std::vector<MatrixXd> DiodoreReader::read_directions(const std::string& name) const {
  section(name);
  const std::vector<Section>& found = sections_.at(name);
  require(std::cmp_equal(found.size(), degrees_.size()),
          fmt::format("{}: [{}] must come once per heading ({}), comes {} times", file_.name, name,
                      degrees_.size(), found.size()));
  std::vector<MatrixXd> tables;
  for (Index h = 0; h < degrees_.size(); ++h) {
    const Section& direction = found[static_cast<std::size_t>(h)];
    if (value_in_heading(direction) != degrees_[h]) {
      refuse_line(file_, direction.heading, fmt::format("must be of heading {}", degrees_[h]));
    }
    tables.push_back(read_table(direction));
  }
  return tables;
}

/// From e^{-i omega t} to e^{+i omega t}: the phase changes its sign.
TransferFunction DiodoreReader::read_force(const std::string& quantity) const {
  const std::vector<MatrixXd> magnitude = read_directions("INCIDENCE_" + quantity + "_MOD_001");
  const std::vector<MatrixXd> phase = read_directions("INCIDENCE_" + quantity + "_PH_001");
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
    return contains("INCIDENCE_" + quantity + "_MOD_001");
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

void DiodoreReader::read_mean_drift() {
  if (contains("INCIDENCE_DFM_001")) {
    database_.mean_drift_force = read_directions("INCIDENCE_DFM_001");
  }
}

}  // namespace

Database read_diodore(const SourceFile& file, const SourceOptions& options) {
  return DiodoreReader(file, options).read();
}

}  // namespace raftup::hydro
