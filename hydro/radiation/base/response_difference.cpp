#include "hydro/radiation/base/response_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

constexpr double kUnmoved = 1e-2;  // least motion relative to the dof of its kind that moves most

MatrixXd hydrostatic_stiffness(const Database& database) {
  MatrixXd stiffness = MatrixXd::Zero(database.dof_count(), database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    stiffness.block<kDofs, kDofs>(kDofs * body, kDofs * body) =
        database.bodies[static_cast<std::size_t>(body)].hydrostatic_stiffness;
  }
  return stiffness;
}

/// Computes the impedance -omega^2 (m + A) + i omega B + C of all dofs at one frequency.
MatrixXcd impedance(const Database& database, const RadiationSeries& radiation,
                    const MatrixXd& stiffness, Index frequency) {
  const auto k = static_cast<std::size_t>(frequency);
  const double omega = database.omega[frequency];
  const MatrixXd inertia = MatrixXd(reference_inertia(database).asDiagonal());
  MatrixXcd result(database.dof_count(), database.dof_count());
  result.real() = stiffness - omega * omega * (inertia + radiation.added_mass[k]);
  result.imag() = omega * radiation.radiation_damping[k];
  return result;
}

/// Function that returns the forces at a frequency of the database, 6N x any number of columns.
using Forces = std::function<MatrixXcd(Index frequency)>;

/// Returns the excitation X at one frequency, 6N x directions.
MatrixXcd excitation(const Database& database, Index frequency) {
  const auto directions = static_cast<Index>(database.excitation.values.size());
  MatrixXcd force(database.dof_count(), directions);
  for (Index h = 0; h < directions; ++h) {
    force.col(h) = database.excitation.values[static_cast<std::size_t>(h)].col(frequency);
  }
  return force;
}

/// Computes the motions at one frequency, 6N x columns of the force. Dofs that radiate nothing have
/// motion 0.
MatrixXcd responses(const Database& database, const RadiationSeries& radiation,
                    const MatrixXd& stiffness, const std::vector<Index>& dofs,
                    const MatrixXcd& force, Index frequency) {
  const MatrixXcd active = impedance(database, radiation, stiffness, frequency)(dofs, dofs);
  const MatrixXcd active_force = force(dofs, Eigen::all);
  MatrixXcd result = MatrixXcd::Zero(force.rows(), force.cols());
  result(dofs, Eigen::all) = solve_regular(active, active_force);
  return result;
}

void require_series(const Database& database, const RadiationSeries& series) {
  const auto count = static_cast<std::size_t>(database.omega.size());
  require(series.added_mass.size() == count && series.radiation_damping.size() == count,
          "responses need added mass and radiation damping at every frequency of the database");
}

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

/// Compares motions as compare_responses() does, under the given forces.
std::vector<ResponseDifference> compare_by(const Forces& forces, const Database& database,
                                           const RadiationSeries& reference,
                                           const RadiationSeries& other) {
  const std::vector<Index> dofs = radiating_dofs(database);
  const MatrixXd stiffness = hydrostatic_stiffness(database);
  std::vector<ResponseDifference> differences;
  for (const Index dof : dofs) differences.push_back({.dof = dof});
  for (Index k = 0; k < database.omega.size(); ++k) {
    check_cancelled();
    const MatrixXcd force = forces(k);
    const MatrixXcd expected = responses(database, reference, stiffness, dofs, force, k);
    const MatrixXcd found = responses(database, other, stiffness, dofs, force, k);
    for (ResponseDifference& row : differences) {
      const double size = expected.row(row.dof).cwiseAbs().maxCoeff();
      const double difference = (found - expected).row(row.dof).cwiseAbs().maxCoeff();
      if (size > row.peak) {
        row.peak = size;
        row.peak_omega = database.omega[k];
      }
      if (difference > row.difference) {
        row.difference = difference;
        row.difference_omega = database.omega[k];
      }
    }
  }
  drop_unmoved(differences);
  for (ResponseDifference& row : differences) row.difference /= row.peak;
  return differences;
}

}  // namespace

std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other) {
  require_series(database, reference);
  require_series(database, other);
  if (database.excitation.empty()) return {};
  return compare_by([&](Index k) { return excitation(database, k); }, database, reference, other);
}

std::vector<ResponseDifference> compare_motions(const Database& database,
                                                const RadiationSeries& reference,
                                                const RadiationSeries& other) {
  auto by_waves = compare_responses(database, reference, other);
  if (!by_waves.empty()) return by_waves;
  const VectorXd inertia = reference_inertia_with(database, database.added_mass.front());
  const MatrixXcd unit = MatrixXd(inertia.asDiagonal()).cast<Complex>();
  return compare_by([&](Index) -> const MatrixXcd& { return unit; }, database, reference, other);
}

VectorXd response_sensitivity(const Database& database, const RadiationSeries& radiation,
                              const VectorXd& dof_scale) {
  require_series(database, radiation);
  VectorXd sensitivity = VectorXd::Zero(database.omega.size());
  const auto moved = compare_responses(database, radiation, radiation);
  if (moved.empty()) return sensitivity;
  const std::vector<Index> dofs = radiating_dofs(database);
  const MatrixXd stiffness = hydrostatic_stiffness(database);
  const VectorXd scale = dof_scale(dofs);
  for (Index k = 0; k < database.omega.size(); ++k) {
    check_cancelled();
    const MatrixXcd active = impedance(database, radiation, stiffness, k)(dofs, dofs);
    MatrixXcd compliance = MatrixXcd::Zero(database.dof_count(), scale.size());
    compliance(dofs, Eigen::all) =
        solve_regular(active, MatrixXcd(MatrixXd(scale.asDiagonal()).cast<Complex>()));
    double largest = 0.0;
    for (const ResponseDifference& row : moved) {
      largest = std::max(largest, compliance.row(row.dof).norm() / row.peak);
    }
    const MatrixXcd force = excitation(database, k);
    const MatrixXcd motion =
        responses(database, radiation, stiffness, dofs, force, k)(dofs, Eigen::all);
    const double moves = (scale.asDiagonal() * motion).colwise().norm().maxCoeff();
    sensitivity[k] = database.omega[k] * largest * moves;
  }
  return sensitivity;
}

RadiationSeries radiation_series(const RadiationCoefficients& coefficients, const VectorXd& omega) {
  RadiationSeries series;
  for (const double at : omega) {
    series.added_mass.push_back(coefficients.added_mass(at));
    series.radiation_damping.push_back(coefficients.radiation_damping(at));
  }
  return series;
}

std::vector<ResponseDifference> compare_filed_with_repaired(const Database& database) {
  if (database.added_mass.empty() || database.radiation_damping.empty()) return {};
  const RadiationCoefficients repaired(database, RadiationData::kRepaired, true);
  return compare_responses(database, radiation_series(repaired, database.omega),
                           {database.added_mass, database.radiation_damping});
}

}  // namespace raftup::hydro
