#include "solver/dynamics/steppers/impulse_law.hpp"

#include "solver/joints/constraint_matrix.hpp"
#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver {

namespace {

/// Damping time of a rigid row, in steps. Chosen, not swept: with a time below one step gaps would
/// overshoot, and with a long time gaps stay open.
constexpr double kStabilizationSteps = 2.0;
/// Closing speed of a stop below which a body rests against the stop instead of bouncing [m/s,
/// rad/s]. Chosen, not swept.
constexpr double kRestingSpeed = 1e-3;

}  // namespace

ImpulseLaw::RowEquation ImpulseLaw::held_equation(const Row& row) const {
  RowEquation equation;
  equation.sigma = equation.regularization = kRegularization * row.mobility;
  equation.target = row.law.target_speed;
  equation.lower = step_ * row.law.lower;
  equation.upper = step_ * row.law.upper;
  return equation;
}

ImpulseLaw::RowEquation ImpulseLaw::stabilized_equation(const Row& row, double damping_time) const {
  RowEquation equation = held_equation(row);
  equation.regularization = 0.0;  // drawn back to g = 0, the row forgives its sigma
  const StabilizedRow stabilized(step_, row.law.compliance, damping_time, row.violation,
                                 one_sided(row.law) ? 0.0 : row.speed);
  equation.target = stabilized.target;
  if (row.law.compliance > 0.0) equation.sigma = stabilized.sigma;
  return equation;
}

ImpulseLaw::RowEquation ImpulseLaw::impact_equation(const Row& row) const {
  RowEquation equation = held_equation(row);
  if (strikes(row)) {
    equation.target = -row.law.restitution * row.speed;
  } else if (row.law.bounded()) {
    equation.lower = equation.upper = 0.0;  // finite forces do nothing in no time
  } else if (row.law.compliance > 0.0) {
    equation = stabilized_equation(row, row.law.damping_time);
    equation.target = row.speed;
  }
  return equation;
}

bool Spook::strikes(const Row& row) const {
  return one_sided(row.law) && row.violation <= 0.0 && row.speed < -kRestingSpeed;
}

ImpulseLaw::RowEquation Spook::equation(const Row& row) const {
  if (!row.law.holds_position) return held_equation(row);
  if (one_sided(row.law) && row.violation > 0.0) {
    RowEquation equation = held_equation(row);
    equation.target = -row.violation / step();
    const bool passed = row.law.restitution == 0.0 && row.violation + step() * row.speed <= 0.0;
    if (!passed) equation.upper = 0.0;
    return equation;
  }
  const bool compliant = row.law.compliance > 0.0;
  return stabilized_equation(row, compliant ? row.law.damping_time : kStabilizationSteps * step());
}

ImpulseLaw::RowEquation MoreauJean::equation(const Row& row) const {
  RowEquation equation = held_equation(row);
  if (row.law.compliance > 0.0) {
    const ThetaRow at_theta(theta_, step(), row.law.compliance, row.law.damping_time, row.violation,
                            row.speed, one_sided(row.law) && row.violation > 0.0);
    equation.regularization = 0.0;
    equation.sigma = at_theta.sigma;
    equation.target = at_theta.target;
    return equation;
  }
  if (!one_sided(row.law)) return equation;
  if (nonsmooth::closes(row.violation, row.speed, step())) {
    equation.target = -row.law.restitution * row.speed;
  } else {
    equation.upper = 0.0;
  }
  return equation;
}

}  // namespace raftup::solver
