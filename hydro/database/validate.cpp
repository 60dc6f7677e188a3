#include "hydro/database/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "hydro/database/checks/checks.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kLightest = 100.0, kHeaviest = 1e4;  ///< kg/m3, of any liquid to sail on

void require_positive(const std::string& name, double value) {
  require(std::isfinite(value) && value > 0.0,
          fmt::format("{} must be positive and finite, got {}", name, value));
}

void require_finite(const std::string& name, const Eigen::Ref<const MatrixXd>& matrix) {
  if (matrix.allFinite()) return;
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      require(
          std::isfinite(matrix(row, column)),
          fmt::format("{}({}, {}) must be finite, got {}", name, row, column, matrix(row, column)));
    }
  }
}

void require_ascending(const std::string& name, const VectorXd& grid) {
  require_finite(name, grid);
  for (Eigen::Index i = 1; i < grid.size(); ++i) {
    require(grid[i] > grid[i - 1], fmt::format("{} must ascend strictly, got {} before {} at {}",
                                               name, grid[i - 1], grid[i], i));
  }
}

void require_shape(const std::string& name, Eigen::Index rows, Eigen::Index columns,
                   Eigen::Index expected_rows, Eigen::Index expected_columns) {
  require(rows == expected_rows && columns == expected_columns,
          fmt::format("{} must be {} x {}, got {} x {}", name, expected_rows, expected_columns,
                      rows, columns));
}

void require_count(const std::string& name, std::size_t count, Eigen::Index expected,
                   const std::string& grid) {
  require(std::cmp_equal(count, expected),
          fmt::format("{} must have one matrix per {} ({}), got {}", name, grid, expected, count));
}

void validate_matrices(const std::string& name, const std::vector<MatrixXd>& matrices,
                       Eigen::Index dofs) {
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    const std::string member = fmt::format("{}[{}]", name, k);
    require_shape(member, matrices[k].rows(), matrices[k].cols(), dofs, dofs);
    require_finite(member, matrices[k]);
  }
}

void validate_environment(const Database& database) {
  require_positive("gravity", database.gravity);
  require_positive("water_density", database.water_density);
  require(database.water_density >= kLightest && database.water_density <= kHeaviest,
          fmt::format("water_density must be {:g} to {:g} kg/m3, got {}: is it in another unit?",
                      kLightest, kHeaviest, database.water_density));
  require(database.water_depth > 0.0,
          fmt::format("water_depth must be positive or infinite, got {}", database.water_depth));
}

void validate_body(const DatabaseBody& body, const std::string& name) {
  require_finite(name + ".center_of_gravity", body.center_of_gravity);
  require_finite(name + ".center_of_buoyancy", body.center_of_buoyancy);
  require_finite(name + ".hydrostatic_stiffness", body.hydrostatic_stiffness);
  require(std::isfinite(body.displaced_volume) && body.displaced_volume >= 0.0,
          fmt::format("{}.displaced_volume must be finite and not negative, got {}", name,
                      body.displaced_volume));
}

void validate_bodies(const Database& database) {
  require(!database.bodies.empty(), "bodies must hold at least one body, got 0");
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    validate_body(database.bodies[i], fmt::format("bodies[{}]", i));
    require(!database.bodies[i].name.empty(), fmt::format("bodies[{}].name must not be empty", i));
    for (std::size_t j = 0; j < i; ++j) {
      require(database.bodies[i].name != database.bodies[j].name,
              fmt::format("bodies[{}].name must be unique, got \"{}\" again", i,
                          database.bodies[i].name));
    }
  }
}

void validate_grids(const Database& database) {
  require_ascending("omega", database.omega);
  require(database.omega.size() >= 2,
          fmt::format("omega must hold at least two frequencies, got {}", database.omega.size()));
  require(database.omega[0] > 0.0,
          fmt::format("omega must be positive, got {}", database.omega[0]));
  const VectorXd& directions = database.wave_directions;
  require_ascending("wave_directions", directions);
  if (directions.size() > 1) {
    const double span = directions[directions.size() - 1] - directions[0];
    require(span < 2.0 * std::numbers::pi,
            fmt::format("wave_directions must span less than 2 pi, got {} rad", span));
  }
}

