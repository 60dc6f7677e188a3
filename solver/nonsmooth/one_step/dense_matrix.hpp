#pragma once

#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver::nonsmooth {

/// The matrix M of a one-step problem as a full matrix. The linear equations of a Newton step
/// exclude rows whose multiplier does not change with z (a contact that opens, a row at a bound).
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
