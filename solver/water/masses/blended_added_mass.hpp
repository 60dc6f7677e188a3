#pragma once

#include <vector>

#include "solver/water/groups/family_configuration.hpp"

namespace raftup::solver {

/// The added mass of bodies as a function of their configuration q: A(q) = sum_k w_k(q) A_k in the
/// hydro frames [kg, kg m, kg m2], with one A_k for each node. The weights are convex, so
/// that A is positive definite if every A_k is.
class BlendedAddedMass {
 public:
  /// @param nodes symmetric matrices A_k, in the order of FamilyConfiguration::place_of()
  BlendedAddedMass(FamilyConfiguration configuration, std::vector<MatrixXd> nodes);

  const FamilyConfiguration& configuration() const { return configuration_; }
  Eigen::Index dof_count() const { return nodes_.front().rows(); }

  MatrixXd at(const Kinematics& bodies) const;
  /// Computes dA/dt = sum_k (dw_k/dq . dq/dt) A_k along the motion of the bodies.
  MatrixXd rate(const Kinematics& bodies) const;
  /// Computes the configuration force f = 1/2 nu^T (dA/dq) nu along q [N, N, N m]: the derivative
  /// of the kinetic energy of the water by q at constant velocities.
  /// @param nu velocities of the bodies in the hydro frames
  /// @source Lamb, Hydrodynamics (1932), articles 136 to 138
  Vector3 force(const Kinematics& bodies, const VectorXd& nu) const;
  /// Computes the power -1/2 nu^T A' nu [W] of who moves the coordinates that do not follow from
  /// poses, with A' the rate of A along them. At constant momenta W v it is the rate of change of
  /// the kinetic energy.
  /// @param nu velocities of the bodies through the water in the hydro frames
  double given_power(const Kinematics& bodies, const VectorXd& nu) const;

 private:
  FamilyConfiguration configuration_;
  std::vector<MatrixXd> nodes_;
};

}  // namespace raftup::solver
