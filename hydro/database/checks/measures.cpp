#include "hydro/database/checks/measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/database/coefficients.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Relative to the largest damping rate: yaw of a round body is below it.
constexpr double kNoise = 1e-4;

}  // namespace

VectorXd reference_inertia(const Database& database) {
  VectorXd inertia(database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    const double volume = database.bodies[static_cast<std::size_t>(body)].displaced_volume;
    inertia.segment<3>(kDofs * body).setConstant(database.water_density * volume);
    inertia.segment<3>(kDofs * body + 3)
        .setConstant(database.water_density * std::pow(volume, 5.0 / 3.0));
  }
  for (Index mode = 0; mode < database.modes.count(); ++mode) {
    inertia[database.modes.modes[static_cast<std::size_t>(mode)].dof] =
        database.modes.mass(mode, mode);
  }
  return inertia;
}

VectorXd inverse_root_reference_inertia(const Database& database) {
  return reference_inertia(database).unaryExpr(
      [](double inertia) { return inertia > 0.0 ? 1.0 / std::sqrt(inertia) : 0.0; });
}

VectorXd reference_inertia_with(const Database& database, const MatrixXd& added_mass) {
  return reference_inertia(database) + added_mass.diagonal().cwiseAbs();
}

VectorXd largest_damping(const Database& database) {
  VectorXd largest = VectorXd::Zero(database.dof_count());
  for (const MatrixXd& damping : database.radiation_damping) {
    largest = largest.cwiseMax(damping.diagonal());
  }
  return largest;
}

/// The dofs that radiate: the damping of a round body's yaw is rounding noise.
std::vector<Index> radiating_dofs(const Database& database) {
  const VectorXd unit = inverse_root_reference_inertia(database);
  const VectorXd rate = unit.cwiseAbs2().cwiseProduct(largest_damping(database));
  std::vector<Index> dofs;
  for (Index dof = 0; dof < rate.size(); ++dof) {
    if (rate[dof] > kNoise * rate.maxCoeff()) dofs.push_back(dof);
  }
  return dofs;
}

HullSize hull_size(const Database& database, Index body) {
  const DatabaseBody& it = database.bodies[static_cast<std::size_t>(body)];
  const double weight = database.water_density * database.gravity;
  const double area = it.hydrostatic_stiffness(2, 2) / weight;
  if (area <= 0.0) return {};
  const double lever = it.center_of_buoyancy.z() - it.center_of_gravity.z();
  const double stiffness = std::max(it.hydrostatic_stiffness(3, 3), it.hydrostatic_stiffness(4, 4));
  const double moment = std::max(0.0, stiffness / weight - it.displaced_volume * lever);
  return {std::sqrt(12.0 * moment / area), it.displaced_volume / area};
}

std::string dof_name(const Database& database, Index dof) {
  for (std::size_t mode = 0; mode < database.modes.modes.size(); ++mode) {
    if (database.modes.modes[mode].dof == dof) return mode_name(database, mode);
  }
  return fmt::format("{} {}", database.bodies[static_cast<std::size_t>(dof / kDofs)].name,
                     kDofNames.at(static_cast<std::size_t>(dof % kDofs)));
}

WorstEntry worst_entry(const MatrixXd& matrix, const VectorXd& scale) {
  WorstEntry worst;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      const double unit = std::sqrt(scale[row] * scale[column]);
      if (unit > 0.0 && std::abs(matrix(row, column)) / unit > worst.value) {
        worst = {std::abs(matrix(row, column)) / unit, row, column};
      }
    }
  }
  return worst;
}

WorstEntry worst_asymmetry(const MatrixXd& matrix, const VectorXd& scale) {
  return worst_entry(matrix - matrix.transpose(), scale);
}

}  // namespace raftup::hydro
