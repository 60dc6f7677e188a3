#include "solver/nonsmooth/one_step/projected_gauss_seidel.hpp"

#include <algorithm>

namespace raftup::solver::nonsmooth {

namespace {

void relax_row(const OneStepProblem& problem, Eigen::Index i, VectorXd& multipliers) {
  const double diagonal = problem.matrix(i, i);
  if (!(diagonal > 0.0)) return;
  const double w = problem.matrix.row(i).dot(multipliers) + problem.offset[i];
  multipliers[i] = std::clamp(multipliers[i] - w / diagonal, problem.lower[i], problem.upper[i]);
}

void relax_disc(const OneStepProblem& problem, const FrictionCone& cone, VectorXd& multipliers) {
  const Eigen::Index first = cone.normal + 1;
  const Eigen::Index m = cone.tangents;
  // The trace bounds the largest eigenvalue of the block, so that the projected step contracts.
  const double scale = problem.matrix.block(first, first, m, m).trace();
  if (!(scale > 0.0)) return;
  const VectorXd w =
      problem.matrix.middleRows(first, m) * multipliers + problem.offset.segment(first, m);
  multipliers.segment(first, m) =
      project_on_disc(cone, multipliers[cone.normal], multipliers.segment(first, m) - w / scale);
}

}  // namespace

void sweep(const OneStepProblem& problem, int sweeps, VectorXd& multipliers) {
  for (int n = 0; n < sweeps; ++n) {
    auto cone = problem.cones.begin();
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      relax_row(problem, i, multipliers);
      if (cone != problem.cones.end() && cone->normal == i) {
        relax_disc(problem, *cone, multipliers);
        i += cone->tangents;
        ++cone;
      }
    }
  }
}

}  // namespace raftup::solver::nonsmooth
