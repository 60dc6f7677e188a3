// Case K9: columns of boxes that rest on each other, steps per second of the whole scene.
#include <benchmark/benchmark.h>

#include "solver/simulation/run/simulation.hpp"
#include "tests/support/fendered_ships.hpp"
#include "tests/support/touching_bodies.hpp"
#ifdef RAFTUP_HAS_BULLET
#include <chrono>

#include "tests/bench/bullet_columns.hpp"
#endif

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

/// Two ships in waves with so many fenders between them, 0: the same without contacts.
void step_ships(benchmark::State& state) {
  Simulation simulation(fendered_ships(static_cast<int>(state.range(0))));
  constexpr int kSettled = 1500;  // steps: 30 s
  for (int n = 0; n < kSettled; ++n) simulation.step();
  std::size_t contacts = 0;
  for (auto _ : state) {
    simulation.step();
    contacts += simulation.state().contacts.size();
  }
  const double steps = static_cast<double>(state.iterations());
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
  state.counters["contacts"] = static_cast<double>(contacts) / steps;
}
BENCHMARK(step_ships)->Arg(0)->Arg(4)->Arg(20)->Unit(benchmark::kMicrosecond);

#ifdef RAFTUP_HAS_BULLET
/// Both step in turns, so that what else the machine does meets both: `ratio` is how often the
/// scene is stepped here while Bullet does it once.
void columns_beside_bullet(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  Simulation simulation(columns(state.range(0)));
  bench::BulletColumns bullet(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (int n = 0; n < 50; ++n) simulation.step(), bullet.step(0.01);
  const std::vector<BodyState> before = simulation.state().bodies;
  bullet.drift();
  Clock::duration own{0}, other{0};
  for (auto _ : state) {
    const auto start = Clock::now();
    simulation.step();
    const auto middle = Clock::now();
    bullet.step(0.01);
    own += middle - start;
    other += Clock::now() - middle;
  }
  double drift = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    drift = std::max(drift, (simulation.state().bodies[i].position - before[i].position).norm());
  }
  const auto rate = [&](Clock::duration spent) {
    return static_cast<double>(state.iterations()) / std::chrono::duration<double>(spent).count();
  };
  state.counters["steps/s"] = rate(own);
  state.counters["bullet steps/s"] = rate(other);
  state.counters["ratio"] = rate(own) / rate(other);
  state.counters["drift"] = drift;
  state.counters["bullet drift"] = bullet.drift();
}
BENCHMARK(columns_beside_bullet)
    ->ArgNames({"columns", "iterations"})
    ->Args({25, 10})
    ->Args({25, 50})
    ->Args({25, 200})
    ->Args({25, 1000})
    ->Iterations(450)  // 5 s with those before
    ->Unit(benchmark::kMicrosecond);
#endif

}  // namespace

BENCHMARK_MAIN();
