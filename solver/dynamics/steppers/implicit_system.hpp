#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// What an implicit step solves: with J = W + (h/2) D + (h^2/4) K over all bodies of a part,
///   [J -G^T; G Sigma] [dv; dmu] = [r; s],
/// quasi-definite once the second row changes sign, so that the sparse LDL^T needs no pivots. Its
/// symbolic analysis is kept while the structure is the same.
/// @source Newton's method on the implicit midpoint rule: Hairer and Wanner (1996)
class ImplicitSystem {
 public:
  /// @param moving per body 1 in the dofs that move by forces, 0 in others
  explicit ImplicitSystem(std::vector<Vector6> moving) : moving_(std::move(moving)) {}

  /// Assembles and factorises.
  /// @param sigma  by row; 0 takes the least that keeps redundant rows solvable
  /// @param active rows that are not are left out: their multiplier is 0
  /// @throws Error(kInternal) where the factorisation fails
  void factorise(const std::vector<MassBlock>& masses, const LoadJacobian& loads, double step,
                 const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                 const std::vector<bool>& active);

  /// Replaces r by dv and s by dmu.
  void solve(BodyVectors& r, VectorXd& s);

 private:
  using Sparse = Eigen::SparseMatrix<double>;

  void add_block(std::size_t row, std::size_t column, const Matrix6& value);
  void add_constraints(const std::vector<ConstraintBlock>& constraints, const VectorXd& sigma,
                       const std::vector<bool>& active);
  void add_held_dofs();
  void factorise_matrix();

  std::vector<Vector6> moving_;
  std::vector<Eigen::Triplet<double>> entries_;  ///< of the lower triangle
  VectorXd diagonal_;                            ///< of J
  std::vector<bool> acting_;                     ///< rows
  Sparse matrix_;
  Eigen::SimplicialLDLT<Sparse> factor_;
  Eigen::Index analysed_entries_ = -1;
  VectorXd right_side_;
};

}  // namespace raftup::solver
