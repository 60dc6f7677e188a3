#include "hydro/radiation/convolution/coarse_convolution.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

/// A kernel given by a function of the delay [s].
class GivenKernel final : public SampledKernel {
 public:
  using Function = std::function<MatrixXd(double tau)>;

  GivenKernel(Index dofs, double spacing, Index count, Function at)
      : dofs_(dofs), spacing_(spacing), count_(count), at_(std::move(at)) {}

  Index dof_count() const override { return dofs_; }
  double spacing() const override { return spacing_; }
  Index sample_count() const override { return count_; }
  RowMajorMatrix samples(Index first, Index count) const override {
    RowMajorMatrix rows(count, dofs_ * dofs_);
    for (Index j = 0; j < count; ++j) {
      matrix_of_row(rows, j, dofs_) = at_(spacing_ * static_cast<double>(first + j));
    }
    return rows;
  }
  MatrixXcd transform(double omega) const override {
    MatrixXcd sum = MatrixXcd::Zero(dofs_, dofs_);
    for (Index j = 0; j < count_; ++j) {
      const double tau = spacing_ * static_cast<double>(j);
      sum += (j == 0 ? 0.5 : 1.0) * spacing_ * std::polar(1.0, -omega * tau) *
             at_(tau).cast<Complex>();
    }
    return sum;
  }

 private:
  Index dofs_;
  double spacing_;
  Index count_;
  Function at_;
};

/// A kernel without any symmetry, in which every pair of dofs rings at another frequency.
MatrixXd ringing(Index dofs, double tau) {
  MatrixXd K(dofs, dofs);
  for (Index i = 0; i < dofs; ++i) {
    for (Index j = 0; j < dofs; ++j) {
      const auto pair = static_cast<double>(1 + i * dofs + j);
      K(i, j) = std::exp(-0.02 * tau) * std::cos((0.3 + 0.01 * pair) * tau + pair);
    }
  }
  return K;
}

VectorXd wandering(Index dofs, double t) {
  VectorXd velocity(dofs);
  for (Index i = 0; i < dofs; ++i) {
    velocity[i] = std::sin((0.4 + 0.07 * static_cast<double>(i)) * t) * std::cos(0.11 * t);
  }
  return velocity;
}

/// Simulates a memory with a given motion from rest and calls visit(step, mu at the end of it, mu in
/// its middle).
template <typename Velocity, typename Visit>
void simulate(const RadiationMemory& memory, Index steps, const Velocity& velocity,
              const Visit& visit) {
  const double h = memory.step();
  MemoryState state = memory.initial_state(velocity(0.0));
  StageTails tails;
  for (Index n = 1; n <= steps; ++n) {
    memory.prepare(state, tails);
    const double end = h * static_cast<double>(n);
    const VectorXd at_end = velocity(end);
    visit(n, VectorXd(tails.end + memory.instantaneous(Stage::kEnd) * at_end),
          VectorXd(tails.middle + memory.instantaneous(Stage::kMiddle) * velocity(end - 0.5 * h)));
    memory.advance(state, at_end);
  }
}

}  // namespace

TEST_CASE("coarse convolution: at multiples of its step it is the trapezoidal rule",
          "[radiation]") {
  // 1, 2 and 3 bodies: with an odd number the body in the middle is in both series of blocks; 300
  // lags need two lengths of blocks
  const Index bodies = GENERATE(1, 2, 3), ratio = GENERATE(1, 4);
  const Index dofs = kDofs * bodies, lags = 300;
  const double h = 0.05, spacing = h * static_cast<double>(ratio);
  const auto at = [dofs](double tau) { return ringing(dofs, tau); };
  const auto kernel = std::make_shared<const GivenKernel>(dofs, spacing, lags, at);
  const CoarseConvolution memory(kernel, MatrixXd::Identity(dofs, dofs), h);
  std::vector<MatrixXd> samples;
  for (Index j = 0; j < lags; ++j)
    samples.push_back(spacing * at(spacing * static_cast<double>(j)));
  samples[0] *= 0.5;
  const auto velocity = [dofs](double t) { return wandering(dofs, t); };
  double worst = 0.0, size = 0.0;
  simulate(memory, 400 * ratio, velocity, [&](Index step, const VectorXd& mu, const VectorXd&) {
    if (step % (37 * ratio) != 0) return;
    const Index n = step / ratio;
    VectorXd expected = VectorXd::Zero(dofs);
    for (Index j = 0; j < lags && j <= n; ++j) {
      expected +=
          samples[static_cast<std::size_t>(j)] * velocity(spacing * static_cast<double>(n - j));
    }
    worst = std::max(worst, (mu - expected).cwiseAbs().maxCoeff());
    size = std::max(size, expected.cwiseAbs().maxCoeff());
  });
  CHECK(size > 1.0);
  CHECK(worst < 3e-6 * size);  // weights of single precision
}

