#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <algorithm>
#include <array>

#include "hydro/numerics/dense.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kRounds = 100;
constexpr int kSweepsPerRound = 50;
constexpr int kNewtonIterations = 30;
/// Newton's equations have the same solutions in any scale, but not the same basin.
constexpr std::array kScales{1.0, 0.1, 10.0, 0.01, 100.0};

}  // namespace

OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim) {
  OneStepSolution best;
  best.multipliers = guess.size() > 0 ? guess : VectorXd::Zero(problem.size());
  best.residual = natural_residual(problem, best.multipliers);
  VectorXd swept = best.multipliers;
  const auto consider = [&](const VectorXd& multipliers, int iterations) {
    best.iterations += iterations;
    const double residual = natural_residual(problem, multipliers);
    if (residual < best.residual) {
      best.multipliers = multipliers;
      best.residual = residual;
    }
  };
  for (int round = 0; round < kRounds && best.residual > residual_aim; ++round) {
    sweep(problem, kSweepsPerRound, swept);
    consider(swept, kSweepsPerRound);
    if (best.residual <= residual_aim) break;
    const double scale = kScales[static_cast<std::size_t>(round) % kScales.size()];
    const NewtonResult newton =
        solve_alart_curnier(problem, swept, {residual_aim, kNewtonIterations, scale});
    consider(newton.multipliers, newton.iterations);
  }
  return best;
}

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

namespace {

/// A step of the line search is halved so often before the iteration gives up.
constexpr int kHalvings = 12;

/// F and its generalised Jacobian at some multipliers.
struct Equations {
  VectorXd F;
  MatrixXd J;
};

class AlartCurnier {
 public:
  AlartCurnier(const OneStepProblem& problem, double scale)
      : problem_(problem),
        slope_(scale * row_scales(problem).cwiseInverse().asDiagonal() * problem.matrix),
        shift_(scale * problem.offset.cwiseQuotient(row_scales(problem))) {}

  Equations at(const VectorXd& multipliers) const {
    const VectorXd moved = multipliers - (slope_ * multipliers + shift_);
    Equations equations{VectorXd(problem_.size()),
                        MatrixXd::Identity(problem_.size(), problem_.size())};
    for (Eigen::Index i = 0; i < problem_.size(); ++i) {
      equations.F[i] = multipliers[i] - std::clamp(moved[i], problem_.lower[i], problem_.upper[i]);
      if (inside(i, moved)) equations.J.row(i) = slope_.row(i);
    }
    for (const FrictionCone& cone : problem_.cones) add(cone, multipliers, moved, equations);
    return equations;
  }

 private:
  bool inside(Eigen::Index i, const VectorXd& moved) const {
    return moved[i] > problem_.lower[i] && moved[i] < problem_.upper[i];
  }

  /// d(lambda - rho w / s)/d(lambda) of the given rows.
  MatrixXd moved_jacobian(Eigen::Index first, Eigen::Index count) const {
    MatrixXd jacobian = -slope_.middleRows(first, count);
    jacobian.middleCols(first, count).diagonal().array() += 1.0;
    return jacobian;
  }

  /// The rows of a slipping contact; those of a sticking one stand there already.
  void add(const FrictionCone& cone, const VectorXd& multipliers, const VectorXd& moved,
           Equations& equations) const {
    const Eigen::Index first = cone.normal + 1;
    const Eigen::Index m = cone.tangents;
    const VectorXd tau = moved.segment(first, m);
    const double radius = cone.friction * std::max(0.0, moved[cone.normal]);
    const double length = tau.norm();
    if (length <= radius) return;
    const VectorXd direction = tau / length;
    equations.F.segment(first, m) = multipliers.segment(first, m) - radius * direction;
    auto J = equations.J.middleRows(first, m);
    J.setZero();
    J.middleCols(first, m).setIdentity();
    if (radius == 0.0) return;
    J -= (cone.friction * direction) * moved_jacobian(cone.normal, 1);
    J -= (radius / length) * (MatrixXd::Identity(m, m) - direction * direction.transpose()) *
         moved_jacobian(first, m);
  }

  const OneStepProblem& problem_;
  MatrixXd slope_;  ///< rho M / s
  VectorXd shift_;  ///< rho q / s
};

}  // namespace

NewtonResult solve_alart_curnier(const OneStepProblem& problem, const VectorXd& start,
                                 const NewtonOptions& options) {
  const AlartCurnier system(problem, options.scale);
  NewtonResult result{start, 0};
  Equations equations = system.at(start);
  double size = equations.F.norm();
  while (result.iterations < options.iterations &&
         natural_residual(problem, result.multipliers) > options.tolerance) {
    ++result.iterations;
    // Redundant contacts leave J singular: the smallest step of those that serve.
    const VectorXd step = -solve_minimum_norm(equations.J, equations.F);
    double fraction = 1.0;
    VectorXd trial = result.multipliers + step;
    Equations there = system.at(trial);
    for (int n = 0; n < kHalvings && !(there.F.norm() < size); ++n) {
      fraction *= 0.5;
      trial = result.multipliers + fraction * step;
      there = system.at(trial);
    }
    if (!(there.F.norm() < size)) break;
    result.multipliers = trial;
    equations = std::move(there);
    size = equations.F.norm();
  }
  return result;
}

}  // namespace raftup::solver::nonsmooth
