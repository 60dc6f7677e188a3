#include "solver/loads/rods/rod_statics.hpp"

#include <algorithm>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "solver/loads/rods/node_tangents.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver::rods {

namespace {

constexpr double kFirstDuration = 0.05;  ///< [s]
constexpr double kLastDuration = 1e4;    ///< by then inertia is nothing beside weight [s]
constexpr double kStill = 1e-7;          ///< [m]
constexpr int kEasy = 12;                ///< Newton steps of an easy step
/// Growth of the duration after an easy step and after any other: a chain of 20 elements on the bottom
/// comes to rest in 54 Newton steps with them, one of 100 in 232.
constexpr double kFaster = 10.0, kSlower = 1.3;
/// Newton steps after which a shorter step is tried: nodes that fall on a stiff bottom by turns take
/// many.
constexpr int kMostNewtonSteps = 200;
/// The shorter step, which falls by 1/25 of the height; nothing moves in the shortest one [s].
constexpr double kShorter = 0.2, kLeastDuration = 1e-6;
constexpr int kMostSteps = 2000;
/// Axial stiffness with which a rod first comes to rest, relative to the forces on it, and the factor
/// by which it then grows. A rod that is stiffer goes taut within less than the shortest move of a
/// Newton step: between ends that leave it slack, one of 1e12 N and 40 N of weight stayed straight.
constexpr double kSoft = 1e7, kStiffer = 1e3;

double force_on(const StepLoads& loads) {
  double sum = 0.0;
  for (const Vector3& force : loads.force) sum += force.norm();
  return sum;
}

double stiffest_element(const DiscreteRod& rod) {
  double greatest = 0.0;
  for (const Element& element : rod.elements()) {
    greatest = std::max(greatest, greatest_stiffness(element));
  }
  return greatest;
}

RestReport settle(const DiscreteRod& rod, const StepLoads& loads, RodState& state) {
  SafeStep step(rod);
  RestReport report;
  std::vector<Vector3> tangents(rod.nodes().size());
  double h = kFirstDuration, bending = rod.bends() ? 0.0 : 1.0;
  for (int i = 0; i < kMostSteps; ++i) {
    check_cancelled();
    std::fill(state.velocity.begin(), state.velocity.end(), Vector3::Zero());
    find_tangents(state.position, tangents);
    for (NodeTerm* term : loads.terms) {
      term->begin({h, state.position, state.velocity, tangents, &state});
    }
    int newton_steps = 0;
    try {
      newton_steps = step.solve(state, loads, h, bending, kMostNewtonSteps);
    } catch (const SolverFailure&) {
      h *= kShorter;
      report.newton_steps += kMostNewtonSteps;
      if (h < kLeastDuration) throw;
      continue;
    }
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
  throw SolverFailure("a line did not come to rest, look at its stiffnesses and at its bottom");
}

}  // namespace

RestReport bring_to_rest(const DiscreteRod& rod, const StepLoads& loads, RodState& state) {
  const double stiffness = stiffest_element(rod);
  // What bends has forces of its own, besides those of the loads.
  double soft = rod.bends() ? 0.0 : kSoft * force_on(loads);
  for (; soft > 0.0 && kStiffer * soft < stiffness; soft *= kStiffer) {
    settle(rod.softened(soft / stiffness), loads, state);
  }
  return settle(rod, loads, state);
}

}  // namespace raftup::solver::rods
