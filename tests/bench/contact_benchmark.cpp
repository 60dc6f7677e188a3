// Case K9: columns of boxes that rest on each other, steps per second of the whole scene. And two
// ships in a sea with twenty fenders between them beside the same ships without.
#include <benchmark/benchmark.h>

#include <chrono>

#include "hydro/database/readers/read_database.hpp"
#include "solver/simulation.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/touching_bodies.hpp"
#ifdef RAFTUP_HAS_BULLET
#include "tests/bench/bullet_columns.hpp"
#endif

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

using Clock = std::chrono::steady_clock;

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

/// A carrier and a supply vessel on eight lines, which pull them onto twenty fenders.
Model ships_on_fenders_model(StepperKind stepper) {
  Model model = alongside_model(
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5")), 0.02);
  model.stepper = stepper;
  constexpr double kRamp = 30.0;  // s
  model.sea = hydro::Sea(jonswap_sea(model, 1.0, 7.0, 150.0 * kPi / 180.0, kRamp).components(),
                         {model.water_depth, model.gravity, model.current}, kRamp);
  for (int i = 0; i < 4; ++i) {
    PointSpring breast;
    breast.body1 = "body1";
    breast.point1 = {-10.0 + 13.0 * i, 9.0, 5.0};
    breast.body2 = "body2";
    breast.point2 = {-20.0 + 13.0 * i, -7.0, 4.0};
    breast.stiffness = 4e5;
    breast.damping = 2e4;
    breast.rest_length = 5.8;
    breast.tension_only = true;
    model.loads.push_back({"breast" + std::to_string(i), breast});
  }
  model.materials.resize(2);
  model.materials[0].name = "steel";
  model.materials[1].name = "rubber";
  ContactMaterial pair;
  pair.material1 = "steel";
  pair.material2 = "rubber";
  pair.friction = 0.3;
  pair.fender.emplace();
  pair.fender->compression = {0.0, 0.3, 0.6, 1.0, 1.4, 1.8};
  pair.fender->reaction = {0.0, 24e3, 56e3, 112e3, 192e3, 320e3};
  pair.fender->hysteresis = 0.4;
  model.contact_materials = {pair};
  const auto add_shape = [&](const std::string& name, const char* body, const Vector3& edges,
                             const Vector3& position, const char* material) {
    Pose place;
    place.position = position;
    model.shapes.push_back({name, body, Box{edges}, place, material, {}, Vector3::Zero()});
  };
  add_shape("hull", "body1", {80.0, 18.0, 11.0}, Vector3::Zero(), "steel");
  add_shape("hull", "body2", {50.0, 14.0, 9.0}, Vector3::Zero(), "steel");
  for (int i = 0; i < 20; ++i) {
    const Vector3 place(-12.0 + 2.3 * i, 11.9, 0.0);
    add_shape("fender" + std::to_string(i), "body1", {2.0, 5.8, 4.0}, place, "rubber");
  }
  return model;
}

/// Both step in turns: `ratio` is how often the ships are stepped with fenders while those without
/// are once.
void ships_on_fenders(benchmark::State& state, StepperKind stepper) {
  Model on_fenders = ships_on_fenders_model(stepper);
  Model without = on_fenders;
  without.shapes.clear();
  Simulation simulation(std::move(on_fenders)), other(std::move(without));
  Clock::duration touching{0}, free{0};
  std::size_t pairs = 0;
  for (auto _ : state) {
    const auto start = Clock::now();
    simulation.step();
    const auto middle = Clock::now();
    other.step();
    touching += middle - start;
    free += Clock::now() - middle;
    pairs += simulation.state().contacts.size();
  }
  const auto steps = static_cast<double>(state.iterations());
  state.counters["steps/s"] = steps / std::chrono::duration<double>(touching).count();
  state.counters["ratio"] = std::chrono::duration<double>(free) / touching;
  state.counters["fenders"] = static_cast<double>(pairs) / steps;  // that may touch
}
BENCHMARK_CAPTURE(ships_on_fenders, spook, StepperKind::kSpook)
    ->Iterations(1000)  // 20 s
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ships_on_fenders, moreau_jean, StepperKind::kMoreauJean)
    ->Iterations(1000)
    ->Unit(benchmark::kMicrosecond);

#ifdef RAFTUP_HAS_BULLET
/// Both step in turns, so that what else the machine does meets both: `ratio` is how often the
/// scene is stepped here while Bullet does it once.
void columns_beside_bullet(benchmark::State& state) {
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
