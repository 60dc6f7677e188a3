#include "solver/joints/drive_ends.hpp"

#include <algorithm>

namespace raftup::solver {

void settle_drives(const JointConstraint& joint, const Kinematics& bodies, JointState& state) {
  joint.count_turns(bodies, state.angles);
  state.forces = joint.past_forces(bodies, {state.commands, state.angles});
}

void find_drive_ends(const ConstraintSet& constraints, const Kinematics& bodies, double duration,
                     DriveEnds& ends) {
  const std::vector<JointConstraint>& joints = constraints.joints();
  ends.angles.resize(joints.size());
  ends.forces.resize(joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    ends.angles[i] = constraints.state(i).angles;
    joints[i].count_turns(bodies, ends.angles[i]);
    ends.forces[i] = constraints.state(i).forces;
    const std::vector<JointDrive>& drives = joints[i].drives();
    const bool changes = std::any_of(drives.begin(), drives.end(), has_past);
    if (!changes || !constraints.state(i).enabled) continue;
    ends.forces[i] = joints[i].past_forces(bodies, constraints.states().conditions(i, duration));
  }
}

}  // namespace raftup::solver
