#include "hydro/radiation/convolution/convolution.hpp"

#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Convolution;
using hydro::RadiationCoefficients;
using hydro::RadiationData;
using hydro::RetardationKernel;
using hydro::Stage;

namespace {

/// Kernel exp(-a tau) cos(b tau) of length T, filed so finely that every step finds its samples.
Convolution convolution_of(double a, double b, double step, double duration) {
  constexpr double kFiledStep = 0.0125;
  const auto count = static_cast<Eigen::Index>(std::lround(duration / kFiledStep)) + 1;
  const Database database =
      kernel_database(1, VectorXd::LinSpaced(count, 0.0, duration),
                      [=](double tau) { return std::exp(-a * tau) * std::cos(b * tau); });
  const RadiationCoefficients coefficients(database, RadiationData::kAsFiled, true);
  return {RetardationKernel(coefficients, step, duration), *database.added_mass_infinite};
}

double error_of(double a, double b, double step, double duration, double end) {
  const Convolution memory = convolution_of(a, b, step, duration);
  return (run_oscillator(memory, end).position - exact_position(a, b, kDofs, end))
      .cwiseAbs()
      .maxCoeff();
}

}  // namespace

TEST_CASE("convolution: Runge-Kutta steps of an oscillator with memory keep order 4",
          "[radiation][order]") {
  // 10 s of a kernel of 20 s: the integral runs over [0, t] all the time
  const double h1 = error_of(0.1, 0.5, 0.2, 20.0, 10.0), h2 = error_of(0.1, 0.5, 0.1, 20.0, 10.0),
               h3 = error_of(0.1, 0.5, 0.05, 20.0, 10.0),
               h4 = error_of(0.1, 0.5, 0.025, 20.0, 10.0);
  INFO("errors at h = .2, .1, .05, .025: " << h1 << " " << h2 << " " << h3 << " " << h4);
  CHECK(std::log2(h2 / h3) > 3.7);
  CHECK(std::log2(h3 / h4) > 3.7);
}

TEST_CASE("convolution: keeps order 4 when the history is longer than the kernel",
          "[radiation][order]") {
  // the kernel's end is exp(-16): 1e-7 of its beginning
  const double h1 = error_of(1.6, 0.5, 0.2, 10.0, 30.0), h2 = error_of(1.6, 0.5, 0.1, 10.0, 30.0);
  INFO("errors at h = .2, .1: " << h1 << " " << h2);
  CHECK(std::log2(h1 / h2) > 3.7);
}

TEST_CASE("convolution: the start of a step is the end of the step before, bit for bit",
          "[radiation]") {
  const Convolution memory = convolution_of(0.3, 0.7, 0.1, 2.0);
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(kDofs));
  hydro::StageTails before, after;
  for (int step = 0; step < 70; ++step) {  // across every move of the buffer's window
    memory.prepare(state, before);
    memory.advance(state, VectorXd::Random(kDofs));
    memory.prepare(state, after);
    CHECK(after.start == before.end);
  }
  CHECK(memory.instantaneous(Stage::kStart) == memory.instantaneous(Stage::kEnd));
}

TEST_CASE("convolution: a steady velocity meets the integral of the kernel, any history length",
          "[radiation][analytic]") {
  const Convolution memory = convolution_of(2.0, 0.7, 0.05, 8.0);
  const VectorXd velocity = VectorXd::Ones(kDofs);
  hydro::MemoryState state = memory.initial_state(velocity);
  hydro::StageTails tails;
  const Complex p(-2.0, 0.7);
  for (int step = 0; step < 300; ++step) {
    memory.prepare(state, tails);
    const auto check = [&](Stage stage, const VectorXd& tail, double time) {
      const double integral = ((std::exp(p * std::min(time, 8.0)) - 1.0) / p).real();
      const VectorXd exact = integral * coupling(kDofs, 1.0) * velocity;
      const VectorXd mu = tail + memory.instantaneous(stage) * velocity;
      // Gregory's far end, h^4 K''' / 30 <= 2e-6, and the kernel's end, exp(-16)
      CHECK((mu - exact).cwiseAbs().maxCoeff() < 4e-6);
    };
    check(Stage::kStart, tails.start, 0.05 * step);
    check(Stage::kMiddle, tails.middle, 0.05 * step + 0.025);
    check(Stage::kEnd, tails.end, 0.05 * (step + 1));
    memory.advance(state, velocity);
  }
}

TEST_CASE("convolution: a kernel cut before it has died out counts whole at every stage",
          "[radiation][analytic]") {
  const double a = 0.3, b = 0.7, duration = 2.0, step = 0.05;
  const Convolution memory = convolution_of(a, b, step, duration);
  const double omega = 1.1;
  const auto velocity = [=](double time) -> VectorXd {
    return std::sin(omega * time) * VectorXd::Ones(kDofs);
  };
  const VectorXd direction = coupling(kDofs, 1.0) * VectorXd::Ones(kDofs);
  // Integral over [0, duration] of K(tau) sin(omega (t - tau)).
  const auto exact = [=](double time) {
    Complex sum = 0.0;
    for (const Complex p : {Complex(-a, b - omega), Complex(-a, -b - omega)}) {
      sum += 0.5 * (std::exp(p * duration) - 1.0) / p;
    }
    return (std::polar(1.0, omega * time) * sum).imag();
  };
  hydro::MemoryState state = memory.initial_state(velocity(0.0));
  hydro::StageTails tails;
  for (int k = 0; k < 120; ++k) {
    const double time = step * k;
    memory.prepare(state, tails);
    const auto check = [&](Stage stage, const VectorXd& tail, double at) {
      const VectorXd mu = tail + memory.instantaneous(stage) * velocity(at);
      // the bent cubic of the first interval: h^4 / 30; without its end the middle loses 1e-2
      CHECK((mu - exact(at) * direction).cwiseAbs().maxCoeff() < 1e-6 * direction.maxCoeff());
    };
    if (k > 43) {  // after the kernel's 40 steps, Gregory's weights have left the window
      check(Stage::kStart, tails.start, time);
      check(Stage::kMiddle, tails.middle, time + 0.5 * step);
      check(Stage::kEnd, tails.end, time + step);
    }
    memory.advance(state, velocity(time + step));
  }
}

TEST_CASE("convolution: two runs give the same bits, and a copied state goes on alike",
          "[radiation][determinism]") {
  const Convolution memory = convolution_of(0.3, 0.7, 0.1, 2.0);
  Oscillator first = run_oscillator(memory, 3.0);
  const Oscillator second = run_oscillator(memory, 3.0);
  CHECK(first.memory == second.memory);
  Oscillator copy = first;
  for (int step = 0; step < 50; ++step) {
    runge_kutta_step(memory, first);
    runge_kutta_step(memory, copy);
  }
  CHECK(first.memory == copy.memory);
  CHECK(first.position == copy.position);
}

TEST_CASE("convolution: refuses an added mass of another size", "[radiation]") {
  const RadiationCoefficients coefficients(
      damping_database(1, VectorXd::LinSpaced(20, 0.1, 2.0), pair_damping),
      RadiationData::kRepaired, true);
  CHECK_THROWS_WITH(
      Convolution(RetardationKernel(coefficients, 0.1, std::nullopt), MatrixXd::Zero(12, 12)),
      "infinite_added_mass must be of the kernel's size 6, got 12");
}
