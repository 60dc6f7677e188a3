#pragma once

#include "solver/bodies/displacement.hpp"
#include "solver/loads/force_element.hpp"

namespace raftup::solver {

/// Spring and damper to the world at the centre of mass: preload - K xi - D xi_dot, where xi is the
/// displacement from rest and xi_dot = [u; omega], both in the axes of the rest heading.
class LinearMooringElement final : public ForceElement {
 public:
  LinearMooringElement(const LinearMooring& load, const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies,
           BodyVectors& wrenches) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  std::size_t body_;
  Matrix6 stiffness_, damping_;
  Vector6 preload_;
  RestPose rest_;
};

}  // namespace raftup::solver
