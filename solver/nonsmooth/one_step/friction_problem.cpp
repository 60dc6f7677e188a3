#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <algorithm>

#include "solver/nonsmooth/one_step/proximal_newton.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kFirstSweeps = 20;
constexpr int kSweepsOnFailure = 100;
constexpr int kRounds = 60;
constexpr int kPatience = 4;  ///< rounds that need not improve what is good enough
constexpr double kColdAlpha = 0.1, kWarmAlpha = 1e-5;
constexpr double kLeastAlpha = 1e-10, kLargestAlpha = 1e3;

/// Projection of [normal; tangents] on the cone |t| <= mu n.
VectorXd project_on_cone(double friction, const VectorXd& z) {
  const double n = z[0];
  const double length = z.tail(z.size() - 1).norm();
  if (length <= friction * n) return z;
  if (friction * length <= -n) return VectorXd::Zero(z.size());
  VectorXd projected(z.size());
  projected[0] = (n + friction * length) / (1.0 + friction * friction);
  projected.tail(z.size() - 1) = (friction * projected[0] / length) * z.tail(z.size() - 1);
  return projected;
}

double conic_residual(const ScaledProblem& scaled, const VectorXd& x) {
  VectorXd moved = x - (scaled.matrix * x + scaled.offset);
  VectorXd projected = moved.cwiseMax(scaled.lower).cwiseMin(scaled.upper);
  for (const FrictionCone& cone : scaled.cones) {
    const Eigen::Index rows = 1 + cone.tangents;
    const VectorXd w = x.segment(cone.normal, rows) - moved.segment(cone.normal, rows);
    moved[cone.normal] -= cone.friction * w.tail(cone.tangents).norm();
    projected.segment(cone.normal, rows) =
        project_on_cone(cone.friction, moved.segment(cone.normal, rows));
  }
  const double size = scaled.offset.norm();
  const double change = (x - projected).norm();
  return size > 0.0 ? change / size : change;
}

/// The multipliers that fit best so far.
class Best {
 public:
  Best(const OneStepProblem& problem, const ScaledProblem& scaled)
      : problem_(problem), scaled_(scaled) {}

  /// @returns whether they are better
  bool consider(const VectorXd& x) {
    const VectorXd multipliers = x.cwiseQuotient(scaled_.scales);
    const double residual =
        std::max(natural_residual(problem_, multipliers), conic_residual(scaled_, x));
    if (solution.multipliers.size() == 0 || residual < solution.residual) {
      solution.multipliers = multipliers;
      solution.residual = residual;
      return true;
    }
    return false;
  }

  OneStepSolution solution;

 private:
  const OneStepProblem& problem_;
  const ScaledProblem& scaled_;
};

}  // namespace

OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim) {
  const ScaledProblem scaled(problem);
  Best best(problem, scaled);
  const bool warm = guess.size() > 0 && !guess.isZero(0.0);
  ProximalTerm proximal{warm ? kWarmAlpha : kColdAlpha, VectorXd::Zero(problem.size())};
  VectorXd& x = proximal.centre;
  if (warm) x = scaled.scales.cwiseProduct(guess);
  if (!warm) {
    sweep(scaled, {}, kFirstSweeps, x);
    best.solution.iterations += kFirstSweeps;
  }
  best.consider(x);
  int patience = kPatience;
  for (int round = 0; round < kRounds && best.solution.residual > residual_aim; ++round) {
    NewtonResult newton = solve_proximal(scaled, proximal, x);
    best.solution.iterations += newton.iterations;
    if (!newton.solved) {
      VectorXd swept = x;
      sweep(scaled, proximal, kSweepsOnFailure, swept);
      best.solution.iterations += kSweepsOnFailure;
      newton = solve_proximal(scaled, proximal, swept);
      best.solution.iterations += newton.iterations;
      if (!newton.solved) {
        best.consider(swept);
        proximal.alpha = std::min(10.0 * proximal.alpha, kLargestAlpha);
        continue;
      }
    }
    x = newton.multipliers;
    const bool better = best.consider(x);
    patience = better ? kPatience : patience - 1;
    if (patience < 0 && best.solution.residual <= kResidualLimit) break;
    proximal.alpha = std::max(0.1 * proximal.alpha, kLeastAlpha);
  }
  return best.solution;
}

double conic_residual(const OneStepProblem& problem, const VectorXd& multipliers) {
  const ScaledProblem scaled(problem);
  return conic_residual(scaled, scaled.scales.cwiseProduct(multipliers));
}

}  // namespace raftup::solver::nonsmooth
