#include "solver/dynamics/steppers/stepper.hpp"

#include <algorithm>

#include "solver/dynamics/steppers/by_reach.hpp"
#include "solver/dynamics/steppers/impulse_stepper.hpp"
#include "solver/dynamics/steppers/midpoint.hpp"
#include "solver/dynamics/steppers/runge_kutta4.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// True if joints and strong interactions of the model need no impulses; only contacts may.
bool smooth_without_contacts(const Model& model, const MultibodySystem& system) {
  const std::vector<JointConstraint>& joints = system.constraints.joints();
  const bool strong = !model.strong_interactions.empty() || !model.strong_joints.empty();
  return !strong && std::all_of(joints.begin(), joints.end(),
                                [](const JointConstraint& joint) { return joint.smooth(); });
}

}  // namespace

StepperKind choose_stepper(const Model& model, const MultibodySystem& system) {
  const StepperKind given = model.stepper.value_or(StepperKind::kSpook);
  if (!model.machines.empty() && !model.stepper) return StepperKind::kMoreauJean;
  if (model.stepper && given != StepperKind::kByReach) return given;
  if (loads_act_over_steps(model)) {
    const bool smooth = smooth_without_contacts(model, system) && system.contacts.empty();
    return smooth ? StepperKind::kMidpoint : StepperKind::kMoreauJean;
  }
  if (!smooth_without_contacts(model, system)) return StepperKind::kSpook;
  return system.contacts.empty() ? StepperKind::kRungeKutta4 : given;
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
    case StepperKind::kByReach:
      return std::make_unique<ByReach>(system, model);
    case StepperKind::kRungeKutta4:
      break;
  }
  return std::make_unique<RungeKutta4>(system, step);
}

}  // namespace raftup::solver
