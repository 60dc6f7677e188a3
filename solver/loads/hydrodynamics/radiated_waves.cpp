#include "solver/loads/hydrodynamics/radiated_waves.hpp"

#include <utility>

namespace raftup::solver {

RadiatedWaves::RadiatedWaves(const GroupMotion& motion,
                             std::shared_ptr<const hydro::ElevationMemory> memory,
                             std::size_t place, Use use)
    : motion_(motion),
      memory_(std::move(memory)),
      place_(place),
      use_(use),
      end_velocities_(VectorXd::Zero(memory_->dof_count())) {}

void RadiatedWaves::velocities(const Kinematics& bodies, double time, VectorXd& nu) const {
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const Heading& heading = bodies[motion_.body(i)].heading;
    nu.segment<6>(first_dof(i)) =
        heading.from_world(motion_.velocity_through_water(bodies, i, time));
  }
}

void RadiatedWaves::initialize(const Kinematics& bodies, State& state) const {
  VectorXd nu = VectorXd::Zero(memory_->dof_count());
  velocities(bodies, 0.0, nu);
  const std::size_t groups = state.radiation.size();
  const std::size_t needed = use_ == Use::kProbes ? groups : 2 * groups;
  if (state.field_memories.size() < needed) state.field_memories.resize(needed);
  state.field_memories[place_of(use_, place_, state)] = memory_->initial_state(nu);
}

void RadiatedWaves::finish(const StageConditions& conditions, const Kinematics& bodies) {
  velocities(bodies, conditions.at.time, end_velocities_);
}

void RadiatedWaves::commit(State& state) noexcept {
  memory_->advance(state.field_memories[place_of(use_, place_, state)], end_velocities_);
}

}  // namespace raftup::solver
