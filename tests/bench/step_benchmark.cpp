/// @file One full Runge-Kutta step: waves of 400 components at the bodies' actual positions,
/// radiation memory by `auto`, hydrostatics, lines and moorings, added mass in the system matrix.
#include <benchmark/benchmark.h>

#include <string>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/wind_force.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using raftup::Vector3;
using namespace raftup::testing;
namespace solver = raftup::solver;

constexpr double kQuartering = 135.0 * kPi / 180.0;  // rad, where the waves go

std::shared_ptr<raftup::hydro::Database> load(const std::filesystem::path& file) {
  return std::make_shared<raftup::hydro::Database>(raftup::hydro::read_bemio(file));
}

void step(benchmark::State& state, solver::Model model, double direction) {
  constexpr double kRamp = 30.0;
  model.sea = raftup::hydro::Sea(jonswap_sea(model, 1.5, 8.0, direction, kRamp).components(),
                                 {model.water_depth, model.gravity, model.current}, kRamp);
  solver::Simulation simulation(std::move(model));
  for (int i = 0; i < 100; ++i) simulation.step();
  // An unmoored ship turns away from the directions of its data in the long run.
  constexpr std::int64_t kLongestRun = 5000;  // steps
  for (auto _ : state) {
    simulation.step();
    if (simulation.state().step_index > kLongestRun) simulation.reset();
  }
  const double h = 1e-9 * static_cast<double>(simulation.model().step_ns);
  state.counters["real_time_factor"] =
      benchmark::Counter(h, benchmark::Counter::kIsIterationInvariantRate);
}

void hemisphere(benchmark::State& state) {
  step(state, floating_model(load(own_data() / "hemisphere.h5"), {Vector3::Constant(2.8)}, 0.05),
       kQuartering);
}

void alongside(benchmark::State& state) {
  step(state, alongside_model(load(own_data() / "alongside.h5"), 0.05), kQuartering);
}

/// A database with mean drift of both bodies, for Newman's approximation.
std::shared_ptr<raftup::hydro::Database> with_drift(
    std::shared_ptr<raftup::hydro::Database> database) {
  for (const double direction : database->wave_directions) {
    raftup::MatrixXd& drift =
        database->mean_drift_force.emplace_back(raftup::MatrixXd::Zero(12, database->omega.size()));
    for (Eigen::Index k = 0; k < database->omega.size(); ++k) {
      const double size = 2e4 * std::min(database->omega[k], 1.0);
      for (const Eigen::Index body : {0, 6}) {
        drift(body, k) = size * std::cos(direction);
        drift(body + 1, k) = size * std::sin(direction);
      }
    }
  }
  return database;
}

solver::Load catenary(int number) {
  const auto [sine, cosine] = raftup::sincos(raftup::kTwoPi / 9.0 * number);
  solver::CatenaryLine line;
  line.body = "body1";
  line.point = {40.0 * cosine, 8.0 * sine, 4.0};
  line.anchor = {850.0 * cosine, 850.0 * sine, -250.0};
  line.length = 900.0;
  line.mass_per_length = 77.7;
  line.axial_stiffness = 384e6;
  return {"line" + std::to_string(number), line};
}

void add_wind_and_current(const std::string& body, solver::Model& model) {
  solver::WindForce wind;
  wind.body = body;
  wind.frontal_area = 200.0;
  wind.lateral_area = 700.0;
  wind.length = 100.0;
  wind.ship = solver::WindShip::kTankerLoaded;
  model.loads.push_back({"wind on " + body, wind});
  solver::CurrentDrag drag;
  drag.body = body;
  drag.length = 100.0;
  drag.breadth = 18.0;
  drag.draught = 6.0;
  drag.yaw_drag = 0.8;
  drag.coefficients = {
      {0.0, 90.0, 180.0, 270.0}, {0.05, 0.0, -0.05, 0.0}, {0.0, 0.6, 0.0, -0.6}, {}};
  model.loads.push_back({"drag of " + body, drag});
}

