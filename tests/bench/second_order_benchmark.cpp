/// @file Second-order wave forces of one step: at t, t + h/2 and t + h with gradients and taken at
/// four stages, 400 components, as for the excitation. Newman: two bodies, drift around the circle;
/// full: one body, six dofs of 56 frequencies, one direction; banded: differences up to .5 rad/s.
#include <benchmark/benchmark.h>

#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"

namespace {

using namespace raftup::hydro;
using raftup::testing::bare_database;

constexpr double kStep = 0.05;

Database around_the_circle() {
  std::vector<double> omega, directions;
  for (int k = 1; k <= 60; ++k) omega.push_back(0.05 * k);
  for (int d = 0; d < 24; ++d) directions.push_back(d * raftup::kTwoPi / 24.0);
  Database database = bare_database(omega, directions);
  database.bodies.push_back(database.bodies.front());
  for (const double b : directions) {
    raftup::MatrixXd& values = database.mean_drift_force.emplace_back(12, omega.size());
    for (Eigen::Index i = 0; i < 12; ++i) {
      for (Eigen::Index k = 0; k < values.cols(); ++k) {
        values(i, k) = 1e4 * database.omega[k] * std::cos(b - 0.1 * static_cast<double>(i));
      }
    }
  }
  return database;
}

Database with_qtf() {
  std::vector<double> omega;
  for (int k = 0; k < 56; ++k) omega.push_back(0.25 + 0.05 * k);
  Database database = bare_database(omega, {0.0});
  database.qtf_difference = raftup::testing::made_up_qtf(database, true);
  return database;
}

void step(benchmark::State& state, const Database& database, const SecondOrderOptions& options) {
  DiscretisationOptions discretisation;
  discretisation.component_count = 400;
  discretisation.omega_max = 3.0;
  const Sea sea(irregular_waves(JonswapSpectrum(6.0, 12.0, 3.3), {0.0}, discretisation),
                database.water_depth, database.gravity, 0.0);
  const std::vector<HorizontalPose> rest(database.bodies.size());
  SecondOrderExcitation excitation(database, sea, rest, {}, options);
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

void newman(benchmark::State& state) {
  SecondOrderOptions options;
  options.method = SecondOrderMethod::kNewman;
  step(state, around_the_circle(), options);
}

void full(benchmark::State& state) {
  SecondOrderOptions options;
  options.method = SecondOrderMethod::kFull;
  step(state, with_qtf(), options);
}

void banded(benchmark::State& state) {
  SecondOrderOptions options;
  options.method = SecondOrderMethod::kFull;
  options.difference_cutoff = 0.5;
  step(state, with_qtf(), options);
}

BENCHMARK(newman)->Name("load_us/newman");
BENCHMARK(full)->Name("load_us/full_qtf");
BENCHMARK(banded)->Name("load_us/full_qtf_banded");

}  // namespace

BENCHMARK_MAIN();
