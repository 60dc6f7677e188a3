#include "solver/steppers/moreau_jean.hpp"

#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver {

ImpulseStepper::RowEquation MoreauJean::equation(const Row& row) const {
  if (row.law.compliance > 0.0) return stabilised_equation(row, row.law.damping_time);
  RowEquation equation = bounded_equation(row);
  if (!one_sided(row.law)) return equation;
  if (nonsmooth::closes(row.violation, row.speed, step())) {
    equation.target = -row.law.restitution * row.speed;
  } else {
    equation.upper = 0.0;
  }
  return equation;
}

}  // namespace raftup::solver
