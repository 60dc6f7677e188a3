#include "solver/steppers/moreau_jean.hpp"

namespace raftup::solver {

namespace {

constexpr double kActivation = 0.5;  ///< gamma

}  // namespace

ImpulseStepper::RowEquation MoreauJean::equation(const Row& row) const {
  if (row.law.compliance > 0.0) return stabilised_equation(row, row.law.damping_time);
  RowEquation equation = bounded_equation(row);
  if (!one_sided(row.law)) return equation;
  if (row.violation + kActivation * step() * row.speed > 0.0) {
    equation.upper = 0.0;
  } else {
    equation.target = -row.law.restitution * row.speed;
  }
  return equation;
}

}  // namespace raftup::solver
