#pragma once

#include <vector>

#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// The added mass of two bodies as a function of their relative position q: A(q) = sum_k w_k(q) A_k
/// in the hydro frames [kg, kg m, kg m2], with one A_k for each node. The weights are convex, so
/// that A is positive definite if every A_k is.
class BlendedAddedMass {
 public:
  /// @param nodes symmetric matrices A_k, in the order of PairConfiguration::place_of()
  BlendedAddedMass(PairConfiguration configuration, std::vector<MatrixXd> nodes);

  const PairConfiguration& configuration() const { return configuration_; }
  Eigen::Index dof_count() const { return nodes_.front().rows(); }

  MatrixXd at(const Kinematics& bodies) const;
  /// Computes dA/dt = sum_k (dw_k/dq . dq/dt) A_k along the motion of the bodies.
  MatrixXd rate(const Kinematics& bodies) const;
  /// Computes the configuration force f = 1/2 nu^T (dA/dq) nu along q [N, N, N m]: the derivative
  /// of the kinetic energy of the water by q at constant velocities.
  /// @param nu velocities of both bodies in the hydro frames
  /// @source Lamb, Hydrodynamics (1932), articles 136 to 138
  Vector3 force(const Kinematics& bodies, const VectorXd& nu) const;

 private:
  PairConfiguration configuration_;
  std::vector<MatrixXd> nodes_;
};

}  // namespace raftup::solver
