/// @file Cost of one step of radiation memory, N = 1, 2, 3, 4, 9 bodies, kernels of 1001 points:
///   bare_products  the two contiguous matrix-vector products that integer and half lags need
///   convolution    prepare and advance of the direct convolution
///   state_space    prepare and advance of 40 common poles
#include <benchmark/benchmark.h>

#include <cmath>

#include "hydro/numerics/fixed_lanes.hpp"
#include "hydro/numerics/matrix_rows.hpp"
#include "hydro/radiation/convolution.hpp"
#include "hydro/radiation/state_space.hpp"
#include "tests/hydro/radiation/synthetic.hpp"

namespace {

using namespace raftup;
using namespace raftup::testing;

constexpr double kStep = 0.05;
constexpr Eigen::Index kKernelSteps = 1000;

/// Runs steps of random velocities until the history is full, then measures.
void measure(benchmark::State& run, const hydro::RadiationMemory& memory) {
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(memory.dof_count()));
  const VectorXd velocity = VectorXd::Random(memory.dof_count());
  for (Eigen::Index k = 0; k < 2 * kKernelSteps; ++k) memory.advance(state, velocity);
  hydro::StageTails tails;
  for (auto _ : run) {
    memory.prepare(state, tails);
    memory.advance(state, velocity);
    benchmark::DoNotOptimize(state.values.data());
  }
}

void bare_products(benchmark::State& run) {
  const Eigen::Index size = kDofs * run.range(0), columns = kKernelSteps * size;
  const RowMajorMatrix integer = RowMajorMatrix::Random(size, columns);
  const RowMajorMatrix half = RowMajorMatrix::Random(size, columns);
  const VectorXd history = VectorXd::Random(columns);
  VectorXd first(size), second(size);
  const auto rows = static_cast<std::size_t>(size), count = static_cast<std::size_t>(columns);
  for (auto _ : run) {
    row_product(integer.data(), rows, count, history.data(), count, first.data());
    row_product(half.data(), rows, count, history.data(), count, second.data());
    benchmark::DoNotOptimize(first.data());
    benchmark::DoNotOptimize(second.data());
  }
}

void convolution(benchmark::State& run) {
  const double duration = kStep * static_cast<double>(kKernelSteps);
  const Database database = kernel_database(
      run.range(0), VectorXd::LinSpaced(kKernelSteps + 1, 0.0, duration), pair_kernel);
  const hydro::RadiationCoefficients coefficients(database, hydro::RadiationData::kAsFiled, true);
  measure(run, hydro::Convolution(hydro::RetardationKernel(coefficients, kStep, duration),
                                  *database.added_mass_infinite));
}

void state_space(benchmark::State& run) {
  constexpr Eigen::Index kPairs = 20;
  const Eigen::Index size = kDofs * run.range(0);
  hydro::RationalModel model{VectorXcd(kPairs), RowMajorMatrix(2 * kPairs, size * size)};
  for (Eigen::Index k = 0; k < kPairs; ++k) {
    model.poles[k] = {-0.1, 0.15 * static_cast<double>(k + 1)};
    matrix_of_row(model.coefficients, 2 * k, size) = coupling(size, 1.0);
    matrix_of_row(model.coefficients, 2 * k + 1, size) = 0.1 * coupling(size, 0.5);
  }
  measure(run, hydro::StateSpace(model, MatrixXd::Identity(size, size), kStep));
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int bodies : {1, 2, 3, 4, 9}) benchmark->Arg(bodies);
  benchmark->Unit(benchmark::kMicrosecond);
}

}  // namespace

BENCHMARK(bare_products)->Name("radiation_us/bare_products")->Apply(sizes);
BENCHMARK(convolution)->Name("radiation_us/convolution")->Apply(sizes);
BENCHMARK(state_space)->Name("radiation_us/state_space")->Apply(sizes);

BENCHMARK_MAIN();
