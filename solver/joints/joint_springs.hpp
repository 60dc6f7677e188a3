#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The springs and dampers of the joints of an island as a load, with the present commands of the
/// joints.
class JointSprings final : public ForceElement {
 public:
  /// @param joints must outlive this object
  explicit JointSprings(const ConstraintSet& joints) : joints_(joints) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    joints_.add_spring_forces(bodies, forces.total);
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    joints_.add_spring_jacobian(bodies, jacobian);
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    Potential sum;
    for (const SpringRow& spring : joints_.springs(bodies)) {
      sum += {0.5 * spring.stiffness * spring.stretch * spring.stretch,
              spring.stiffness * spring.stretch * spring.speed};
    }
    return sum;
  }

 private:
  const ConstraintSet& joints_;
};

}  // namespace raftup::solver
