#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/read_bytes.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// Largest difference of A, B, X between two databases on the same grids, each entry relative to
/// the larger of itself and 1e-3 of the largest of its kind, by which it is measured: for A and B
/// the root of the product of the two diagonals' largest, for X the largest of the dof.
struct CoefficientDifference {
  double added_mass = 0.0;
  double radiation_damping = 0.0;
  double excitation = 0.0;
};

constexpr double kNegligible = 1e-3;

inline double difference(const std::vector<MatrixXd>& a, const std::vector<MatrixXd>& b) {
  if (a.size() != b.size()) return INFINITY;
  if (a.empty()) return 0.0;
  VectorXd largest = VectorXd::Zero(a.front().rows());
  for (const MatrixXd& matrix : a) largest = largest.cwiseMax(matrix.diagonal().cwiseAbs());
  const MatrixXd scale = kNegligible * (largest * largest.transpose()).cwiseSqrt();
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const MatrixXd own = scale.cwiseMax(a[k].cwiseAbs()).cwiseMax(1e-300);
    worst = std::max(worst, ((a[k] - b[k]).cwiseAbs().cwiseQuotient(own)).maxCoeff());
  }
  return worst;
}

inline double difference(const hydro::TransferFunction& a, const hydro::TransferFunction& b) {
  if (a.values.size() != b.values.size()) return INFINITY;
  if (a.empty()) return 0.0;
  // Translations and rotations are forces of a kind each: what symmetry makes zero is noise.
  VectorXd largest = VectorXd::Zero(a.values.front().rows());
  for (const MatrixXcd& values : a.values) {
    for (Eigen::Index first = 0; first < largest.size(); first += 3) {
      const double of_kind = values.middleRows(first, 3).cwiseAbs().maxCoeff();
      largest.segment(first, 3) = largest.segment(first, 3).cwiseMax(of_kind);
    }
  }
  double worst = 0.0;
  for (std::size_t h = 0; h < a.values.size(); ++h) {
    const MatrixXd scale = kNegligible * largest.replicate(1, a.values[h].cols());
    const MatrixXd own = scale.cwiseMax(a.values[h].cwiseAbs());
    worst = std::max(worst, ((a.values[h] - b.values[h]).cwiseAbs().cwiseQuotient(own)).maxCoeff());
  }
  return worst;
}

inline CoefficientDifference coefficient_difference(const hydro::Database& a,
                                                    const hydro::Database& b) {
  return {difference(a.added_mass, b.added_mass),
          difference(a.radiation_damping, b.radiation_damping),
          difference(a.excitation, b.excitation)};
}

/// The name of the first member that differs in any bit; empty where the databases are the same but
/// for digest, sources, history and findings.
inline std::string first_difference(const hydro::Database& a, const hydro::Database& b) {
  if (a.gravity != b.gravity || a.water_density != b.water_density ||
      a.water_depth != b.water_depth) {
    return "environment";
  }
  if (a.bodies.size() != b.bodies.size()) return "bodies";
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const hydro::DatabaseBody& x = a.bodies[i];
    const hydro::DatabaseBody& y = b.bodies[i];
    if (x.name != y.name) return "name";
    if (x.center_of_gravity != y.center_of_gravity) return "center_of_gravity";
    if (x.center_of_buoyancy != y.center_of_buoyancy) return "center_of_buoyancy";
    if (x.displaced_volume != y.displaced_volume) return "displaced_volume";
    if (x.hydrostatic_stiffness != y.hydrostatic_stiffness) return "hydrostatic_stiffness";
  }
  if (a.omega != b.omega) return "omega";
  if (a.wave_directions != b.wave_directions) return "wave_directions";
  if (a.added_mass != b.added_mass) return "added_mass";
  if (a.radiation_damping != b.radiation_damping) return "radiation_damping";
  if (a.added_mass_infinite != b.added_mass_infinite) return "added_mass_infinite";
  if (a.retardation_kernel.grid != b.retardation_kernel.grid) return "retardation_time";
  if (a.retardation_kernel.values != b.retardation_kernel.values) return "retardation_kernel";
  if (a.excitation.values != b.excitation.values) return "excitation";
  if (a.froude_krylov.values != b.froude_krylov.values) return "froude_krylov";
  if (a.diffraction.values != b.diffraction.values) return "diffraction";
  if (a.mean_drift_force != b.mean_drift_force) return "mean_drift_force";
  return {};
}

inline hydro::SourceFile source_file(const std::filesystem::path& file) {
  return {file.filename().string(), hydro::read_bytes(file)};
}

inline hydro::SourceFile text_source(const std::string& name, const std::string& text) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {name, {bytes, bytes + text.size()}};
}

inline bool has_finding(const hydro::Database& database, const std::string& name) {
  return std::any_of(database.findings.begin(), database.findings.end(),
                     [&](const hydro::Finding& finding) { return finding.name == name; });
}

}  // namespace raftup::testing
