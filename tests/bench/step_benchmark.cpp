/// @file One full Runge-Kutta step: waves of 400 components at the bodies' actual positions,
/// radiation memory by `auto`, hydrostatics, lines and moorings, added mass in the system matrix.
#include <benchmark/benchmark.h>

#include "hydro/database/readers/read_database.hpp"
#include "solver/simulation.hpp"
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
  model.sea = jonswap_sea(model, 1.5, 8.0, direction, 30.0);
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

BENCHMARK(hemisphere)->Name("step_us/hemisphere")->Unit(benchmark::kMicrosecond);
BENCHMARK(alongside)->Name("step_us/alongside")->Unit(benchmark::kMicrosecond);
BENCHMARK(trimaran)->Name("step_us/trimaran")->Unit(benchmark::kMicrosecond);
BENCHMARK(array9)->Name("step_us/array9")->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
