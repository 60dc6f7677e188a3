#include "solver/linearisation/output_response.hpp"

#include <fmt/format.h>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// The derivatives of one number of an output.
struct OutputRow {
  VectorXd by_displacement, by_velocity, by_acceleration;
};

/// A row of a derivative; an empty derivative counts as 0.
VectorXd row_or_zero(const MatrixXd& derivative, Eigen::Index row, Eigen::Index dofs) {
  if (derivative.size() == 0) return VectorXd::Zero(dofs);
  return derivative.row(row);
}

OutputRow row_of(const Linearization& linear, const std::string& name, Eigen::Index component) {
  for (const OutputDerivative& output : linear.outputs()) {
    if (output.name != name) continue;
    const Eigen::Index size = output.value.size();
    require(component >= 0 && component < size,
            fmt::format("component must lie within 0 to {}", size - 1), std::to_string(component));
    const Eigen::Index dofs = linear.matrices().mass.rows();
    return {row_or_zero(output.by_displacement, component, dofs),
            row_or_zero(output.by_velocity, component, dofs),
            row_or_zero(output.by_acceleration, component, dofs)};
  }
  throw BrokenRule(
      "output must be a function of how bodies stand, move and are accelerated, such as "
      "<body>.displacement",
      name);
}

/// The matrix [-omega^2 (M + A) + i omega (B + D) + C] in the free motions.
MatrixXcd impedance(const Linearization& linear, double omega) {
  const LinearMatrices& matrices = linear.matrices();
  MatrixXd added_mass, damping;
  linear.water().added_mass(omega, added_mass);
  linear.water().radiation_damping(omega, damping);
  const Complex rate(0.0, omega);
  MatrixXcd all =
      (matrices.restoring - omega * omega * (matrices.mass + added_mass)).cast<Complex>();
  all += rate * (matrices.linear_damping + damping).cast<Complex>();
  if (matrices.radiation_turning.size() > 0) {
    const MatrixXcd memory = damping.cast<Complex>() +
                             rate * (added_mass - matrices.infinite_added_mass).cast<Complex>();
    all += memory * matrices.radiation_turning.cast<Complex>();
  }
  return matrices.free_basis.transpose() * all * matrices.free_basis;
}

}  // namespace

std::vector<Complex> output_response(const Linearization& linear, const std::string& output,
                                     Eigen::Index component,
                                     const std::vector<hydro::WaveComponent>& waves) {
  const OutputRow row = row_of(linear, output, component);
  WaveSelection selection;
  selection.paired = true;
  const auto count = static_cast<Eigen::Index>(waves.size());
  selection.omega.resize(count);
  selection.direction.resize(count);
  for (std::size_t n = 0; n < waves.size(); ++n) {
    selection.omega[static_cast<Eigen::Index>(n)] = waves[n].omega;
    selection.direction[static_cast<Eigen::Index>(n)] = waves[n].direction;
  }
  const WaveForces forces = linear.waves().at(selection);
  const MatrixXd& free = linear.matrices().free_basis;
  std::vector<Complex> result;
  for (std::size_t n = 0; n < waves.size(); ++n) {
    check_cancelled();
    const double omega = waves[n].omega;
    const VectorXcd force = free.transpose() * forces.force[n].col(0);
    const VectorXcd motion = free * impedance(linear, omega).partialPivLu().solve(force);
    const VectorXcd by_motion =
        (row.by_displacement - omega * omega * row.by_acceleration).cast<Complex>() +
        Complex(0.0, omega) * row.by_velocity.cast<Complex>();
    result.push_back((by_motion.transpose() * motion)(0));
  }
  return result;
}

}  // namespace raftup::solver
