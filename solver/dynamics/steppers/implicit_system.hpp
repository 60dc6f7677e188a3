#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The linear system of an implicit step of length h. With J = W + (h/2) D + (h^2/4) K over all
/// bodies of an island [kg, kg m, kg m2, world axes], D the damping and K the stiffness of the
/// loads,
///   [J -G^T; G Sigma] [dv; dmu] = [r; s].
/// The matrix is quasi-definite once the sign of the second row is changed, so that the sparse
/// LDL^T factorization needs no pivots. Its symbolic analysis is reused while the structure of the
/// matrix is the same.
/// @source Newton's method on the implicit midpoint rule: Hairer and Wanner (1996)
class ImplicitSystem {
 public:
  /// @param moving for each body, 1 in the dofs that forces move and 0 in the others; order surge
  ///         to yaw, world axes
  explicit ImplicitSystem(std::vector<Vector6> moving) : moving_(std::move(moving)) {}

  /// Assembles and factorizes the matrix.
  /// @param step   h [s]
  /// @param sigma  Sigma, one per row; 0 is replaced by the least value that keeps redundant rows
  ///         solvable
  /// @param active false for rows that do not act: their multiplier is 0
  /// @throws Error(kInternal) if the factorization fails
  void factorize(const std::vector<MassBlock>& masses, const LoadJacobian& loads, double step,
                 const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                 const std::vector<bool>& active);

  /// Replaces the right side r by the solution dv, and s by dmu.
  void solve(BodyVectors& r, VectorXd& s);

 private:
  using Sparse = Eigen::SparseMatrix<double>;

  void add_block(std::size_t row, std::size_t column, const Matrix6& value);
  void add_constraints(const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                       const std::vector<bool>& active);
  void add_held_dofs();
  void factorize_matrix();

  std::vector<Vector6> moving_;
  /// Nonzero entries of the lower triangle of the system matrix.
  std::vector<Eigen::Triplet<double>> entries_;
  VectorXd diagonal_;         ///< diagonal of J
  std::vector<bool> acting_;  ///< true for rows that are active and act on a dof that can move
  Sparse matrix_;
  Eigen::SimplicialLDLT<Sparse> factor_;
  Eigen::Index analyzed_entries_ = -1;
  VectorXd right_side_;
};

}  // namespace raftup::solver