TEST_CASE("coarse convolution: harmonic motion has the response of the kernel", "[radiation]") {
  // three dofs of one body: K_11 = e^(-.1 t) cos 1.5 t, and K_12 that begins after 20 s; responses by
  // an independent program, 2e-3 of the peak of the response
  const auto at = [](double tau) {
    MatrixXd K = MatrixXd::Zero(kDofs, kDofs);
    K(0, 0) = std::exp(-0.1 * tau) * std::cos(1.5 * tau);
    if (tau > 20.0) K(0, 1) = 0.3 * std::exp(-0.05 * (tau - 20.0)) * std::sin(tau - 20.0);
    return K;
  };
  const auto kernel = std::make_shared<const GivenKernel>(kDofs, 0.25, 600, at);
  const CoarseConvolution memory(kernel, MatrixXd::Zero(kDofs, kDofs), 0.05);
  struct Case {
    double omega;
    Complex first, second;
  };
  const Case known = GENERATE(Case{0.9, {0.143800646, 0.602838540}, {1.293507445, 0.565613008}},
                              Case{1.7, {1.004878049, -2.156097561}, {0.126273869, 0.095465623}});
  constexpr double kPeakFirst = 5.0, kPeakSecond = 3.0;  // K integrated at resonance
  for (const Index dof : {0, 1}) {
    const auto velocity = [&](double t) {
      VectorXd nu = VectorXd::Zero(kDofs);
      nu[dof] = std::cos(known.omega * t);
      return nu;
    };
    // mu + (A_inf of the memory) times the acceleration is the force per velocity, in the end
    const double correction = memory.infinite_added_mass()(0, dof);
    const Complex expected = dof == 0 ? known.first : known.second;
    double worst = 0.0;
    simulate(memory, 3600, velocity, [&](Index step, const VectorXd& at_end, const VectorXd& half) {
      const double t = 0.05 * static_cast<double>(step);
      if (t < 160.0) return;
      for (const auto& [time, mu] : {std::pair(t, at_end[0]), std::pair(t - 0.025, half[0])}) {
        const Complex wave = std::polar(1.0, known.omega * time);
        const double force = mu + correction * (Complex(0.0, known.omega) * wave).real();
        worst = std::max(worst, std::abs(force - (expected * wave).real()));
      }
    });
    INFO("omega " << known.omega << ", dof " << dof << ": " << worst);
    CHECK(worst < 2e-3 * (dof == 0 ? kPeakFirst : kPeakSecond));
  }
}

TEST_CASE("coarse convolution: added mass and damping are those of the sum", "[radiation]") {
  const auto at = [](double tau) { return MatrixXd(std::exp(-tau) * MatrixXd::Identity(6, 6)); };
  const auto kernel = std::make_shared<const GivenKernel>(kDofs, 0.1, 200, at);
  const CoarseConvolution memory(kernel, 2.0 * MatrixXd::Identity(kDofs, kDofs), 0.05);
  // Delta (1/2 + sum q^j) with q = exp(-(1 + i omega) Delta)
  const double omega = 1.3;
  const Complex q = std::exp(-Complex(1.0, omega) * 0.1);
  const Complex sum = 0.1 * (0.5 + q * (1.0 - std::pow(q, 199)) / (1.0 - q));
  CHECK(memory.radiation_damping(omega)(3, 3) == Approx(sum.real()).epsilon(1e-12));
  CHECK(memory.added_mass(omega)(3, 3) ==
        Approx(2.0 - 0.01 / 12.0 + sum.imag() / omega).epsilon(1e-12));
  CHECK(memory.infinite_added_mass()(3, 3) == Approx(2.0 - 0.01 / 12.0).epsilon(1e-14));
}

TEST_CASE("coarse convolution: a spacing that is no multiple of the step is refused",
          "[radiation]") {
  const auto at = [](double) { return MatrixXd(MatrixXd::Identity(kDofs, kDofs)); };
  const auto made = [&](double spacing, Index count) {
    return CoarseConvolution(std::make_shared<const GivenKernel>(kDofs, spacing, count, at),
                             MatrixXd::Identity(kDofs, kDofs), 0.04);
  };
  CHECK_NOTHROW(made(0.04, 4));
  CHECK_THROWS_WITH(made(0.05, 100),
                    Catch::Contains("must be a multiple of the step of 0.04 s, got 0.05 s"));
  CHECK_THROWS_WITH(made(0.04, 3), Catch::Contains("must have more than 3 samples, got 3"));
}

}  // namespace raftup::hydro
