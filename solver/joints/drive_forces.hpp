#pragma once

#include <vector>

#include "solver/joints/constraint_set.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The drives that act by a force [N, N m], of all enabled joints of an island.
class DriveForces final : public ForceElement {
 public:
  /// @param joints must outlive this object
  explicit DriveForces(const ConstraintSet& joints) : joints_(joints) {}

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the derivatives of the forces. The change of the axes of the dofs with the poses is
  /// neglected.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  /// One row for each, where the bodies are.
  std::vector<DriveForceRow> rows(const StageConditions& conditions,
                                  const Kinematics& bodies) const;

  const ConstraintSet& joints_;
};

}  // namespace raftup::solver
