/// @file One evaluation of a load on a body that moves: what a stage of a step pays for it.
#include <benchmark/benchmark.h>

#include <memory>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/fender.hpp"
#include "solver/model/loads/hull.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/model/loads/rope.hpp"
#include "solver/model/loads/wind_force.hpp"
#include "tests/support/kvlcc2.hpp"
#include "tests/support/meshes.hpp"

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
  element->initialize(bodies, state);
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

/// A propeller and the rudder in its slipstream, each with its own look at the inflow.
void propeller_and_rudder(benchmark::State& bench) {
  Model model = testing::kvlcc2_model(0.022, 11.85, 0.05);
  model.loads.erase(model.loads.begin());
  Kinematics bodies = initial_kinematics(model);
  std::vector<std::unique_ptr<ForceElement>> elements;
  State state;
  state.loads.resize(model.loads.size());
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    elements.push_back(make_force_element(model.loads[i], model, bodies, i));
    elements.back()->initialize(bodies, state);
  }
  Forces forces(1);
  const StageTime at;
  long n = 0;
  for (auto _ : bench) {
    bodies[0].velocity[1] = 0.001 * static_cast<double>(n % 200);
    for (const auto& element : elements) element->add({at, state}, bodies, forces);
    benchmark::DoNotOptimize(forces.total.data());
    ++n;
  }
}

void hull_derivatives(benchmark::State& bench) { evaluate(bench, testing::kvlcc2_hull(0.022)); }

void rope(benchmark::State& bench) {
  Rope rope;
  rope.points = {
      {"ship", {100.0, 10.0, 5.0}}, {"", {120.0, 30.0, 6.0}, 0.2}, {"ship", {90.0, 0, 4.0}}};
  rope.stiffness = 1e6;
  rope.damping = 1e4;
  rope.rest_length = 20.0;
  evaluate(bench, rope);
}

/// 100 segments of ten inclined columns in 400 components.
void members(benchmark::State& bench, hydro::WaveStretching stretching, double depth) {
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

/// Pressure, drag and lift on 4142 triangles, half of them wet.
void hull_load(benchmark::State& bench, bool in_waves, bool with_pressure) {
  Model model = ship();
  if (in_waves) model.sea = testing::jonswap_sea(model, 3.0, 9.0, 0.4, 0.0);
  HullLoad hull;
  hull.body = "ship";
  hull.mesh.triangles =
      std::make_shared<const hydro::HullMesh>(testing::box_mesh({-50, -9, -6}, {50, 9, 4}, 1.625));
  hull.pressure = with_pressure;
  hull.froude_krylov = with_pressure && in_waves;
  hull.normal_drag = hull.lift = 1.0;
  hull.tangential_drag = 0.01;
  evaluate(bench, hull, model);
}

/// A hull of about as many triangles as reference case H6 has: 4142 of 2073 vertices.
hydro::HullPressure hull() {
  auto mesh =
      std::make_shared<const hydro::HullMesh>(testing::box_mesh({-50, -9, -6}, {50, 9, 4}, 1.625));
  return {mesh, Vector3::Zero(), {1025.0, 9.81, std::numeric_limits<double>::infinity()}};
}

hydro::HullPose swinging(long n) {
  const double swing = 0.01 * (static_cast<double>(n % 200) - 100.0);
  return {{swing, 0.5 * swing, 0.5 * swing},
          Matrix3(Eigen::AngleAxisd(0.1 * swing, Vector3(0.8, 0.6, 0.0)))};
}

void mesh_in_still_water(benchmark::State& bench) {
  hydro::HullPressure pressure = hull();
  long n = 0;
  for (auto _ : bench) benchmark::DoNotOptimize(pressure.in_still_water(swinging(n++)));
}

void mesh_in_waves(benchmark::State& bench) {
  hydro::HullPressure pressure = hull();
  Model model;
  const hydro::Sea sea = testing::jonswap_sea(model, 3.0, 9.0, 0.4, 0.0);
  hydro::HullWaves waves(sea, pressure.radius());
  long n = 0;
  for (auto _ : bench) {
    const hydro::HullPose pose = swinging(n);
    waves.follow(0.025 * static_cast<double>(n++), pose.center.head<2>());
    benchmark::DoNotOptimize(pressure.in_waves(pose, {&waves}, hydro::WaveStretching::kWheeler));
  }
}

BENCHMARK_CAPTURE(catenary, smooth, 0.0)->Name("load_us/catenary");
BENCHMARK_CAPTURE(catenary, rough, 1.0)->Name("load_us/catenary_with_friction");
BENCHMARK(wind)->Name("load_us/wind");
BENCHMARK(current)->Name("load_us/current");
BENCHMARK(fender)->Name("load_us/fender");
BENCHMARK(propeller_and_rudder)->Name("load_us/propeller_and_rudder");
BENCHMARK(hull_derivatives)->Name("load_us/hull_derivatives");
BENCHMARK(rope)->Name("load_us/rope");
BENCHMARK_CAPTURE(members, deep, hydro::WaveStretching::kWheeler, 1e4)
    ->Name("load_us/morison_100_deep");
BENCHMARK_CAPTURE(members, shallow, hydro::WaveStretching::kWheeler, 60.0)
    ->Name("load_us/morison_100");
BENCHMARK_CAPTURE(members, plain, hydro::WaveStretching::kLinear, 60.0)
    ->Name("load_us/morison_100_not_stretched");
BENCHMARK_CAPTURE(hull_load, current, false, false)->Name("load_us/hull_drag_in_current");
BENCHMARK_CAPTURE(hull_load, pressed, false, true)->Name("load_us/hull_in_current");
BENCHMARK_CAPTURE(hull_load, waves, true, false)->Name("load_us/hull_drag_in_400_waves");
BENCHMARK_CAPTURE(hull_load, pressed_by_waves, true, true)->Name("load_us/hull_in_400_waves");
BENCHMARK(mesh_in_still_water)->Name("load_us/mesh_in_still_water");
BENCHMARK(mesh_in_waves)->Name("load_us/mesh_in_400_waves");

}  // namespace

BENCHMARK_MAIN();
