#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The linear system of an implicit step of length h. With J = W + (h/2) D + (h^2/4) K over all
/// bodies of a part [kg, kg m, kg m2, world axes], D the damping and K the stiffness of the loads,
///   [J -G^T; G Sigma] [dv; dmu] = [r; s].
/// It is quasi-definite once the sign of the second row is changed, so that the sparse LDL^T needs
/// no pivots. Its symbolic analysis is kept while the structure is the same.
/// @source Newton's method on the implicit midpoint rule: Hairer and Wanner (1996)
class ImplicitSystem {
 public:
  /// @param moving per body 1 in the dofs that forces move, 0 in others; order surge to yaw, world
  ///         axes
  explicit ImplicitSystem(std::vector<Vector6> moving) : moving_(std::move(moving)) {}

  /// Assembles and factorises the matrix.
  /// @param sigma  one per row; 0 is replaced by the least value that keeps redundant rows solvable
  /// @param active rows that are not active are left out: their multiplier is 0
  /// @throws Error(kInternal) if the factorisation fails
  void factorize(const std::vector<MassBlock>& masses, const LoadJacobian& loads, double step,
                 const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                 const std::vector<bool>& active);

  /// Replaces r by the solution dv and s by dmu.
  void solve(BodyVectors& r, VectorXd& s);

 private:
  using Sparse = Eigen::SparseMatrix<double>;

  void add_block(std::size_t row, std::size_t column, const Matrix6& value);
  void add_constraints(const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                       const std::vector<bool>& active);
  void add_held_dofs();
  void factorize_matrix();

  std::vector<Vector6> moving_;
  std::vector<Eigen::Triplet<double>> entries_;  ///< of the lower triangle of the system matrix
  VectorXd diagonal_;                            ///< of J
  std::vector<bool> acting_;                     ///< true for rows that are active
  Sparse matrix_;
  Eigen::SimplicialLDLT<Sparse> factor_;
  Eigen::Index analyzed_entries_ = -1;
  VectorXd right_side_;
};

}  // namespace raftup::solver
