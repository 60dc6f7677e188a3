#pragma once

#include "solver/loads/attachment.hpp"

namespace raftup::solver {

/// Constant force and torque, in world or body axes, at the centre of mass or at a point.
class ConstantForceElement final : public ForceElement {
 public:
  ConstantForceElement(const ConstantForce& load, const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies,
           BodyVectors& wrenches) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  std::size_t body_;
  Vector3 force_, torque_;
  bool body_axes_;
  Attachment point_;
};

}  // namespace raftup::solver
