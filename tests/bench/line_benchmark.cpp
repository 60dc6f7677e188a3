/// @file Steps of whole simulations with the load `line`, its bodies solved with it: a body of 1e6 kg
/// on four springs, with
///   still  one line of 20 elements in still water
///   rod    the same with bending stiffness
///   waves  the same without, in 400 wave components
///   four   four equal lines
///   none   none, what is left for the body
#include <benchmark/benchmark.h>

#include <cmath>

#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver;

constexpr double kPi = 3.14159265358979323846;

ElasticLine mooring(double heading, double bending) {
  ElasticLine line;
  line.end_a.body = "body";
  line.end_b.anchor = Vector3(830.0 * std::cos(heading), 830.0 * std::sin(heading), -250.0);
  LineSection section;
  section.length = 900.0;
  section.diameter = 0.1;
  section.mass_per_length = 200.0;
  section.axial_stiffness = 8e8;
  section.bending_stiffness = bending;
  line.sections = {section};
  return line;
}

Model model_of(int lines, double bending, bool waves) {
  Model model;
  model.step_ns = 50'000'000;
  model.water_depth = 250.0;
  model.stepper = StepperKind::kMidpoint;
  RigidBody body;
  body.name = "body";
  body.mass = 1e6;
  body.inertia = 1e8 * Matrix3::Identity();
  body.gravity = false;
  body.linear_velocity = {0.5, 0.2, 0.3};
  model.bodies = {body};
  LinearMooring springs;
  springs.body = "body";
  springs.stiffness.diagonal() << 1e5, 1e5, 1e6, 1e8, 1e8, 1e7;
  model.loads = {{"springs", springs}};
  for (int i = 0; i < lines; ++i) {
    model.loads.push_back({"line" + std::to_string(i), mooring(0.5 * kPi * i, bending)});
  }
  if (waves) {
    std::vector<hydro::WaveComponent> components;
    for (int i = 0; i < 400; ++i) components.push_back({0.3 + 0.004 * i, 0.1, 2.4 * i, 0.0});
    model.sea = hydro::Sea(components, {model.water_depth, model.gravity, model.current}, 0.0);
  }
  return model;
}

void run(benchmark::State& state, int lines, double bending, bool waves) {
  Simulation simulation(model_of(lines, bending, waves));
  for (auto _ : state) simulation.step();
}

BENCHMARK_CAPTURE(run, none, 0, 0.0, false)->Name("line_us/none");
BENCHMARK_CAPTURE(run, still, 1, 0.0, false)->Name("line_us/still");
BENCHMARK_CAPTURE(run, rod, 1, 1e6, false)->Name("line_us/rod");
BENCHMARK_CAPTURE(run, four, 4, 0.0, false)->Name("line_us/four");
BENCHMARK_CAPTURE(run, none_in_waves, 0, 0.0, true)->Name("line_us/none_in_400_waves");
BENCHMARK_CAPTURE(run, waves, 1, 0.0, true)->Name("line_us/in_400_waves");

}  // namespace

BENCHMARK_MAIN();
