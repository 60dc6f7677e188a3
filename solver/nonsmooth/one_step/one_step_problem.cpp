#include "solver/nonsmooth/one_step/one_step_problem.hpp"

#include <algorithm>

namespace raftup::solver::nonsmooth {

VectorXd row_scales(const OneStepProblem& problem) {
  const MatrixXd& M = problem.matrix;
  VectorXd scales(problem.size());
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const double largest = M.row(i).cwiseAbs().maxCoeff();
    scales[i] = M(i, i) > 0.0 ? M(i, i) : (largest > 0.0 ? largest : 1.0);
  }
  for (const FrictionCone& cone : problem.cones) {
    auto rows = scales.segment(cone.normal, 1 + cone.tangents);
    rows.setConstant(rows.maxCoeff());
  }
  return scales;
}

VectorXd project_on_disc(const FrictionCone& cone, double normal, const VectorXd& values) {
  const double radius = cone.friction * std::max(0.0, normal);
  const double length = values.norm();
  if (length <= radius) return values;
  return (radius / length) * values;
}

double natural_residual(const OneStepProblem& problem, const VectorXd& multipliers) {
  if (problem.size() == 0) return 0.0;
  const VectorXd scales = row_scales(problem);
  const VectorXd moved =
      multipliers - (problem.matrix * multipliers + problem.offset).cwiseQuotient(scales);
  VectorXd projected = moved.cwiseMax(problem.lower).cwiseMin(problem.upper);
  for (const FrictionCone& cone : problem.cones) {
    projected.segment(cone.normal + 1, cone.tangents) = project_on_disc(
        cone, multipliers[cone.normal], moved.segment(cone.normal + 1, cone.tangents));
  }
  const double size = std::max(multipliers.cwiseAbs().maxCoeff(),
                               problem.offset.cwiseQuotient(scales).cwiseAbs().maxCoeff());
  const double change = (multipliers - projected).cwiseAbs().maxCoeff();
  return size > 0.0 ? change / size : change;
}

}  // namespace raftup::solver::nonsmooth
