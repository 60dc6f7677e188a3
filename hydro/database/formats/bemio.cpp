#include "hydro/database/formats/bemio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/hdf5_writer.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Returns the number v nearest to value / scale for which v * scale equals the value, if there is
/// one.
double normalized(double value, double scale) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double quotient = value / scale;
  for (const double candidate :
       {quotient, std::nextafter(quotient, -kInfinity), std::nextafter(quotient, kInfinity)}) {
    if (candidate * scale == value) return candidate;
  }
  return quotient;
}

/// Returns the forces on one body with the dimensions (6, directions, frequencies).
std::vector<double> force_values(const std::vector<MatrixXd>& directions, Index body) {
  std::vector<double> values;
  for (Index row = kDofs * body; row < kDofs * (body + 1); ++row) {
    for (const MatrixXd& force : directions) {
      for (const double value : force.row(row)) values.push_back(value);
    }
  }
  return values;
}

/// Writes one database as a BEMIO file.
class BemioWriter {
 public:
  explicit BemioWriter(const Database& database) : database_(database) {}

  std::vector<std::byte> write() {
    write_parameters();
    for (Index body = 0; body < database_.body_count(); ++body) {
      write_properties(body);
      write_radiation(body);
      write_forces(body);
    }
    write_provenance(file_, kBemioProvenance, database_);
    return file_.image();
  }

 private:
  void write_parameters();
  void write_properties(Index body);
  void write_radiation(Index body);
  void write_forces(Index body);

  void write_number(const std::string& path, double value) {
    file_.write_array(path, {1, 1}, std::array{value});
  }
  void write_vector(const std::string& path, const VectorXd& values) {
    file_.write_array(path, {values.size(), 1},
                      {values.data(), static_cast<std::size_t>(values.size())});
  }
  void write_scaled(const std::string& path, const std::vector<Index>& shape,
                    const std::vector<double>& values, const VectorXd& scales);
  void write_rows(const std::string& path, const std::vector<MatrixXd>& matrices, Index body,
                  const VectorXd& scales, bool series);
  void write_force(const std::string& group, const TransferFunction& function, Index body);
  std::vector<Index> force_shape() const {
    return {kDofs, database_.wave_directions.size(), database_.omega.size()};
  }

  const Database& database_;
  Hdf5Writer file_;
};

std::string body_path(Index body, const std::string& below) {
  return fmt::format("/body{}{}", body + 1, below);
}

/// @param scales one per element of the last index, or a single one for all
void BemioWriter::write_scaled(const std::string& path, const std::vector<Index>& shape,
                               const std::vector<double>& values, const VectorXd& scales) {
  std::vector<double> filed(values.size());
  std::vector<double> rounding(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double scale = scales[static_cast<Index>(i) % scales.size()];
    filed[i] = normalized(values[i], scale);
    rounding[i] = values[i] - filed[i] * scale;  // exact: the two differ in their last bit
  }
  file_.write_array(path, shape, filed);
  const bool is_exact =
      std::all_of(rounding.begin(), rounding.end(), [](double lost) { return lost == 0.0; });
  if (!is_exact) file_.write_array(kBemioRounding + path, shape, rounding);
}

void BemioWriter::write_parameters() {
  const std::string group = "/simulation_parameters/";
  file_.write_text("/bem_data/code", database_.solver);
  write_number(group + "scaled", 0.0);
  write_number(group + "g", database_.gravity);
  write_number(group + "rho", database_.water_density);
  write_vector(group + "w", database_.omega);
  write_vector(group + "T", 2.0 * std::numbers::pi * database_.omega.cwiseInverse());
  if (std::isinf(database_.water_depth)) {
    file_.write_text(group + "water_depth", "infinite");
  } else {
    write_number(group + "water_depth", database_.water_depth);
  }
  const VectorXd& directions = database_.wave_directions;
  write_scaled(group + "wave_dir", {directions.size(), 1},
               {directions.data(), directions.data() + directions.size()},
               VectorXd::Constant(1, kRadiansPerDegree));
}

