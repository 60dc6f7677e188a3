#pragma once

#include "solver/loads/attachment.hpp"

namespace raftup::solver {

/// Spring and damper of six dofs between two bodies, or a body and the world. With the axes R_2
/// that are fixed in body 2 and the point p that is fixed in body 1, the displacement is
///   x = [R_2^T (p - p_2); theta], exp(theta) = R_2^T R_1,
/// and the generalised force that belongs to it g = preload - K x - D dx/dt. At p it is the
///   force R_2 g_x and the moment R_2 E^T g_theta, dtheta/dt = E R_2^T (omega_1 - omega_2),
/// on body 1, and the opposite at the same point on body 2. So momentum is kept, and power is that
/// of a potential x^T K x / 2 and of D at any angle below half a turn.
class BushingElement final : public ForceElement {
 public:
  BushingElement(const Bushing& load, const Model& model, const Kinematics& initial);

  void add(const StageConditions& conditions, const Kinematics& bodies,
           BodyVectors& wrenches) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  /// dx = J_1 dx_1 + J_2 dx_2 for displacements of the bodies at their centres of mass.
  struct Configuration {
    Vector3 arm1, arm2;  ///< from the centres of mass to p, world
    Matrix3 axes;        ///< R_2
    Vector6 x;
    Matrix6 J_1, J_2;
  };

  Configuration configuration(const Kinematics& bodies) const;
  /// -dF/dx for a constant g: how force and moment turn with the bodies.
  static Eigen::Matrix<double, 12, 12> geometric_stiffness(const Configuration& at,
                                                           const Vector6& g);

  Attachment point1_, point2_;
  Quaternion axes1_, axes2_;  ///< in body axes, or in the world
  Matrix6 stiffness_, damping_;
  Vector6 preload_;
};

}  // namespace raftup::solver
