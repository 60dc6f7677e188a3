#pragma once

#include <vector>

#include "solver/joints/constraint_set.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The spring-dampers of all enabled joints of an island, as an element that computes forces [N, N
/// m]. The springs have the present commands of the joints.
class JointSprings final : public ForceElement {
 public:
  /// @param joints the joints of the island; must outlive this object
  explicit JointSprings(const ConstraintSet& joints) : joints_(joints) {}

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the derivatives of the forces. The change of the axes of the dofs with the poses is
  /// neglected.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  /// One row for each spring, at the poses of the bodies [m, rad].
  std::vector<SpringRow> rows(const Kinematics& bodies) const;

  const ConstraintSet& joints_;
};

}  // namespace raftup::solver
