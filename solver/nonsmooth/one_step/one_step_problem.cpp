#include "solver/nonsmooth/one_step/one_step_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hydro/base/error.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"
#include "solver/nonsmooth/one_step/linear_complementarity.hpp"

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

namespace {

/// Projects the m tangents of a cone on its disk or square.
template <int m>
void project_on_section(const FrictionCone& cone, double radius, const VectorXd& moved,
                        VectorXd& projected) {
  const auto from = moved.segment<m>(cone.normal + 1);
  auto to = projected.segment<m>(cone.normal + 1);
  if (cone.square) {
    to = from.cwiseMax(-radius).cwiseMin(radius);
    return;
  }
  const double length = from.norm();
  if (length <= radius) {
    to = from;
  } else {
    to = (radius / length) * from;
  }
}

}  // namespace

double natural_residual(const OneStepProblem& problem, const VectorXd& multipliers) {
  return natural_residual(problem, row_scales(problem),
                          problem.matrix * multipliers + problem.offset, multipliers);
}

double natural_residual(const OneStepProblem& problem, const VectorXd& scales,
                        const VectorXd& slacks, const VectorXd& multipliers) {
  if (problem.size() == 0) return 0.0;
  const VectorXd moved = multipliers - slacks.cwiseQuotient(scales);
  VectorXd projected = moved.cwiseMax(problem.lower).cwiseMin(problem.upper);
  for (const FrictionCone& cone : problem.cones) {
    const double radius = cone.friction * std::max(0.0, multipliers[cone.normal]);
    if (cone.tangents == 2) {  // of known length its loops are no loops
      project_on_section<2>(cone, radius, moved, projected);
    } else {
      project_on_section<1>(cone, radius, moved, projected);
    }
  }
  const double size = std::max(multipliers.cwiseAbs().maxCoeff(),
                               problem.offset.cwiseQuotient(scales).cwiseAbs().maxCoeff());
  const double change = (multipliers - projected).cwiseAbs().maxCoeff();
  return size > 0.0 ? change / size : change;
}

namespace {

using Rows = std::vector<Eigen::Index>;

/// A label for each row, equal for rows that M or cones connect, directly or through other rows.
Rows label_parts(const OneStepProblem& problem) {
  Rows label(static_cast<std::size_t>(problem.size()));
  std::iota(label.begin(), label.end(), Eigen::Index{0});
  const auto link = [&](Eigen::Index i, Eigen::Index j) {
    const Eigen::Index a = label[static_cast<std::size_t>(i)];
    const Eigen::Index b = label[static_cast<std::size_t>(j)];
    if (a != b) std::replace(label.begin(), label.end(), std::max(a, b), std::min(a, b));
  };
  for (Eigen::Index j = 0; j < problem.size(); ++j) {
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      if (problem.matrix(i, j) != 0.0) link(i, j);
    }
  }
  for (const FrictionCone& cone : problem.cones) {
    for (Eigen::Index k = 1; k <= cone.tangents; ++k) link(cone.normal, cone.normal + k);
  }
  return label;
}

std::vector<Rows> connected_parts(const OneStepProblem& problem) {
  const Rows label = label_parts(problem);
  std::vector<Rows> parts;
  for (Eigen::Index first = 0; first < problem.size(); ++first) {
    if (label[static_cast<std::size_t>(first)] != first) continue;
    Rows& rows = parts.emplace_back();
    for (Eigen::Index i = first; i < problem.size(); ++i) {
      if (label[static_cast<std::size_t>(i)] == first) rows.push_back(i);
    }
  }
  return parts;
}

OneStepProblem part_of(const OneStepProblem& problem, const Rows& rows) {
  OneStepProblem part{problem.matrix(rows, rows),
                      problem.offset(rows),
                      problem.lower(rows),
                      problem.upper(rows),
                      {}};
  for (const FrictionCone& cone : problem.cones) {
    const auto place = std::lower_bound(rows.begin(), rows.end(), cone.normal);
    if (place == rows.end() || *place != cone.normal) continue;
    // The rows of a cone are consecutive and linked, so they are consecutive here too.
    part.cones.push_back({place - rows.begin(), cone.tangents, cone.friction});
  }
  return part;
}

}  // namespace

OneStepSolution solve_one_step(const OneStepProblem& problem, const VectorXd& guess) {
  OneStepSolution whole;
  whole.multipliers = VectorXd::Zero(problem.size());
  for (const Rows& rows : connected_parts(problem)) {
    const OneStepProblem part = part_of(problem, rows);
    const VectorXd start = guess.size() > 0 ? VectorXd(guess(rows)) : VectorXd();
    const OneStepSolution solution = part.cones.empty()
                                         ? solve_mixed_complementarity(part)
                                         : solve_friction_problem(part, start, kResidualAim);
    if (!(solution.residual <= kResidualLimit)) {
      throw SolverFailure(
          fmt::format("one-step problem must be solved to a residual of {}, got {} after "
                      "{} iterations over {} rows",
                      kResidualLimit, solution.residual, solution.iterations, rows.size()));
    }
    whole.multipliers(rows) = solution.multipliers;
    whole.iterations += solution.iterations;
    whole.residual = std::max(whole.residual, solution.residual);
  }
  return whole;
}

}  // namespace raftup::solver::nonsmooth
