#include "solver/nonsmooth/moreau_jean.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "solver/nonsmooth/nonsmooth_system.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"
#include "solver/nonsmooth/step_assembly.hpp"

namespace raftup::solver::nonsmooth {

namespace {

bool same_sizes(const std::vector<VectorXd>& a, const std::vector<VectorXd>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const VectorXd& x, const VectorXd& y) { return x.size() == y.size(); });
}

bool same_sizes(const State& a, const State& b) {
  const auto systems = [](const SystemState& x, const SystemState& y) {
    return same_sizes({x.coordinates, x.velocity, x.input}, {y.coordinates, y.velocity, y.input});
  };
  const auto interactions = [](const InteractionState& x, const InteractionState& y) {
    return same_sizes(x.y, y.y) && same_sizes(x.lambda, y.lambda);
  };
  return std::equal(a.systems.begin(), a.systems.end(), b.systems.begin(), b.systems.end(),
                    systems) &&
         std::equal(a.interactions.begin(), a.interactions.end(), b.interactions.begin(),
                    b.interactions.end(), interactions);
}

void require_finite(const NonsmoothSystem& system, const State& state) {
  for (std::size_t d = 0; d < state.systems.size(); ++d) {
    if (state.systems[d].coordinates.allFinite() && state.systems[d].velocity.allFinite()) continue;
    throw SolverFailure(fmt::format("system '{}': state must stay finite, it did not in step {}",
                                    name_of(system.systems()[d]), state.step_index));
  }
}

}  // namespace

MoreauJean::MoreauJean(NonsmoothSystem system, const StepGrid& grid)
    : system_(std::move(system)), grid_(grid), state_(system_.initial_state()) {
  require(grid.step > 0.0, fmt::format("step must be positive, got {}", grid.step));
  require(grid.theta >= 0.0 && grid.theta <= 1.0,
          fmt::format("theta must be in 0..1, got {}", grid.theta));
}

void MoreauJean::restore(const State& state) {
  require(same_sizes(state, system_.initial_state()),
          fmt::format("state must be of the same system, got one of {} systems and {} interactions "
                      "for {} and {}",
                      state.systems.size(), state.interactions.size(), system_.systems().size(),
                      system_.interactions().size()));
  state_ = state;
}

StepReport MoreauJean::step() {
  std::vector<ThetaStep> free;
  for (std::size_t d = 0; d < system_.systems().size(); ++d) {
    free.emplace_back(system_.systems()[d], state_.systems[d], time(), grid_);
  }
  StepReport report{active_set(system_, state_, grid_.step)};
  const StepAssembly assembly(system_, state_, grid_, free, report.active);
  const OneStepSolution solution = solve_one_step(assembly.problem(), assembly.multipliers(state_));
  State next = state_;
  ++next.step_index;
  const std::vector<VectorXd> inputs = assembly.inputs(solution.multipliers);
  for (std::size_t d = 0; d < free.size(); ++d) {
    next.systems[d] = free[d].finish(state_.systems[d], inputs[d]);
  }
  assembly.store(solution.multipliers, next);
  require_finite(system_, next);
  system_.update_outputs(next);
  state_ = std::move(next);
  report.iterations = solution.iterations;
  report.residual = solution.residual;
  return report;
}

}  // namespace raftup::solver::nonsmooth
