/// @file Cost of one step of radiation memory, N = 1, 2, 3, 4, 9 bodies, kernels of 1001 points:
///   bare_products  the two contiguous matrix-vector products that integer and half lags need
///   convolution    prepare and advance of the direct convolution
///   partitioned    the same of the partitioned convolution
///   state_space    prepare and advance of 40 common poles
///   array          the same of a kernel for arrays of 9 and 50 bodies, 370 s at a spacing of .25 s
///   long_*         two bodies, kernels of 10 001 points
/// worst_over_median: the dearest step of a period of the partition over the median, each step's
/// time the least of several periods. --benchmark_enable_random_interleaving=true for ratios.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/convolution/coarse_convolution.hpp"
#include "hydro/radiation/convolution/convolution.hpp"
#include "hydro/radiation/state_space/state_space.hpp"
#include "tests/hydro/radiation/synthetic.hpp"

namespace {

using namespace raftup;
using namespace raftup::testing;
using hydro::ConvolutionSum;

constexpr double kStep = 0.05;
constexpr Eigen::Index kKernelSteps = 1000, kLongKernelSteps = 10000;

/// Where steps of a random velocity have filled the history.
hydro::MemoryState full_history(const hydro::RadiationMemory& memory, Eigen::Index kernel_steps) {
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(memory.dof_count()));
  const VectorXd velocity = VectorXd::Random(memory.dof_count());
  for (Eigen::Index k = 0; k < 2 * kernel_steps; ++k) memory.advance(state, velocity);
  return state;
}

void measure(benchmark::State& run, const hydro::RadiationMemory& memory,
             hydro::MemoryState state) {
  const VectorXd velocity = VectorXd::Random(memory.dof_count());
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

hydro::Convolution make_convolution(Eigen::Index bodies, Eigen::Index kernel_steps,
                                    ConvolutionSum sum) {
  const double duration = kStep * static_cast<double>(kernel_steps);
  const Database database =
      kernel_database(bodies, VectorXd::LinSpaced(kernel_steps + 1, 0.0, duration), pair_kernel);
  const hydro::RadiationCoefficients coefficients(database, hydro::RadiationData::kAsFiled, true);
  return {hydro::RetardationKernel(coefficients, kStep, duration), *database.added_mass_infinite,
          sum};
}

/// Time of the dearest step of a period over that of the median step. What the machine adds differs
/// from period to period, so each step counts with the least of them.
double worst_over_median(const hydro::RadiationMemory& memory) {
  constexpr std::size_t kPeriod = 4096;  // a multiple of every block that is used
  constexpr int kPeriods = 12;
  using Clock = std::chrono::steady_clock;
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(memory.dof_count()));
  const VectorXd velocity = VectorXd::Random(memory.dof_count());
  std::vector<double> least(kPeriod, 1e9);
  hydro::StageTails tails;
  for (int period = 0; period < kPeriods; ++period) {
    for (double& time : least) {
      const auto begin = Clock::now();
      memory.prepare(state, tails);
      memory.advance(state, velocity);
      time = std::min(time, std::chrono::duration<double>(Clock::now() - begin).count());
    }
  }
  std::sort(least.begin(), least.end());
  return least.back() / least[kPeriod / 2];
}

/// A convolution that runs, made once: the repetitions of a benchmark share it.
struct RunningConvolution {
  RunningConvolution(Eigen::Index bodies, Eigen::Index kernel_steps, ConvolutionSum sum)
      : memory(make_convolution(bodies, kernel_steps, sum)),
        state(full_history(memory, kernel_steps)),
        spread(sum == ConvolutionSum::kPartitioned ? worst_over_median(memory) : 0.0) {}

  hydro::Convolution memory;
  hydro::MemoryState state;
  double spread;  ///< worst_over_median() of a partitioned one
};