/// The step of `alongside` with Newman's drift forces, nine catenaries, wind and current.
void alongside_loaded(benchmark::State& state) {
  solver::Model model = alongside_model(with_drift(load(own_data() / "alongside.h5")), 0.05);
  model.hydrodynamics[0].second_order.method = raftup::hydro::SecondOrderMethod::kNewman;
  model.current = raftup::hydro::Current({}, {raftup::Vector2(0.6, 0.2)});
  model.wind.emplace().climate.speed = 15.0;
  model.wind->climate.spectrum = raftup::hydro::WindSpectrum::kNpd;
  for (int i = 0; i < 9; ++i) model.loads.push_back(catenary(i));
  for (const char* body : {"body1", "body2"}) add_wind_and_current(body, model);
  step(state, std::move(model), kQuartering);
}

void trimaran(benchmark::State& state) {
  const auto file = reference_data("bemio/trimaran.h5");
  if (!file) {
    state.SkipWithError("reference data not found: bemio/trimaran.h5");
    return;
  }
  const auto database = load(*file);
  step(state, floating_model(database, {Vector3(2.0, 4.0, 4.0)}, 0.01),
       database->wave_directions[0]);
}

void array9(benchmark::State& state) {
  step(state, floating_model(load(own_data() / "array9.h5"), {Vector3::Constant(3.0)}, 0.05),
       kQuartering);
}

/// clients/examples/arrays/array50.yaml: fifty buoys, each with a generator and a mooring.
void array50(benchmark::State& state) {
  const auto file = own_data() / "../../arrays/array50.h5";
  if (!std::filesystem::exists(file)) {
    state.SkipWithError("made by: raftup hydro solve clients/examples/hydro/array50.yaml");
    return;
  }
  const auto database =
      std::make_shared<raftup::hydro::Database>(raftup::hydro::read_database(file));
  solver::Model model = floating_model(database, {Vector3::Constant(3.1)}, 0.05);
  const raftup::Vector6 stiffness{{2e4, 2e4, 0.0, 0.0, 0.0, 1e6}};
  const raftup::Vector6 damping{{2e4, 2e4, 1e5, 0.0, 0.0, 1e6}};
  for (solver::GroupBody& body : model.hydrodynamics[0].bodies) {
    body.linear_damping(3, 3) = body.linear_damping(4, 4) = 7.8e5;
    model.loads.push_back(mooring("mooring of " + body.body, body.body, stiffness, damping));
  }
  step(state, std::move(model), 0.0);
}

/// A sphere of 5 m radius at steps of .015 s in waves that a client streams as elevations, one
/// sample a step. The label has the duration that the elevation must be known ahead of the step.
void streamed_elevation(benchmark::State& state) {
  constexpr double kStep = 0.015;
  const auto file = reference_data("bemio/sphere.h5");
  if (!file) {
    state.SkipWithError("reference data not found: bemio/sphere.h5");
    return;
  }
  solver::Model model = floating_model(load(*file), {Vector3::Constant(2.8)}, kStep);
  model.inputs.push_back({"waves", solver::WaveElevationInput{0.0}});
  solver::Simulation simulation(std::move(model));
  simulation.set_input_interpolation(0, solver::Interpolation::kHermite);
  const std::int64_t step_ns = simulation.model().step_ns;
  const std::int64_t ahead = simulation.input_look_ahead_ns(0) / step_ns + 5;
  std::int64_t sent = 0;
  const auto advance = [&] {
    for (; sent <= simulation.state().step_index + ahead; ++sent) {
      const double elevation = raftup::sincos(0.8e-9 * static_cast<double>(sent * step_ns)).sine;
      simulation.write_input(0, sent * step_ns, {&elevation, 1});
    }
    simulation.step();
  };
  for (int i = 0; i < 100; ++i) advance();
  for (auto _ : state) advance();
  state.SetLabel(std::to_string(1e-9 * static_cast<double>(simulation.input_look_ahead_ns(0))) +
                 " s ahead");
}

BENCHMARK(hemisphere)->Name("step_us/hemisphere")->Unit(benchmark::kMicrosecond);
BENCHMARK(streamed_elevation)->Name("step_us/streamed_elevation")->Unit(benchmark::kMicrosecond);
BENCHMARK(alongside)->Name("step_us/alongside")->Unit(benchmark::kMicrosecond);
BENCHMARK(alongside_loaded)->Name("step_us/alongside_loaded")->Unit(benchmark::kMicrosecond);
BENCHMARK(trimaran)->Name("step_us/trimaran")->Unit(benchmark::kMicrosecond);
BENCHMARK(array9)->Name("step_us/array9")->Unit(benchmark::kMicrosecond);
BENCHMARK(array50)->Name("step_us/array50")->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
