#include "solver/steppers/stepper.hpp"

#include "solver/steppers/runge_kutta4.hpp"

namespace raftup::solver {

std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system, double step) {
  switch (kind) {
    case StepperKind::kRungeKutta4:
      break;
  }
  return std::make_unique<RungeKutta4>(system, step);
}

}  // namespace raftup::solver
