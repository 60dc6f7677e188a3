#include "solver/joints/machines/equivalent_damper.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "tests/solver/joints/machine_of.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::EquivalentDamper;
using solver::Machine;
using solver::MachineNetwork;
using solver::MachineState;
using solver::PortMotion;

namespace {

constexpr double kArea = 0.03, kDrop = 1e4;  // m2, Pa: brakes with 300 N

/// A rectifier between tanks whose pressures differ by kDrop.
Machine rectifier() {
  return machine_of({solver::HydraulicCylinder{"guide", 0, kArea, kArea, "top", "bottom"},
                     solver::CheckValve{"top", "high"}, solver::CheckValve{"bottom", "high"},
                     solver::CheckValve{"low", "top"}, solver::CheckValve{"low", "bottom"},
                     solver::Tank{"high", 2e6 + kDrop}, solver::Tank{"low", 2e6}});
}

/// Waves of one amplitude with random phases.
PortMotion moved(const std::vector<double>& omega, double amplitude, double step, int steps) {
  std::mt19937_64 random(1);
  std::vector<double> phases;
  for (std::size_t n = 0; n < omega.size(); ++n) {
    phases.push_back(2.0 * std::numbers::pi * std::ldexp(static_cast<double>(random() >> 11), -53));
  }
  PortMotion motion{step, MatrixXd::Zero(steps + 1, 1), MatrixXd::Zero(steps + 1, 1)};
  for (int k = 0; k <= steps; ++k) {
    for (std::size_t n = 0; n < omega.size(); ++n) {
      const double angle = omega[n] * step * k + phases[n];
      motion.positions(k, 0) += amplitude * std::cos(angle);
      motion.end_speeds(k, 0) -= amplitude * omega[n] * std::sin(angle);
    }
  }
  return motion;
}

EquivalentDamper fitted(const Machine& machine, const PortMotion& motion) {
  const MachineNetwork network(machine);
  MachineState state = network.initial_state({0.0});
  return equivalent_damper(network, motion, 64, state);
}

}  // namespace

TEST_CASE("equivalent damper: a rectifier in one wave takes 4 F / (pi omega X)",
          "[solver][joints][machines][analytic]") {
  constexpr double kOmega = 0.8, kAmplitude = 1.5;
  const PortMotion motion = moved({kOmega}, kAmplitude, 2.0 * std::numbers::pi / kOmega / 32, 640);
  const EquivalentDamper found = fitted(rectifier(), motion);
  const double expected = 4.0 * kArea * kDrop / (std::numbers::pi * kOmega * kAmplitude);
  CHECK(found.damping(0, 0) == Approx(expected).epsilon(0.01));  // of 32 steps a period
  // The force turns at the end of a step, up to half a step of 32 late.
  CHECK(std::abs(found.stiffness(0, 0)) < 0.1 * kOmega * expected);
}

TEST_CASE("equivalent damper: a rectifier in a random sea takes sqrt(2/pi) F / sigma",
          "[solver][joints][machines][analytic]") {
  std::vector<double> omega;
  for (int n = 0; n < 100; ++n) omega.push_back(0.5 + 0.0051 * n);
  const double amplitude = 0.1;
  double variance = 0.0;
  for (const double each : omega) variance += 0.5 * std::pow(amplitude * each, 2);
  const EquivalentDamper found = fitted(rectifier(), moved(omega, amplitude, 0.25, 4800));
  const double expected = std::sqrt(2.0 / std::numbers::pi) * kArea * kDrop / std::sqrt(variance);
  CHECK(found.damping(0, 0) == Approx(expected).epsilon(0.05));  // 1/sqrt(2 n) of 150 periods
}

TEST_CASE("equivalent damper: gas is a spring of n p A^2 / V",
          "[solver][joints][machines][analytic]") {
  constexpr double kPressure = 5e6, kVolume = 0.1;
  const Machine gas = machine_of(
      {solver::HydraulicCylinder{"guide", 0, kArea, kArea, "top", "bottom"},
       solver::Accumulator{"bottom", kVolume, kPressure}, solver::Tank{"top", kPressure}});
  const EquivalentDamper found = fitted(gas, moved({1.0}, 1e-3, 2.0 * std::numbers::pi / 32, 320));
  const double expected = 1.4 * kPressure * kArea * kArea / kVolume;
  CHECK(found.stiffness(0, 0) == Approx(expected).epsilon(0.005));  // mean over a step
  CHECK(std::abs(found.damping(0, 0)) < 0.005 * expected);
}
