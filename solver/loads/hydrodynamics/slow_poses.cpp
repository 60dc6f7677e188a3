#include "solver/loads/hydrodynamics/slow_poses.hpp"

#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

SlowPoses::SlowPoses(const GroupPoses& poses, double cutoff)
    : members_(poses.members()), filter_(cutoff), at_end_(members_.size()) {}

void SlowPoses::initialize(const Kinematics& bodies, State& state) const {
  state.slow_poses.resize(state.bodies.size());
  for (const GroupPoses::Member& member : members_) {
    const BodyKinematics& body = bodies[member.located];
    state.slow_poses[member.place].filter =
        LowPass::settled({body.position.x(), body.position.y(), body.heading.angle()});
  }
}

void SlowPoses::finish(const StageConditions& conditions, const Kinematics& bodies) {
  const double duration = conditions.at.time - conditions.at.step_start;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].located];
    at_end_[i] = conditions.state.slow_poses[members_[i].place].filter;
    // The heading is continued from its former value, so that it does not jump by a full turn.
    const double before = LowPass::input(at_end_[i])[2];
    const double heading = before + wrapped(body.heading.angle() - before);
    filter_.advance({body.position.x(), body.position.y(), heading}, duration, at_end_[i]);
  }
}

void SlowPoses::commit(State& state) noexcept {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    state.slow_poses[members_[i].place].filter.swap(at_end_[i]);
  }
}

}  // namespace raftup::solver
