#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"

namespace raftup::solver {

/// True if a force [N] or wave field of a client replaces the wave excitation of a body.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// The horizontal poses at which the bodies of a hydrodynamic group meet the waves, in the order of
/// its database: their present poses, their slow poses (State::slow_poses), or their poses at rest
/// [m, rad, world frame]. It also adds the wave forces to the bodies.
class GroupPoses {
 public:
  struct Member {
    std::size_t body;   ///< index in the model
    std::size_t place;  ///< index in State::slow_poses
    bool excited;       ///< false if a client's force [N] replaces the excitation
    Heading rest_heading;
  };
  /// A part of the total force.
  using ForceMember = BodyVectors Forces::*;

  /// @param places index in the state of each body of the model
  GroupPoses(const Model& model, const HydrodynamicGroup& group,
             std::span<const std::size_t> places);

  const std::vector<Member>& members() const { return members_; }
  static std::vector<hydro::HorizontalPose> at_rest(const HydrodynamicGroup& group);

  /// The uniform motion [m, rad, world frame] to which the velocities of the bodies lead in a step
  /// that starts at `state`. The pose of a stage differs from it by O(h^2), and so a force that is
  /// linear about it by O(h^4): the step keeps its order 4.
  const hydro::UniformMotion& motion(const StepTimes& times, const State& state,
                                     const Kinematics& bodies);

  /// The poses of the bodies at a stage [m, rad, world frame].
  const std::vector<hydro::HorizontalPose>& poses(const StageConditions& conditions,
                                                  const Kinematics& bodies);

  /// Adds forces on the members, 6N, each body's six in the axes of its heading of the last poses()
  /// [N, N m].
  void add_force(const Kinematics& bodies, const VectorXd& force, ForceMember part,
                 Forces& forces) const;
  /// Adds forces in the axes that the headings have at rest [N, N m].
  void add_force_at_rest(const VectorXd& force, ForceMember part, Forces& forces) const;

 private:
  Heading heading(std::size_t member, const Kinematics& bodies) const;
  static void add(const Member& member, const Vector6& force, ForceMember part, Forces& forces);

  bool at_rest_;                 ///< true if waves always meet the poses at rest
  std::optional<LowPass> slow_;  ///< empty unless the poses are slow poses
  std::vector<Member> members_;
  hydro::UniformMotion motion_;               ///< scratch
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch
};

}  // namespace raftup::solver
