#include "solver/steppers/spook.hpp"

namespace raftup::solver {

namespace {

constexpr double kStabilisationSteps = 2.0;  ///< damping time of a rigid row, in steps
/// Slower than this [m/s, rad/s], a body rests against its stop instead of bouncing.
constexpr double kRestingSpeed = 1e-3;

}  // namespace

bool Spook::strikes(const Row& row) const {
  return one_sided(row.law) && row.violation <= 0.0 && row.speed < -kRestingSpeed;
}

ImpulseStepper::RowEquation Spook::equation(const Row& row) const {
  if (!row.law.holds_position) return bounded_equation(row);
  if (one_sided(row.law) && row.violation > 0.0) {
    RowEquation equation = bounded_equation(row);
    equation.target = -row.violation / step();
    const bool passed = row.law.restitution == 0.0 && row.violation + step() * row.speed <= 0.0;
    if (!passed) equation.upper = 0.0;
    return equation;
  }
  const bool compliant = row.law.compliance > 0.0;
  return stabilised_equation(row, compliant ? row.law.damping_time : kStabilisationSteps * step());
}

}  // namespace raftup::solver