void validate_radiation(const Database& database) {
  const Eigen::Index dofs = database.dof_count();
  if (!database.added_mass.empty()) {
    require_count("added_mass", database.added_mass.size(), database.omega.size(), "frequency");
  }
  if (!database.radiation_damping.empty()) {
    require_count("radiation_damping", database.radiation_damping.size(), database.omega.size(),
                  "frequency");
  }
  validate_matrices("added_mass", database.added_mass, dofs);
  validate_matrices("radiation_damping", database.radiation_damping, dofs);
  if (database.added_mass_infinite) {
    const MatrixXd& infinite = *database.added_mass_infinite;
    require_shape("added_mass_infinite", infinite.rows(), infinite.cols(), dofs, dofs);
    require_finite("added_mass_infinite", infinite);
  }
}

void validate_kernel(const MatrixSeries& kernel, Eigen::Index dofs) {
  require_ascending("retardation_kernel.grid", kernel.grid);
  require_count("retardation_kernel", kernel.values.size(), kernel.grid.size(), "delay");
  if (kernel.empty()) return;
  require(kernel.grid[0] == 0.0,
          fmt::format("retardation_kernel.grid must start at 0, got {}", kernel.grid[0]));
  validate_matrices("retardation_kernel", kernel.values, dofs);
}

void validate_transfer_function(const std::string& name, const TransferFunction& function,
                                const Database& database) {
  if (function.empty()) return;
  require_count(name, function.values.size(), database.wave_directions.size(), "wave direction");
  for (std::size_t h = 0; h < function.values.size(); ++h) {
    const MatrixXcd& values = function.values[h];
    const std::string member = fmt::format("{}[{}]", name, h);
    require_shape(member, values.rows(), values.cols(), database.dof_count(),
                  database.omega.size());
    require_finite(member + ".re", values.real());
    require_finite(member + ".im", values.imag());
  }
}

void validate_qtf(const std::string& name, const QuadraticTransferFunction& qtf,
                  Eigen::Index dofs) {
  require_ascending(name + ".omega", qtf.omega);
  for (std::size_t i = 0; i < qtf.entries.size(); ++i) {
    const QuadraticTransferFunction::Entry& entry = qtf.entries[i];
    const std::string member = fmt::format("{}.entries[{}]", name, i);
    require(entry.influenced_dof >= 0 && entry.influenced_dof < dofs,
            fmt::format("{}.influenced_dof must be 0 to {}, got {}", member, dofs - 1,
                        entry.influenced_dof));
    require(std::isfinite(entry.direction_1) && std::isfinite(entry.direction_2),
            member + " must have finite directions");
    require_shape(member, entry.values.rows(), entry.values.cols(), qtf.omega.size(),
                  qtf.omega.size());
    require_finite(member + ".re", entry.values.real());
    require_finite(member + ".im", entry.values.imag());
  }
}

void validate_mean_drift(const Database& database) {
  const std::vector<MatrixXd>& drift = database.mean_drift_force;
  if (drift.empty()) return;
  require_count("mean_drift_force", drift.size(), database.wave_directions.size(),
                "wave direction");
  for (std::size_t h = 0; h < drift.size(); ++h) {
    const std::string member = fmt::format("mean_drift_force[{}]", h);
    require_shape(member, drift[h].rows(), drift[h].cols(), database.dof_count(),
                  database.omega.size());
    require_finite(member, drift[h]);
  }
}

}  // namespace

void validate(const Database& database) {
  validate_environment(database);
  validate_bodies(database);
  validate_grids(database);
  validate_radiation(database);
  validate_kernel(database.retardation_kernel, database.dof_count());
  validate_transfer_function("excitation", database.excitation, database);
  validate_transfer_function("froude_krylov", database.froude_krylov, database);
  validate_transfer_function("diffraction", database.diffraction, database);
  validate_mean_drift(database);
  validate_qtf("qtf_sum", database.qtf_sum, database.dof_count());
  validate_qtf("qtf_difference", database.qtf_difference, database.dof_count());
}

Database make_database(Database filed) {
  validate(filed);
  for (Finding& finding : run_checks(filed)) {
    // What an import found stands in its file already.
    const bool known =
        std::any_of(filed.findings.begin(), filed.findings.end(), [&](const Finding& earlier) {
          return earlier.name == finding.name && earlier.message == finding.message;
        });
    if (!known) filed.findings.push_back(std::move(finding));
  }
  return filed;
}

}  // namespace raftup::hydro
