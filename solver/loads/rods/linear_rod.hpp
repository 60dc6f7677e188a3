#pragma once

#include <span>

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_inertia.hpp"

namespace raftup::solver::rods {

/// The linear equations M x'' + K x = 0 of a rod about rest, over the dofs of its nodes that are not
/// kept, three a node in their order. K is that of add_elasticity().
struct LinearRod {
  MatrixXd M;  ///< [kg]
  MatrixXd K;  ///< [N/m]

  /// @param position positions of the nodes at rest [m, world frame]
  /// @param masses masses of the nodes
  /// @param torque constant torque M of the rod [N m], whose stiffness is that of Twist
  static LinearRod about(const DiscreteRod& rod, std::span<const Vector3> position,
                         std::span<const NodeMass> masses, double torque = 0.0);

  /// Natural frequencies [rad/s], ascending.
  VectorXd frequencies() const;
  /// Natural modes, columns in the order of frequencies().
  MatrixXd modes() const;
};

}  // namespace raftup::solver::rods
