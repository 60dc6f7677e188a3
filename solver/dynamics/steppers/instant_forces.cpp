#include "solver/dynamics/steppers/instant_forces.hpp"

#include <cmath>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/mixed_complementarity.hpp"

namespace raftup::solver {

namespace {

/// Rounding of gaps and speeds of bodies at rest [m, rad, m/s, rad/s].
constexpr double kThere = 1e-9;

struct ForceBounds {
  double lower = 0.0, upper = 0.0;
};

/// The force bounds of a rigid row at its present gap and speed.
ForceBounds bounds_of(const RowLaw& law, double violation, double speed) {
  if (!law.bounded()) return {law.lower, law.upper};
  if (one_sided(law)) {
    const bool reached = violation <= kThere && speed <= kThere;
    return reached ? ForceBounds{law.lower, law.upper} : ForceBounds{};
  }
  const double off =
      law.holds_position && std::abs(violation) > kThere ? violation : speed - law.target_speed;
  if (std::abs(off) <= kThere) return {law.lower, law.upper};
  const double all = off > 0.0 ? law.lower : law.upper;
  return {all, all};
}

}  // namespace

void add_instant_forces(const Kinematics& bodies, Masses& masses, ConstraintSet& constraints,
                        BodyVectors& momentum_rates, VectorXd& multipliers) {
  VectorXd speeds, accelerations;
  BodyVectors twists(bodies.size());
  constraints.evaluate_with_bias(bodies);
  constraints.measure_speeds(bodies, speeds);
  constraints.compliant_multipliers(speeds, multipliers);
  constraints.add_forces(multipliers, momentum_rates);
  masses.solve_accelerations(bodies, momentum_rates, twists);
  constraints.measure(twists, accelerations);
  ConstraintMatrix& matrix = constraints.matrix();
  matrix.assemble(constraints.blocks(), masses.matrices(), bodies);
  const Eigen::Index count = constraints.row_count();
  MixedComplementarityProblem problem{VectorXd::Ones(count), VectorXd::Zero(count),
                                      VectorXd::Zero(count), VectorXd::Zero(count),
                                      VectorXd::Zero(count)};
  for (Eigen::Index row = 0; row < count; ++row) {
    const RowLaw& law = constraints.law(row);
    const bool acts = constraints.enabled(row) && matrix.can_move(row) && law.compliance == 0.0;
    if (!acts) continue;
    const ForceBounds limits = bounds_of(law, constraints.violation(row), speeds[row]);
    problem.lower[row] = limits.lower;
    problem.upper[row] = limits.upper;
    if (limits.lower == limits.upper) continue;
    problem.sigma[row] = constraints.regularization() * matrix.diagonal()[row];
    // Rows that others hold need their sigma, as in HeldConstraints.
    if (!constraints.redundant()) problem.regularization[row] = problem.sigma[row];
    problem.right_side[row] = -accelerations[row] - constraints.bias(row);
  }
  const VectorXd held = solve(matrix, problem, {}).multipliers;
  constraints.add_forces(held, momentum_rates);
  multipliers += held;
}

}  // namespace raftup::solver
