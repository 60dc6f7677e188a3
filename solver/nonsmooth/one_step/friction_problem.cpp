#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <algorithm>

#include "solver/nonsmooth/one_step/alart_curnier.hpp"
#include "solver/nonsmooth/one_step/projected_gauss_seidel.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kRounds = 100;
constexpr int kSweepsPerRound = 50;
constexpr int kNewtonIterations = 30;

}  // namespace

OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double tolerance) {
  OneStepSolution best;
  best.multipliers = guess.size() > 0 ? guess : VectorXd::Zero(problem.size());
  best.residual = natural_residual(problem, best.multipliers);
  VectorXd swept = best.multipliers;
  const auto consider = [&](const VectorXd& multipliers) {
    const double residual = natural_residual(problem, multipliers);
    if (residual < best.residual) {
      best.multipliers = multipliers;
      best.residual = residual;
    }
  };
  for (int round = 0; round < kRounds && best.residual > tolerance; ++round) {
    sweep(problem, kSweepsPerRound, swept);
    consider(swept);
    if (best.residual <= tolerance) break;
    const NewtonResult newton = solve_alart_curnier(problem, swept, tolerance, kNewtonIterations);
    consider(newton.multipliers);
    best.iterations += kSweepsPerRound + newton.iterations;
  }
  return best;
}

}  // namespace raftup::solver::nonsmooth