void measure_convolution(benchmark::State& run, Eigen::Index bodies, Eigen::Index kernel_steps,
                         ConvolutionSum sum) {
  static std::map<std::tuple<Eigen::Index, Eigen::Index, ConvolutionSum>, RunningConvolution> all;
  const auto [place, is_new] =
      all.try_emplace({bodies, kernel_steps, sum}, bodies, kernel_steps, sum);
  const RunningConvolution& convolution = place->second;
  measure(run, convolution.memory, convolution.state);
  if (convolution.spread > 0.0) run.counters["worst_over_median"] = convolution.spread;
}

void convolution(benchmark::State& run) {
  measure_convolution(run, run.range(0), kKernelSteps, ConvolutionSum::kDirect);
}

void partitioned(benchmark::State& run) {
  measure_convolution(run, run.range(0), kKernelSteps, ConvolutionSum::kPartitioned);
}

void long_convolution(benchmark::State& run) {
  measure_convolution(run, 2, kLongKernelSteps, ConvolutionSum::kDirect);
}

void long_partitioned(benchmark::State& run) {
  measure_convolution(run, 2, kLongKernelSteps, ConvolutionSum::kPartitioned);
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
  const hydro::StateSpace memory(model, MatrixXd::Identity(size, size), kStep);
  measure(run, memory, full_history(memory, kKernelSteps));
}

/// The samples M exp(-t / 50) cos t of a kernel, with a symmetric matrix M.
class DecayingKernel final : public hydro::SampledKernel {
 public:
  explicit DecayingKernel(Eigen::Index bodies) : matrix_(coupling(kDofs * bodies, 0.02)) {}

  Eigen::Index dof_count() const override { return matrix_.rows(); }
  double spacing() const override { return 5.0 * kStep; }
  Eigen::Index sample_count() const override { return 1480; }
  RowMajorMatrix samples(Eigen::Index first, Eigen::Index count) const override {
    RowMajorMatrix rows(count, matrix_.size());
    for (Eigen::Index j = 0; j < count; ++j) {
      const double t = spacing() * static_cast<double>(first + j);
      matrix_of_row(rows, j, matrix_.rows()) = std::exp(-t / 50.0) * std::cos(t) * matrix_;
    }
    return rows;
  }
  MatrixXcd transform(double /*omega*/) const override { return matrix_.cast<Complex>(); }

 private:
  MatrixXd matrix_;
};

/// A memory of an array that runs, made once for each number of bodies.
void array(benchmark::State& run) {
  using Running = std::pair<hydro::CoarseConvolution, hydro::MemoryState>;
  static std::map<std::int64_t, Running> all;
  if (!all.contains(run.range(0))) {
    const auto kernel = std::make_shared<const DecayingKernel>(run.range(0));
    const Eigen::Index size = kernel->dof_count();
    hydro::CoarseConvolution memory(kernel, MatrixXd::Identity(size, size), kStep);
    hydro::MemoryState state = full_history(memory, 5 * kernel->sample_count() / 2);
    all.emplace(run.range(0), Running(std::move(memory), std::move(state)));
  }
  const auto& [memory, state] = all.at(run.range(0));
  measure(run, memory, state);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int bodies : {1, 2, 3, 4, 9}) benchmark->Arg(bodies);
  benchmark->Unit(benchmark::kMicrosecond);
}

}  // namespace

BENCHMARK(bare_products)->Name("radiation_us/bare_products")->Apply(sizes);
BENCHMARK(convolution)->Name("radiation_us/convolution")->Apply(sizes);
BENCHMARK(partitioned)->Name("radiation_us/partitioned")->Apply(sizes);
BENCHMARK(state_space)->Name("radiation_us/state_space")->Apply(sizes);
BENCHMARK(array)->Name("radiation_us/array")->Arg(9)->Arg(50)->Unit(benchmark::kMicrosecond);
BENCHMARK(long_convolution)->Name("radiation_us/long_convolution")->Unit(benchmark::kMicrosecond);
BENCHMARK(long_partitioned)->Name("radiation_us/long_partitioned")->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
