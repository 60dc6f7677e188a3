#pragma once

#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "solver/loads/force_element.hpp"

namespace raftup::solver {

/// Whether a client's force or wave field takes the place of a body's own wave excitation.
bool excitation_is_replaced(const Model& model, const std::string& body);

/// Where the bodies of a hydrodynamic group stand in the waves, in the order of its database.
class GroupPoses {
 public:
  struct Member {
    std::size_t body;  ///< index in the model
    bool excited;      ///< false where a client's force replaces the excitation
    Heading rest_heading;
  };

  GroupPoses(const Model& model, const HydrodynamicGroup& group);

  const std::vector<Member>& members() const { return members_; }
  static std::vector<hydro::HorizontalPose> at_rest(const HydrodynamicGroup& group);

  /// Where their velocities lead the bodies in a step that starts here. A stage's own pose is off
  /// by O(h^2), hence a force that is linear about there by O(h^4): the step keeps its order 4.
  const hydro::UniformMotion& motion(const StepTimes& times, const Kinematics& bodies);

  /// Where the bodies are.
  const std::vector<hydro::HorizontalPose>& poses(const Kinematics& bodies);

 private:
  std::vector<Member> members_;
  hydro::UniformMotion motion_;               ///< scratch
  std::vector<hydro::HorizontalPose> poses_;  ///< scratch
};

}  // namespace raftup::solver
