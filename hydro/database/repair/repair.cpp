#include "hydro/database/repair/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/high_frequency.hpp"

namespace raftup::hydro {

Database repair(Database database, const RepairOptions& options) {
  const auto before = static_cast<std::ptrdiff_t>(database.history.size());
  if (options.symmetrize) symmetrize(database);
  if (options.drop_outliers) drop_outliers(database);
  if (options.extend_tail) {
    extend_tail(database, options.fit_infinite);
  } else if (options.fit_infinite) {
    fit_infinite_added_mass(database);
  }
  const auto repaired = static_cast<std::ptrdiff_t>(database.history.size());
  database = make_database(std::move(database));
  // Findings from before the repairs are placed before the repairs.
  const auto begin = database.history.begin();
  std::rotate(begin + before, begin + repaired, database.history.end());
  return database;
}

void note_repair(Database& database, const std::string& name, const std::string& message,
                 double value) {
  database.history.push_back(message);
  database.findings.push_back({name, Severity::kInfo, message, value});
}

void fit_infinite_added_mass(Database& database) {
  const MatrixXd fitted = ogilvie_added_mass(database);
  const std::string what = "infinite-frequency added mass fitted to A and B";
  if (!database.added_mass_infinite) {
    note_repair(database, "added_mass_infinite_fitted", what + ": the file had none", 0.0);
  } else {
    const WorstEntry change = worst_entry(fitted - *database.added_mass_infinite,
                                          reference_inertia_with(database, fitted));
    note_repair(database, "added_mass_infinite_fitted",
                fmt::format("{}: largest change {:.3g} % of sqrt((m + A)_ii (m + A)_jj), in {}, {}",
                            what, 100.0 * change.value, dof_name(database, change.row),
                            dof_name(database, change.column)),
                change.value);
  }
  database.added_mass_infinite = fitted;
}

namespace {

using Eigen::Index;

/// Makes one matrix symmetric and records the largest change so far, relative to `scale`.
void symmetrize_one(MatrixXd& matrix, const VectorXd& scale, WorstEntry& largest) {
  const MatrixXd symmetric = 0.5 * (matrix + matrix.transpose());
  const WorstEntry change = worst_entry(symmetric - matrix, scale);
  if (change.value > largest.value) largest = change;
  matrix = symmetric;
}

/// Largest magnitude of each diagonal entry over a series.
VectorXd diagonal_peaks(const std::vector<MatrixXd>& matrices, Index size) {
  VectorXd peaks = VectorXd::Zero(size);
  for (const MatrixXd& matrix : matrices) peaks = peaks.cwiseMax(matrix.diagonal().cwiseAbs());
  return peaks;
}

void note(Database& database, const std::string& name, const std::string& quantity,
          const std::string& measure, const WorstEntry& largest) {
  note_repair(database, name + "_symmetrised",
              fmt::format("{} symmetrised: largest change {:.3g} % of {}, in {}, {}", quantity,
                          100.0 * largest.value, measure, dof_name(database, largest.row),
                          dof_name(database, largest.column)),
              largest.value);
}

}  // namespace

void symmetrize(Database& database) {
  WorstEntry added_mass, damping, kernel;
  for (MatrixXd& matrix : database.added_mass) {
    symmetrize_one(matrix, reference_inertia_with(database, matrix), added_mass);
  }
  if (database.added_mass_infinite) {
    MatrixXd& infinite = *database.added_mass_infinite;
    symmetrize_one(infinite, reference_inertia_with(database, infinite), added_mass);
  }
  const VectorXd omega_inertia =
      database.omega[database.omega.size() / 2] * reference_inertia(database);
  const VectorXd damping_scale =
      diagonal_peaks(database.radiation_damping, database.dof_count()) + omega_inertia;
  for (MatrixXd& matrix : database.radiation_damping) {
    symmetrize_one(matrix, damping_scale, damping);
  }
  const VectorXd kernel_scale =
      diagonal_peaks(database.retardation_kernel.values, database.dof_count());
  for (MatrixXd& matrix : database.retardation_kernel.values) {
    symmetrize_one(matrix, kernel_scale, kernel);
  }
  if (!database.added_mass.empty() || database.added_mass_infinite) {
    note(database, "added_mass", "added mass", "sqrt((m + A)_ii (m + A)_jj)", added_mass);
  }
  if (!database.radiation_damping.empty()) {
    note(database, "radiation_damping", "radiation damping",
         "sqrt((max B + omega m)_ii (max B + omega m)_jj)", damping);
  }
  if (!database.retardation_kernel.empty()) {
    note(database, "retardation_kernel", "retardation kernel", "sqrt(max K_ii max K_jj)", kernel);
  }
}

}  // namespace raftup::hydro
