// Case K9: columns of boxes that rest on each other, steps per second of the whole scene.
#include <benchmark/benchmark.h>

#include "solver/simulation.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// Columns of ten unit boxes on a plane, 3 m apart.
Model columns(std::int64_t count) {
  Model model = stone_model(0.6, 0.0, 0.01);
  add_ground(model, Plane{});
  for (std::int64_t column = 0; column < count; ++column) {
    for (int level = 0; level < 10; ++level) {
      const Vector3 place(3.0 * static_cast<double>(column), 0.0, 0.5 + level);
      add_solid(model, "box" + std::to_string(column) + "_" + std::to_string(level),
                Box{{1.0, 1.0, 1.0}}, 1000.0, {place, Quaternion::Identity()});
    }
  }
  return model;
}

void step_columns(benchmark::State& state) {
  Simulation simulation(columns(state.range(0)));
  for (int n = 0; n < 50; ++n) simulation.step();
  const std::vector<BodyState> before = simulation.state().bodies;
  for (auto _ : state) simulation.step();
  double drift = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    drift = std::max(drift, (simulation.state().bodies[i].position - before[i].position).norm());
  }
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["drift"] = drift;
}
BENCHMARK(step_columns)->Arg(1)->Arg(25)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
