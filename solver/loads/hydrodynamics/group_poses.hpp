#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"

namespace raftup::solver {

/// True if the model contains a force or wave field from a client that replaces the wave excitation
/// of a body.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// The horizontal poses of the bodies of a hydrodynamic group at which their wave forces are
/// evaluated, in the order of the group's database: their present poses, their slow poses
/// (State::slow_poses) or their poses at rest [m, rad, world frame]. The class also adds the wave
/// forces to the bodies.
class GroupPoses {
 public:
  struct Member {
    std::size_t body;  ///< index of the body on which the forces act, in the model
    /// Index of the body where the forces act: the same one, or the body whose modes it holds.
    std::size_t located;
    std::size_t place;  ///< index of `located` in State::slow_poses
    bool excited;       ///< false if a force from a client replaces the excitation
    Heading rest_heading;
    bool turns;  ///< false for forces on modes, which have no direction
  };
  /// A member of Forces that contains a part of the total force.
  using ForceMember = BodyVectors Forces::*;

  /// @param places index in the state of each body of the model
  GroupPoses(const Model& model, const HydrodynamicGroup& group,
             std::span<const std::size_t> places);

  /// Returns the poses of the bodies of a group at rest.
  const std::vector<Member>& members() const { return members_; }
  static std::vector<hydro::HorizontalPose> at_rest(const HydrodynamicGroup& group);

  /// Returns the uniform motion [m, rad, world frame] that the bodies would perform in a step with
  /// their velocities at the start of the step. The pose at a stage differs from it by O(h^2), and
  /// a force that is linear about it by O(h^4), so that the step keeps its order 4.
  const hydro::UniformMotion& motion(const StepTimes& times, const State& state,
                                     const Kinematics& bodies);

  /// Returns the poses of the bodies at a stage [m, rad, world frame].
  const std::vector<hydro::HorizontalPose>& poses(const StageConditions& conditions,
                                                  const Kinematics& bodies);

  /// Adds forces to the members of the group.
  /// @param force 6N, six values per body, in the axes of the body's heading in the last poses()
  ///         [N, N m]
  void add_force(const Kinematics& bodies, const VectorXd& force, ForceMember part,
                 Forces& forces) const;
  /// Adds forces to the members of the group, given in the axes of their headings at rest [N, N m].
  void add_force_at_rest(const VectorXd& force, ForceMember part, Forces& forces) const;

 private:
  Heading heading(std::size_t member, const Kinematics& bodies) const;
  static void add(const Member& member, const Vector6& force, ForceMember part, Forces& forces);

  bool at_rest_;  ///< true if wave forces are always evaluated at the poses at rest
  /// Filter of the slow poses; empty if the poses are not slow poses.
  std::optional<LowPass> slow_;
  std::vector<Member> members_;
  hydro::UniformMotion motion_;               ///< scratch memory
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch memory
};

}  // namespace raftup::solver
