#include <algorithm>
#include <random>

#include "hydro/radiation/convolution/convolution.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::BlockPlan;
using hydro::Convolution;
using hydro::ConvolutionSum;

namespace {

constexpr double kStep = 0.05;

/// A kernel that has not died out where it ends, so that the last lag counts too.
Convolution convolution_of(Eigen::Index bodies, Eigen::Index steps, ConvolutionSum sum) {
  const double duration = kStep * static_cast<double>(steps);
  const Database database = kernel_database(
      bodies, VectorXd::LinSpaced(steps + 1, 0.0, duration),
      [=](double tau) { return std::exp(-tau / duration) * std::cos(0.5 * tau + 0.3); });
  const hydro::RadiationCoefficients coefficients(database, hydro::RadiationData::kAsFiled, true);
  return {hydro::RetardationKernel(coefficients, kStep, duration), *database.added_mass_infinite,
          sum};
}

/// Velocities without any pattern, the same in every run.
class Velocities {
 public:
  explicit Velocities(Eigen::Index size) : size_(size) {}
  VectorXd next() {
    return VectorXd::NullaryExpr(size_, [&] { return distribution_(generator_); });
  }

 private:
  Eigen::Index size_;
  std::mt19937_64 generator_{1};
  std::uniform_real_distribution<double> distribution_{-1.0, 1.0};
};

double difference(const hydro::StageTails& a, const hydro::StageTails& b) {
  return std::max({(a.start - b.start).cwiseAbs().maxCoeff(),
                   (a.middle - b.middle).cwiseAbs().maxCoeff(),
                   (a.end - b.end).cwiseAbs().maxCoeff()});
}

}  // namespace

TEST_CASE("partitioned convolution: every tail is that of the direct sum, from the first step on",
          "[radiation][oracle]") {
  struct Case {
    Eigen::Index bodies, steps;
  };
  // shorter than the direct lags; one more; blocks of one length; of two; of two and no whole block
  const auto sample =
      GENERATE(Case{1, 40}, Case{1, 65}, Case{3, 300}, Case{2, 1100}, Case{1, 2611});
  const Convolution direct = convolution_of(sample.bodies, sample.steps, ConvolutionSum::kDirect);
  const Convolution partitioned =
      convolution_of(sample.bodies, sample.steps, ConvolutionSum::kPartitioned);
  Velocities velocities(direct.dof_count());
  const VectorXd first = velocities.next();
  hydro::MemoryState expected = direct.initial_state(first),
                     state = partitioned.initial_state(first);
  hydro::StageTails expected_tails, tails;
  double worst = 0.0, scale = 0.0;
  for (Eigen::Index k = 0; k < 2 * sample.steps + 100; ++k) {
    direct.prepare(expected, expected_tails);
    partitioned.prepare(state, tails);
    worst = std::max(worst, difference(tails, expected_tails));
    scale = std::max(scale, expected_tails.end.cwiseAbs().maxCoeff());
    const VectorXd velocity = velocities.next();
    direct.advance(expected, velocity);
    partitioned.advance(state, velocity);
  }
  INFO(sample.bodies << " bodies, " << sample.steps << " steps: " << worst << " of " << scale);
  CHECK(scale > 0.1);
  CHECK(worst < 1e-13 * scale);  // rounding; 1e-10 is asked for
}

TEST_CASE("partitioned convolution: a state copied in the middle of a block goes on bit for bit",
          "[radiation][determinism]") {
  const Convolution memory = convolution_of(2, 1100, ConvolutionSum::kPartitioned);
  const Convolution again = convolution_of(2, 1100, ConvolutionSum::kPartitioned);
  Velocities velocities(memory.dof_count());
  hydro::MemoryState state = memory.initial_state(velocities.next());
  // 1234 = 4 * 256 + 210 = 38 * 32 + 18: inside a block of either length
  for (int k = 0; k < 1234; ++k) memory.advance(state, velocities.next());
  hydro::MemoryState copy{state.sample_count, {state.values.begin(), state.values.end()}};
  for (int k = 0; k < 700; ++k) {
    const VectorXd velocity = velocities.next();
    memory.advance(state, velocity);
    again.advance(copy, velocity);
  }
  CHECK(copy == state);
}

TEST_CASE("partitioned convolution: blocks cover every lag once, and none begins too early",
          "[radiation]") {
  for (const Eigen::Index last : {64, 65, 100, 511, 512, 1000, 1024, 5000, 10000, 100000}) {
    Eigen::Index next = 65;
    for (const BlockPlan& plan : hydro::block_plans(65, last)) {
      CHECK(plan.first_lag == next);
      CHECK(plan.first_lag > 2 * plan.length);  // a block to fill, a block to work
      next += plan.count * plan.length;
      CHECK(next - plan.length <= last);  // the last block is not empty
    }
    CHECK(next > last);
  }
}
