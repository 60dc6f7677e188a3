#include "solver/steppers/stepper.hpp"

#include <algorithm>

#include "solver/steppers/impulse_stepper.hpp"
#include "solver/steppers/midpoint.hpp"
#include "solver/steppers/runge_kutta4.hpp"

namespace raftup::solver {

StepperKind suitable_stepper(const Model& model, const MultibodySystem& system) {
  const std::vector<JointConstraint>& joints = system.constraints.joints();
  const bool smooth = std::all_of(joints.begin(), joints.end(),
                                  [](const JointConstraint& joint) { return joint.smooth(); });
  const bool strong = !model.strong_interactions.empty() || !model.strong_joints.empty();
  const bool touches = !system.contacts.empty();
  return smooth && !strong && !touches ? StepperKind::kRungeKutta4 : StepperKind::kSpook;
}

bool steps_by_impulses(StepperKind kind) {
  return kind == StepperKind::kSpook || kind == StepperKind::kMoreauJean;
}

std::unique_ptr<Stepper> make_stepper(StepperKind kind, MultibodySystem& system,
                                      const Model& model) {
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  switch (kind) {
    case StepperKind::kMidpoint:
      return std::make_unique<Midpoint>(system, model);
    case StepperKind::kSpook:
      return std::make_unique<ImpulseStepper>(system, model, std::make_unique<const Spook>(step));
    case StepperKind::kMoreauJean:
      return std::make_unique<ImpulseStepper>(
          system, model,
          std::make_unique<const MoreauJean>(step, model.theta.value_or(kDefaultTheta)));
    case StepperKind::kRungeKutta4:
      break;
  }
  return std::make_unique<RungeKutta4>(system, step);
}

}  // namespace raftup::solver
