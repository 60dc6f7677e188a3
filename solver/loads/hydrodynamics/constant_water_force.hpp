#pragma once

#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/constant_matrices.hpp"

namespace raftup::solver {

/// The force of the constant coefficients of a group [N, N m] without that of their added mass,
/// which stands in the system matrix:
///   F_G = -B v_G - H^T B2 (|v_O| v_O) - C x_G,   v_O = H v_G (ConstantMatrices),
/// in the axes of the headings, which turn with the bodies. x is the displacement of the centre of
/// mass and the rotation vector of the tilt, its yaw the turn of the heading from rest, -pi to pi.
/// The symmetric part of C has the potential U = x^T C x / 2 [J]; what a tilted body differs from
/// it counts as power [W].
class ConstantWaterForce final : public ForceElement {
 public:
  /// @param group with constant coefficients
  ConstantWaterForce(const Model& model, const GroupMotion& motion, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds C, and B with the slope of B2, in axes that turn with the headings.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  /// Where a member rests.
  struct Rest {
    hydro::LinearHydrostatics place;  ///< without force: its displacement() counts
    double heading;                   ///< rad
  };

  void read_velocities(const Kinematics& bodies, VectorXd& velocities) const;
  void read_displacements(const Kinematics& bodies, VectorXd& displacements) const;
  /// dx/dt along the motion of the bodies.
  VectorXd displacement_rates(const Kinematics& bodies, const VectorXd& displacements) const;
  double turn(const Kinematics& bodies, std::size_t member) const;

  GroupMotion motion_;
  ConstantMatrices matrices_;
  std::vector<Rest> rest_;
  bool springs_, drags_;
  VectorXd velocities_, displacements_, force_, at_points_;  ///< scratch, 6N
};

}  // namespace raftup::solver
