/// @file One evaluation of a load on a body that moves: what a stage of a step pays for it.
#include <benchmark/benchmark.h>

#include "solver/loads/force_element.hpp"
#include "solver/multibody_system.hpp"
#include "tests/support/models.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver;

Model ship() {
  Model model;
  model.step_ns = 50'000'000;
  model.water_depth = 250.0;
  model.current = hydro::Current({}, {Vector2(0.6, 0.2)});
  model.wind.emplace().climate.speed = 20.0;
  model.wind->climate.spectrum = hydro::WindSpectrum::kNpd;
  model.bodies = {testing::weightless_body("ship", 1e8, {1e9, 1e11, 1e11}, {0, 0, 0})};
  return model;
}

void evaluate(benchmark::State& bench, const LoadKind& kind, Model model = ship()) {
  model.loads = {{"load", kind}};
  Kinematics bodies = initial_kinematics(model);
  const auto element = make_force_element(model.loads[0], model, bodies, 0);
  State state;
  state.loads.resize(1);
  element->initialise(bodies, state);
  element->prepare(StepTimes(1000, model.step_ns), state, bodies);
  Forces forces(1);
  StageTime at;
  long n = 0;
  for (auto _ : bench) {
    at.time = 0.025 * static_cast<double>(n);
    const double swing = static_cast<double>(n % 200) - 100.0;
    bodies[0].place({0.02 * swing, 0.01 * swing, 0.01 * swing}, bodies[0].attitude);
    element->add({at, state}, bodies, forces);
    benchmark::DoNotOptimize(forces.total.data());
    ++n;
  }
}

void catenary(benchmark::State& bench, double friction) {
  CatenaryLine line;
  line.body = "ship";
  line.anchor = {848.67, 0.0, -250.0};
  line.length = 902.2;
  line.diameter = 0.09;
  line.mass_per_length = 77.7;
  line.axial_stiffness = 384e6;
  line.bottom_friction = friction;
  evaluate(bench, line);
}

void wind(benchmark::State& bench) {
  WindForce force;
  force.body = "ship";
  force.frontal_area = 900.0;
  force.lateral_area = 3000.0;
  force.length = 250.0;
  force.ship = WindShip::kTankerLoaded;
  evaluate(bench, force);
}

void current(benchmark::State& bench) {
  CurrentDrag drag;
  drag.body = "ship";
  drag.length = 250.0;
  drag.breadth = 40.0;
  drag.draught = 15.0;
  drag.yaw_drag = 0.8;
  FlowTable& table = drag.coefficients.emplace();
  for (int i = 0; i < 36; ++i) table.direction_deg.push_back(10.0 * i);
  table.surge.assign(36, 0.05);
  table.sway.assign(36, 0.6);
  evaluate(bench, drag);
}

void fender(benchmark::State& bench) {
  Fender fender;
  fender.body1 = "ship";
  fender.thickness = 4.0;
  fender.compression = {0.0, 1.0, 3.0, 9.0};
  fender.reaction = {0.0, 1e5, 5e5, 2e6};
  fender.loss = 0.3;
  fender.friction = 0.2;
  evaluate(bench, fender);
}

/// 100 segments of ten inclined columns in 400 components.
void members(benchmark::State& bench, WaveStretching stretching, double depth) {
  Model model = ship();
  model.current = {};
  model.water_depth = depth;
  model.sea = testing::jonswap_sea(model, 4.0, 10.0, 0.3, 0.0);
  Morison morison;
  morison.body = "ship";
  morison.stretching = stretching;
  for (int i = 0; i < 10; ++i) {
    MorisonElement column;
    column.point1 = {4.0 * i, 1.0, -30.0};
    column.point2 = {4.0 * i + 3.0, 3.0, -6.0};
    column.diameter = 2.0;
    column.drag_coefficient = column.added_mass_coefficient = 1.0;
    morison.elements.push_back(column);
  }
  evaluate(bench, morison, model);
}

BENCHMARK_CAPTURE(catenary, smooth, 0.0)->Name("load_us/catenary");
BENCHMARK_CAPTURE(catenary, rough, 1.0)->Name("load_us/catenary_with_friction");
BENCHMARK(wind)->Name("load_us/wind");
BENCHMARK(current)->Name("load_us/current");
BENCHMARK(fender)->Name("load_us/fender");
BENCHMARK_CAPTURE(members, deep, WaveStretching::kWheeler, 1e4)->Name("load_us/morison_100_deep");
BENCHMARK_CAPTURE(members, shallow, WaveStretching::kWheeler, 60.0)->Name("load_us/morison_100");
BENCHMARK_CAPTURE(members, plain, WaveStretching::kLinear, 60.0)
    ->Name("load_us/morison_100_not_stretched");

}  // namespace

BENCHMARK_MAIN();
