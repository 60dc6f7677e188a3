#include "solver/loads/rods/rod_statics.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/loads/rods/node_tangents.hpp"

namespace raftup::solver::rods {

namespace {

constexpr double kFirstDuration = 0.05;  ///< [s]
constexpr double kLastDuration = 1e4;    ///< by then inertia is nothing beside weight [s]
constexpr double kStill = 1e-7;          ///< [m]
constexpr int kEasy = 12;                ///< Newton steps of an easy step
constexpr double kFaster = 10.0, kSlower = 1.3;
constexpr int kMostSteps = 2000;

}  // namespace

RestReport bring_to_rest(const DiscreteRod& rod, const StepLoads& loads, RodState& state) {
  SafeStep step(rod);
  RestReport report;
  std::vector<Vector3> tangents(rod.nodes().size());
  double h = kFirstDuration, bending = rod.bends() ? 0.0 : 1.0;
  for (int i = 0; i < kMostSteps; ++i) {
    std::fill(state.velocity.begin(), state.velocity.end(), Vector3::Zero());
    find_tangents(state.position, tangents);
    for (NodeTerm* term : loads.terms) {
      term->begin({h, state.position, state.velocity, tangents, &state});
    }
    const int newton_steps = step.solve(state, loads, h, bending);
    const double moved = step.moved();
    step.commit(state);
    for (NodeTerm* term : loads.terms) term->commit(state.position, state);
    report.newton_steps += newton_steps;
    if (h > kLastDuration && moved < kStill) {
      if (bending >= 1.0) {
        std::fill(state.velocity.begin(), state.velocity.end(), Vector3::Zero());
        report.kept_force.assign(step.kept_force().begin(), step.kept_force().end());
        return report;
      }
      bending = bending == 0.0 ? 0.01 : 10.0 * bending;
      h = kFirstDuration;
      continue;
    }
    h = std::min(h * (newton_steps < kEasy ? kFaster : kSlower), 10.0 * kLastDuration);
  }
  throw SolverFailure("a line did not come to rest");
}

}  // namespace raftup::solver::rods
