#include "hydro/database/checks/measures.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr std::array<const char*, 6> kDofNames = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

VectorXd reference_inertia(const Database& database) {
  VectorXd inertia(database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    const double volume = database.bodies[static_cast<std::size_t>(body)].displaced_volume;
    inertia.segment<3>(kDofs * body).setConstant(database.water_density * volume);
    inertia.segment<3>(kDofs * body + 3)
        .setConstant(database.water_density * std::pow(volume, 5.0 / 3.0));
  }
  return inertia;
}

}  // namespace

VectorXd inverse_root_reference_inertia(const Database& database) {
  return reference_inertia(database).unaryExpr(
      [](double inertia) { return inertia > 0.0 ? 1.0 / std::sqrt(inertia) : 0.0; });
}

VectorXd reference_inertia_with(const Database& database, const MatrixXd& added_mass) {
  return reference_inertia(database) + added_mass.diagonal().cwiseAbs();
}

std::string dof_name(const Database& database, Index dof) {
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
