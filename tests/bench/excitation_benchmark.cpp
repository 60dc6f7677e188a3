/// @file Wave excitation of one RK4 step: linearised at t, t + h/2 and t + h about poses a little
/// different in each and taken at four stages, 400 components, N of the nine cylinders of
/// array9.h5.
#include <benchmark/benchmark.h>

#include <numeric>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/excitation/excitation.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using namespace raftup::hydro;

constexpr double kStep = 0.05;
constexpr double kDirection = 0.6;

void step(benchmark::State& state, int frequencies, int directions) {
  std::vector<Eigen::Index> first(static_cast<std::size_t>(state.range(0)));
  std::iota(first.begin(), first.end(), 0);
  const Database database =
      select_bodies(read_bemio(raftup::testing::own_data() / "array9.h5"), first);
  DiscretisationOptions options;
  options.component_count = frequencies;
  const Sea sea(irregular_waves(JonswapSpectrum(2.0, 8.0, 3.3),
                                spread_directions(kDirection, 10.0, directions), options),
                database.water_depth, database.gravity, 0.0);
  std::vector<HorizontalPose> rest;
  for (const DatabaseBody& body : database.bodies) {
    rest.push_back({body.center_of_gravity.x(), body.center_of_gravity.y(), 0.0});
  }
  Excitation excitation(database, sea, rest, {});
  raftup::VectorXd force;
  UniformMotion motion{0.0, 0.5 * kStep, rest, rest};
  StepExcitation instants;
  long n = 0;
  for (auto _ : state) {
    motion.middle = kStep * (static_cast<double>(n) + 0.5);
    const double swing = 0.01 * static_cast<double>(n % 200);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      motion.poses[i] = {rest[i].x + swing, rest[i].y - 0.5 * swing, 0.01 * swing + 0.001};
      motion.changes[i] = {0.005, -0.0025, 5e-5};
    }
    excitation.linearize(motion, instants);
    for (const std::size_t s : {0U, 1U, 1U, 2U}) {
      instants[s].evaluate(rest, force);
      benchmark::DoNotOptimize(force.data());
    }
    ++n;
  }
}

void long_crested(benchmark::State& state) { step(state, 400, 1); }
void spread(benchmark::State& state) { step(state, 25, 16); }

BENCHMARK(long_crested)->Name("excitation_us/long_crested")->Arg(1)->Arg(2)->Arg(3)->Arg(9);
BENCHMARK(spread)->Name("excitation_us/spread")->Arg(1)->Arg(2)->Arg(3)->Arg(9);

}  // namespace

BENCHMARK_MAIN();
