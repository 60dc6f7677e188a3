#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"

namespace raftup::solver {

/// Whether a client's force or wave field takes the place of a body's own wave excitation.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// Where the bodies of a hydrodynamic group meet the waves, in the order of its database, and what
/// the waves do to them there: where they are, where their slow motions have brought them
/// (State::slow_poses), or at rest.
class GroupPoses {
 public:
  struct Member {
    std::size_t body;   ///< index in the model
    std::size_t place;  ///< index in State::slow_poses
    bool excited;       ///< false where a client's force replaces the excitation
    Heading rest_heading;
  };
  /// A part of the total force.
  using ForceMember = BodyVectors Forces::*;

  /// @param places index in the state of each body of the model
  GroupPoses(const Model& model, const HydrodynamicGroup& group,
             std::span<const std::size_t> places);

  const std::vector<Member>& members() const { return members_; }
  static std::vector<hydro::HorizontalPose> at_rest(const HydrodynamicGroup& group);

  /// Where their velocities lead the bodies in a step that starts here. A stage's own pose is off
  /// by O(h^2), hence a force that is linear about there by O(h^4): the step keeps its order 4.
  const hydro::UniformMotion& motion(const StepTimes& times, const State& state,
                                     const Kinematics& bodies);

  /// Where the bodies are at a stage.
  const std::vector<hydro::HorizontalPose>& poses(const StageConditions& conditions,
                                                  const Kinematics& bodies);

  /// Adds forces on the members, 6N, each body's six in the axes of its heading of the last poses()
  /// [N, N m].
  void add_force(const Kinematics& bodies, const VectorXd& force, ForceMember part,
                 Forces& forces) const;
  /// The same in the axes at rest.
  void add_force_at_rest(const VectorXd& force, ForceMember part, Forces& forces) const;

 private:
  Heading heading(std::size_t member, const Kinematics& bodies) const;
  static void add(const Member& member, const Vector6& force, ForceMember part, Forces& forces);

  bool at_rest_;                 ///< whatever the bodies do
  std::optional<LowPass> slow_;  ///< none where they meet the waves where they are, or at rest
  std::vector<Member> members_;
  hydro::UniformMotion motion_;               ///< scratch
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch
};

}  // namespace raftup::solver