void BemioWriter::write_properties(Index body) {
  const DatabaseBody& filed = database_.bodies[static_cast<std::size_t>(body)];
  const std::string group = body_path(body, "/properties/");
  file_.write_text(group + "name", filed.name);
  write_number(group + "body_number", static_cast<double>(body + 1));
  write_number(group + "dof", kDofs);
  write_number(group + "dof_start", static_cast<double>(kDofs * body + 1));
  write_number(group + "dof_end", static_cast<double>(kDofs * (body + 1)));
  write_number(group + "disp_vol", filed.displaced_volume);
  write_vector(group + "cg", filed.center_of_gravity);
  write_vector(group + "cb", filed.center_of_buoyancy);
  const RowMajorMatrix stiffness = filed.hydrostatic_stiffness;
  write_scaled(body_path(body, "/hydro_coeffs/linear_restoring_stiffness"), {kDofs, kDofs},
               {stiffness.data(), stiffness.data() + stiffness.size()},
               VectorXd::Constant(1, database_.water_density * database_.gravity));
}

/// Writes the rows of one body: (6, 6N, samples), or (6, 6N) for a single matrix.
void BemioWriter::write_rows(const std::string& path, const std::vector<MatrixXd>& matrices,
                             Index body, const VectorXd& scales, bool series) {
  if (matrices.empty()) return;
  const Index dofs = database_.dof_count();
  std::vector<double> values;
  for (Index row = kDofs * body; row < kDofs * (body + 1); ++row) {
    for (Index column = 0; column < dofs; ++column) {
      for (const MatrixXd& matrix : matrices) values.push_back(matrix(row, column));
    }
  }
  std::vector<Index> shape = {kDofs, dofs};
  if (series) shape.push_back(static_cast<Index>(matrices.size()));
  write_scaled(path, shape, values, scales);
}

void BemioWriter::write_radiation(Index body) {
  const std::string group = body_path(body, "/hydro_coeffs/");
  const VectorXd density = VectorXd::Constant(1, database_.water_density);
  write_rows(group + "added_mass/all", database_.added_mass, body, density, true);
  if (database_.added_mass_infinite) {
    write_rows(group + "added_mass/inf_freq", {*database_.added_mass_infinite}, body, density,
               false);
  }
  write_rows(group + "radiation_damping/all", database_.radiation_damping, body,
             database_.water_density * database_.omega, true);
  if (database_.retardation_kernel.empty()) return;
  const std::string kernel = group + "radiation_damping/impulse_response_fun/";
  write_rows(kernel + "K", database_.retardation_kernel.values, body, density, true);
  write_vector(kernel + "t", database_.retardation_kernel.grid);
}

void BemioWriter::write_force(const std::string& group, const TransferFunction& function,
                              Index body) {
  if (function.empty()) return;
  std::vector<MatrixXd> re, im, magnitude, phase;
  const double scale = database_.water_density * database_.gravity;
  for (const MatrixXcd& force : function.values) {
    re.emplace_back(force.real());
    im.emplace_back(force.imag());
    magnitude.emplace_back(force.cwiseAbs() / scale);
    phase.emplace_back(force.cwiseArg());
  }
  const VectorXd scales = VectorXd::Constant(1, scale);
  write_scaled(group + "re", force_shape(), force_values(re, body), scales);
  write_scaled(group + "im", force_shape(), force_values(im, body), scales);
  file_.write_array(group + "mag", force_shape(), force_values(magnitude, body));
  file_.write_array(group + "phase", force_shape(), force_values(phase, body));
}

void BemioWriter::write_forces(Index body) {
  const std::string group = body_path(body, "/hydro_coeffs/excitation/");
  write_force(group, database_.excitation, body);
  write_force(group + "froude-krylov/", database_.froude_krylov, body);
  write_force(group + "scattering/", database_.diffraction, body);
  if (database_.mean_drift_force.empty()) return;
  write_scaled(body_path(body, "/hydro_coeffs/mean_drift/momentum_conservation/val"), force_shape(),
               force_values(database_.mean_drift_force, body),
               VectorXd::Constant(1, database_.water_density * database_.gravity));
}

}  // namespace

std::vector<std::byte> write_bemio(const Database& database) {
  require(database.qtf_sum.entries.empty() && database.qtf_difference.entries.empty(),
          "a BEMIO file must be written of a database without qtfs, which this one has: write "
          "Raftup's own layout");
  require(database.field.empty(),
          "a BEMIO file must be written of a database without field points, which this one has: "
          "write Raftup's own layout");
  require(database.excitation_at_speed.empty(),
          "a BEMIO file must be written of a database without excitation at speed, which this one "
          "has: write Raftup's own layout");
  require(database.sections.empty(),
          "a BEMIO file must be written of a database without sections, which this one has: write "
          "Raftup's own layout");
  require(database.modes.empty(),
          "a BEMIO file must be written of a database without modes, which this one has: write "
          "Raftup's own layout");
  return BemioWriter(database).write();
}

}  // namespace raftup::hydro
