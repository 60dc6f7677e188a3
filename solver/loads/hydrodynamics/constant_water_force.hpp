#pragma once

#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/constant_matrices.hpp"

namespace raftup::solver {

/// The force of the constant coefficients of a group [N, N m], without the force of their added
/// mass, which is part of the system matrix:
///   F_G = -B v_G - H^T B2 (|v_O| v_O) - C x_G,   v_O = H v_G (ConstantMatrices),
/// in the axes of the headings, which turn with the bodies. v_G is the velocity at the center of
/// mass G, and v_O that at the reference point O of the coefficients. x_G consists of the
/// displacement of the center of mass and of the rotation vector of the tilt; its yaw component is
/// the change of the heading from rest, between -pi and pi. The symmetric part of C has the
/// potential U = x^T C x / 2 [J]. For a tilted body the force differs from the derivative of U; the
/// difference is counted as power [W].
class ConstantWaterForce final : public ForceElement {
 public:
  /// @param group hydrodynamic group with constant coefficients
  ConstantWaterForce(const Model& model, const GroupMotion& motion, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds C, and B together with the slope of the quadratic damping B2, in axes that turn with the
  /// headings.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  /// The position and heading of a member of the group at rest.
  struct Rest {
    /// Used only to compute the displacement; its stiffness and buoyancy are zero.
    hydro::LinearHydrostatics place;
    double heading;  ///< heading at rest [rad]
  };

  void read_velocities(const Kinematics& bodies, double time, VectorXd& velocities) const;
  void read_displacements(const Kinematics& bodies, VectorXd& displacements) const;
  /// Returns dx/dt for the present motion of the bodies.
  VectorXd displacement_rates(const Kinematics& bodies, const VectorXd& displacements) const;
  double turn(const Kinematics& bodies, std::size_t member) const;

  GroupMotion motion_;
  ConstantMatrices matrices_;
  std::vector<Rest> rest_;
  bool springs_, drags_;
  VectorXd velocities_, displacements_, force_, at_points_;  ///< scratch memory, 6 values per body
};

}  // namespace raftup::solver
