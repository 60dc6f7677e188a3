#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <array>

#include "solver/nonsmooth/one_step/alart_curnier.hpp"
#include "solver/nonsmooth/one_step/projected_gauss_seidel.hpp"

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

}  // namespace raftup::solver::nonsmooth
