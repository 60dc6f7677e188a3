/// @file One evaluation of a load on a body that moves: what a stage of a step pays for it.
#include <benchmark/benchmark.h>

#include <memory>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/force_element.hpp"
#include "solver/multibody_system.hpp"
#include "tests/support/meshes.hpp"
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

void evaluate(benchmark::State& bench, const LoadKind& kind) {
  Model model = ship();
  model.loads = {{"load", kind}};
  Kinematics bodies = initial_kinematics(model);
  const auto element = make_force_element(model.loads[0], model, bodies, 0);
  State state;
  state.loads.resize(1);
  element->initialise(bodies, state);
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
    benchmark::DoNotOptimize(pressure.in_waves(pose, {&waves}, hydro::Stretching::kWheeler));
  }
}

BENCHMARK_CAPTURE(catenary, smooth, 0.0)->Name("load_us/catenary");
BENCHMARK_CAPTURE(catenary, rough, 1.0)->Name("load_us/catenary_with_friction");
BENCHMARK(wind)->Name("load_us/wind");
BENCHMARK(current)->Name("load_us/current");
BENCHMARK(fender)->Name("load_us/fender");
BENCHMARK(mesh_in_still_water)->Name("load_us/mesh_in_still_water");
BENCHMARK(mesh_in_waves)->Name("load_us/mesh_in_400_waves");

}  // namespace

BENCHMARK_MAIN();
