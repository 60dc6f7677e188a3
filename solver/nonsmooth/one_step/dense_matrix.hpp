#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// M of a one-step problem as a full matrix. Rows that a small change does not move (a contact that
/// opens, a row at a bound) are left out of the linear equations of a Newton step.
class DenseMatrix final : public ScaledMatrix {
 public:
  explicit DenseMatrix(const OneStepProblem& problem);

  const VectorXd& units() const override { return units_; }
  const VectorXd& row_scales() const override { return row_scales_; }
  void multiply(const VectorXd& x, VectorXd& result) const override {
    result.noalias() = matrix_ * x;
  }
  Matrix3 own_block(Eigen::Index first, Eigen::Index count) const override;
  std::unique_ptr<RunningProduct> run(const VectorXd& x) const override;
  void solve(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
             VectorXd& dx) const override;

 private:
  RowMajorMatrix jacobian(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
                          const std::vector<Eigen::Index>& moved) const;

  VectorXd units_, row_scales_;
  RowMajorMatrix matrix_;
};

}  // namespace raftup::solver::nonsmooth
