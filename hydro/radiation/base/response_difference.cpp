#include "hydro/radiation/base/response_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

constexpr double kUnmoved = 1e-2;  // least motion relative to the dof of its kind that moves most

/// Removes dofs whose motion is only rounding noise because of symmetry, such as sway of a round
/// body in waves along x.
void drop_unmoved(std::vector<ResponseDifference>& rows) {
  const auto is_rotation = [](const ResponseDifference& row) { return row.dof % kDofs > 2; };
  std::array<double, 2> largest{};
  for (const ResponseDifference& row : rows) {
    double& of_kind = largest.at(is_rotation(row) ? 1 : 0);
    of_kind = std::max(of_kind, row.peak);
  }
  std::erase_if(rows, [&](const ResponseDifference& row) {
    return row.peak <= kUnmoved * largest.at(is_rotation(row) ? 1 : 0);
  });
}

}  // namespace

std::vector<ResponseDifference> largest_differences(const ComparedMotions& motions) {
  std::vector<ResponseDifference> differences;
  for (const Index dof : motions.dofs) differences.push_back({.dof = dof});
  for (std::size_t k = 0; k < motions.reference.size(); ++k) {
    const MatrixXcd &expected = motions.reference[k], &found = motions.other[k];
    const double omega = motions.omega[static_cast<Index>(k)];
    for (ResponseDifference& row : differences) {
      const double size = expected.row(row.dof).cwiseAbs().maxCoeff();
      const double difference = (found - expected).row(row.dof).cwiseAbs().maxCoeff();
      if (size > row.peak) {
        row.peak = size;
        row.peak_omega = omega;
      }
      if (difference > row.difference) {
        row.difference = difference;
        row.difference_omega = omega;
      }
    }
  }
  drop_unmoved(differences);
  for (ResponseDifference& row : differences) row.difference /= row.peak;
  return differences;
}

std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other) {
  require_series(database, reference);
  require_series(database, other);
  if (database.excitation.empty()) return {};
  return largest_differences(compared_motions(database, reference, other, MotionsUnder::kWaves));
}

ComparedMotions motions_in_waves_or_forces(const Database& database,
                                           const RadiationSeries& reference,
                                           const RadiationSeries& other) {
  if (!database.excitation.empty()) {
    ComparedMotions in_waves = compared_motions(database, reference, other, MotionsUnder::kWaves);
    if (!largest_differences(in_waves).empty()) return in_waves;
  }
  return compared_motions(database, reference, other, MotionsUnder::kUnitForces);
}

VectorXd response_sensitivity(const Database& database, const RadiationSeries& radiation,
                              const VectorXd& dof_scale) {
  require_series(database, radiation);
  VectorXd sensitivity = VectorXd::Zero(database.omega.size());
  const auto moved = compare_responses(database, radiation, radiation);
  if (moved.empty()) return sensitivity;
  const FloatingBodies bodies(database);
  const std::vector<Index>& dofs = bodies.dofs();
  const VectorXd scale = dof_scale(dofs);
  for (Index k = 0; k < database.omega.size(); ++k) {
    check_cancelled();
    const MatrixXcd active = bodies.impedance(radiation, k);
    MatrixXcd compliance = MatrixXcd::Zero(database.dof_count(), scale.size());
    compliance(dofs, Eigen::all) =
        solve_regular(active, MatrixXcd(MatrixXd(scale.asDiagonal()).cast<Complex>()));
    double largest = 0.0;
    for (const ResponseDifference& row : moved) {
      largest = std::max(largest, compliance.row(row.dof).norm() / row.peak);
    }
    const MatrixXcd force = bodies.excitation(k);
    const MatrixXcd motion = bodies.motions(radiation, force, k)(dofs, Eigen::all);
    const double moves = (scale.asDiagonal() * motion).colwise().norm().maxCoeff();
    sensitivity[k] = database.omega[k] * largest * moves;
  }
  return sensitivity;
}

std::vector<ResponseDifference> compare_filed_with_repaired(const Database& database) {
  if (database.added_mass.empty() || database.radiation_damping.empty()) return {};
  const RadiationCoefficients repaired(database, RadiationData::kRepaired, true);
  return compare_responses(database, radiation_series(repaired, database.omega),
                           {database.added_mass, database.radiation_damping});
}

}  // namespace raftup::hydro
