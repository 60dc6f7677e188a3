#include "solver/dynamics/system/stage_damping.hpp"

#include <algorithm>

namespace raftup::solver {

StageDamping::StageDamping(const Model& model, Masses& masses)
    : masses_(masses), steps_(steps_of(model.course.stages, model.step_ns)) {
  for (const Stage& stage : model.course.stages) rates_.push_back(stage.damping);
}

bool StageDamping::acts_in(const Model& model) {
  return std::any_of(model.course.stages.begin(), model.course.stages.end(),
                     [](const Stage& stage) { return stage.damping > 0.0; });
}

/// The rate d of the step that begins at a state [1/s]; after the last stage that of the last.
double StageDamping::rate(const State& state) const {
  const auto stage = std::find_if(steps_.begin(), steps_.end(), [&](const StageSteps& steps) {
    return state.step_index < steps.end_step;
  });
  return stage == steps_.end() ? rates_.back()
                               : rates_[static_cast<std::size_t>(stage - steps_.begin())];
}

void StageDamping::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) {
  const double d = rate(conditions.state);
  if (d == 0.0) return;
  moving_ = bodies;
  masses_.compute_momenta(moving_);
  if (masses_.held().any()) masses_.add_held_momenta(1.0, moving_);
  for (std::size_t i = 0; i < bodies.size(); ++i) forces.total[i] -= d * moving_[i].momentum;
}

void StageDamping::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  const double d = rate(conditions.state);
  if (d == 0.0) return;
  std::vector<MassBlock> blocks;
  masses_.add_blocks(bodies, blocks);
  for (const MassBlock& block : blocks) {
    jacobian.add(block.row, block.column, Matrix6::Zero(), d * block.value);
  }
}

}  // namespace raftup::solver
