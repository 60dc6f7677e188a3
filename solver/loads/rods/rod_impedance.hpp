#pragma once

#include <optional>
#include <span>
#include <vector>

#include "solver/loads/rods/block_band.hpp"
#include "solver/loads/rods/complex_band.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_inertia.hpp"

namespace raftup::solver::rods {

using Matrix3c = Eigen::Matrix<Complex, 3, 3>;

/// The linear equations M x'' + C x' + K x = f of a rod about rest, and what its kept nodes feel of
/// them in oscillations Re{x e^(i omega t)}. With the impedance Z = K + i omega C - omega^2 M, kept
/// nodes k and all others i,
///   x_i = X x_k + Z_ii^-1 f_i,  X = -Z_ii^-1 Z_ik,
///   force on what holds the kept nodes = f_k + X^T f_i - S x_k,  S = Z_kk + Z_ki X.
/// Vectors have three rows for each node, in the order of the nodes; kept nodes of the first end come
/// before those of the last. K is that of add_elasticity(), C the internal damping of elements and
/// bends, without the numerical damping of a step. All matrices are symmetric.
/// Not thread-safe: the equations of the frequency that was asked for last are kept.
/// @source dynamic condensation: R. W. Clough and J. Penzien, Dynamics of Structures (1993)
class RodImpedance {
 public:
  /// @param rod must outlive the object
  /// @param position positions of the nodes at rest [m, world frame]
  /// @param mass masses of the nodes, with added mass
  RodImpedance(const DiscreteRod& rod, std::span<const Vector3> position,
               std::span<const NodeMass> mass);

  /// Adds the stiffness [N/m] and the damping [N s/m] of what is around a node.
  void add_around(std::size_t node, const Matrix3& stiffness, const Matrix3& damping);
  /// Replaces the damping of a node by the water [N s/m].
  void set_drag(std::size_t node, const Matrix3& drag);

  /// Returns S at a frequency [rad/s] >= 0 [N/m]. The reference is valid until the next call.
  /// @throws SolverFailure if the other nodes resonate without damping at this frequency
  const MatrixXcd& condensed(double omega);
  /// Returns X at a frequency [rad/s] >= 0; valid until the next call.
  const MatrixXcd& transfer(double omega);
  /// Returns the motion Z_ii^-1 f_i of the nodes that are not kept while the kept ones are held [m].
  /// @param force f_i [N]
  VectorXcd free_motion(double omega, const VectorXcd& force);

  /// M and C as the kept nodes feel them in slow motions, X^T M X and X^T C X with the X of rest
  /// [kg, N s/m].
  MatrixXd slow_mass();
  MatrixXd slow_damping();

  /// Returns X^T M X for given motions X of all nodes [kg].
  /// @param inner, kept rows of X, of the nodes that are not kept and of those that are
  MatrixXd inertia_of(const MatrixXd& inner, const MatrixXd& kept) const;

  std::size_t inner_count() const { return inner_.size(); }          ///< nodes that are not kept
  std::size_t inner_node(std::size_t k) const { return inner_[k]; }  ///< number of such a node

 private:
  void add_internal_damping(std::span<const Vector3> position);
  Matrix3c block(std::size_t row, std::size_t column, double omega) const;
  /// Returns the stiffness of the creep of an element, along it [N/m].
  Matrix3c creep_of(std::size_t element, double omega) const;
  /// Motions of all nodes, in their order.
  MatrixXd in_order(const MatrixXd& inner, const MatrixXd& kept) const;
  /// X at rest, for all nodes.
  MatrixXd slow_motion();
  void go_to(double omega);

  const DiscreteRod* rod_;
  BlockBand stiffness_, damping_;
  std::vector<Matrix3> mass_, drag_;
  /// Unit vectors along the elements, 0 where they do not creep; empty where none does.
  std::vector<Vector3> creep_along_;
  std::vector<std::size_t> kept_, inner_;
  std::optional<double> omega_;  ///< of what follows [rad/s]
  ComplexBand inner_equations_;  ///< Z_ii
  MatrixXcd transfer_, condensed_;
};

}  // namespace raftup::solver::rods
