#pragma once

#include <vector>

#include "solver/loads/force_element.hpp"
#include "solver/loads/group_motion.hpp"

namespace raftup::solver {

/// Linear and quadratic damping of the bodies of a group, -D nu - Q |nu| nu by components of the
/// velocity nu through the water in the axes of the heading.
class WaterDamping final : public ForceElement {
 public:
  WaterDamping(const GroupMotion& motion, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  struct Member {
    Matrix6 linear, quadratic;
    bool acts, quadratic_acts;
  };

  GroupMotion motion_;
  std::vector<Member> members_;
};

}  // namespace raftup::solver
