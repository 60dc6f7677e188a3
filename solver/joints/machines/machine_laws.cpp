#include "solver/joints/machines/machine_laws.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

/// Shares of the gas volume below which series take the place of differences: their first terms
/// that are left out are below round-off there.
constexpr double kSmallShare = 1e-4;
/// Pressure difference over which a hydraulic machine goes from pump to motor [Pa]; chosen, not
/// swept: small beside any working pressure.
constexpr double kBlend = 1e3;

/// f(r) = ((1 - r)^(1-n) - 1) / ((n - 1) r) and its derivative: the mean pressure over that at the
/// start, r the share of the gas volume that the fluid takes.
ValueAndSlope pressure_ratio(double r, double n) {
  if (std::abs(r) < kSmallShare) {
    const double a = 0.5 * n, b = a * (n + 1.0) / 3.0, c = b * (n + 2.0) / 4.0;
    return {1.0 + r * (a + r * (b + r * c)), a + r * (2.0 * b + 3.0 * r * c)};
  }
  const double left = logarithm_of_one_plus(-r);
  const double m = n - 1.0;
  const double value = m == 0.0 ? -left / r : exponential_minus_one(-m * left) / (m * r);
  return {value, (raftup::exponential(-n * left) - value) / r};
}

/// Values at ascending places, straight between them and held beyond them, with the slope.
ValueAndSlope between(const std::vector<double>& at, const std::vector<double>& values, double x) {
  const auto above = std::upper_bound(at.begin(), at.end(), x);
  if (above == at.begin()) return {values.front(), 0.0};
  if (above == at.end()) return {values.back(), 0.0};
  const auto i = static_cast<std::size_t>(above - at.begin());
  const double slope = (values[i] - values[i - 1]) / (at[i] - at[i - 1]);
  return {values[i - 1] + slope * (x - at[i - 1]), slope};
}

}  // namespace

double gas_pressure(const Accumulator& gas, double volume) {
  return gas.gas_pressure * power(gas.gas_volume / volume, gas.exponent);
}

ValueAndSlope mean_gas_pressure(const Accumulator& gas, double volume, double taken) {
  const double pressure = gas_pressure(gas, volume);
  const ValueAndSlope ratio = pressure_ratio(taken / volume, gas.exponent);
  return {pressure * ratio.value, pressure * ratio.slope / volume};
}

ValueAndSlope mean_fluid_pressure(const FluidVolume& fluid, double pressure, double taken) {
  const double slope = 0.5 * fluid.bulk_modulus / fluid.volume;
  return {pressure + slope * taken, slope};
}

ValueAndSlope orifice_drop(double flow, double unit_flow) {
  const double ratio = flow / unit_flow;
  if (std::abs(ratio) < 1.0) return {ratio, 1.0 / unit_flow};
  return {ratio * std::abs(ratio), 2.0 * std::abs(ratio) / unit_flow};
}

double unit_flow(double discharge, double area, double density) {
  return discharge * area * std::sqrt(2.0 / density);
}

MotorAction motor_action(const HydraulicMotor& motor, double drop, double speed) {
  const double sign = speed < 0.0 ? -1.0 : 1.0;
  const double share = std::clamp(0.5 * (1.0 + sign * drop / kBlend), 0.0, 1.0);
  const double share_slope = share > 0.0 && share < 1.0 ? 0.5 * sign / kBlend : 0.0;
  const double of_motor = 1.0 / motor.volumetric_efficiency;
  const double of_pump = motor.volumetric_efficiency;
  const double flow_factor = of_pump + share * (of_motor - of_pump);
  const double pumping = 1.0 / motor.mechanical_efficiency;
  const double torque_factor = pumping + share * (motor.mechanical_efficiency - pumping);
  const double D = motor.displacement;
  MotorAction action;
  action.flow = D * speed * flow_factor;
  action.flow_by_speed = D * flow_factor;
  action.flow_by_drop = D * speed * share_slope * (of_motor - of_pump);
  action.torque = D * drop * torque_factor;
  action.torque_by_drop =
      D * torque_factor + D * drop * share_slope * (motor.mechanical_efficiency - pumping);
  return action;
}

ValueAndSlope generator_torque(const Generator& generator, double speed) {
  if (generator.power.empty()) return between(generator.speed, generator.torque, speed);
  const double first = generator.speed.front();
  if (speed <= first) return {generator.power.front() / first, 0.0};
  const ValueAndSlope power = between(generator.speed, generator.power, speed);
  const double torque = power.value / speed;
  return {torque, (power.slope - torque) / speed};
}

double largest_torque(const Generator& generator) {
  double largest = 0.0;
  for (const double speed : generator.speed) {
    largest = std::max(largest, std::abs(generator_torque(generator, speed).value));
  }
  return largest;
}

double generator_efficiency(const Generator& generator, double speed) {
  if (generator.efficiencies.empty()) return generator.efficiency;
  return between(generator.speed, generator.efficiencies, speed).value;
}

Complementarity complementarity(double a, double b, double smoothing) {
  const double root = std::sqrt(a * a + b * b + 2.0 * smoothing * smoothing);
  if (root == 0.0) return {0.0, 1.0 - std::sqrt(0.5), 1.0 - std::sqrt(0.5)};
  // a + b - root without cancellation where both are positive.
  const double product = a * b - smoothing * smoothing;
  const double value = a + b > 0.0 ? 2.0 * product / (a + b + root) : a + b - root;
  return {value, 1.0 - a / root, 1.0 - b / root};
}

}  // namespace raftup::solver
