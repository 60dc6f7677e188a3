#include "solver/dynamics/steppers/by_reach.hpp"

#include <algorithm>
#include <memory>

namespace raftup::solver {

ByReach::ByReach(MultibodySystem& system, const Model& model)
    : contacts_(system.contacts),
      step_(1e-9 * static_cast<double>(model.step_ns)),
      free_(system, step_),
      touching_(system, model, std::make_unique<const Spook>(step_)) {}

void ByReach::compute(const StepStart& start, const State& state) {
  last_ = &free_;
  if (anything_in_reach(start, state)) last_ = &touching_;
  last_->compute(start, state);
}

/// True if any contact had a force in the last step, or if shapes are near each other now. A
/// contact force of the last step is among the forces at the start of this step.
bool ByReach::anything_in_reach(const StepStart& start, const State& state) {
  const bool pushed =
      std::any_of(state.contacts.begin(), state.contacts.end(), [](const ContactPairState& pair) {
        return std::any_of(pair.points.begin(), pair.points.end(),
                           [](const ContactPointState& point) { return !point.force.isZero(0.0); });
      });
  if (pushed) return true;
  contacts_.find(start.bodies, state.contacts, state.inputs, start.times.start, step_);
  return !contacts_.contacts().empty();
}

}  // namespace raftup::solver
