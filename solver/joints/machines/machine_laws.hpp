/// @file The laws of the parts of a machine over one step, each with its derivative.
#pragma once

#include "solver/model/machines/machine_parts.hpp"

namespace raftup::solver {

/// A value that depends on one number, with its derivative by it.
struct ValueAndSlope {
  double value = 0.0, slope = 0.0;
};

/// Pressure of the gas of an accumulator at a gas volume [Pa].
double gas_pressure(const Accumulator& gas, double volume);

/// Mean pressure of the gas over a step in which it gives way to fluid [Pa]:
///   p = (E(V - taken) - E(V)) / taken,  E(V) = p0 V0^n V^(1-n) / (n - 1),
/// so that p times the fluid is exactly the energy that the gas takes. For n = 1, E = -p0 V0 ln V.
/// @param volume  V of the gas at the start of the step [m3]
/// @param taken   fluid that comes in [m3], below V
ValueAndSlope mean_gas_pressure(const Accumulator& gas, double volume, double taken);

/// Mean pressure of a compressed volume over a step in which fluid comes in [Pa].
/// @param pressure  at the start of the step [Pa]
/// @param taken     [m3]
ValueAndSlope mean_fluid_pressure(const FluidVolume& fluid, double pressure, double taken);

/// Pressure drop of an orifice [Pa]: q |q| / unit_flow^2, where unit_flow is the flow at a drop of
/// 1 Pa; below that flow q / unit_flow.
/// @param flow  q [m3/s]
ValueAndSlope orifice_drop(double flow, double unit_flow);

/// Flow [m3/s] through an orifice at a drop of 1 Pa: discharge area sqrt(2 / density).
double unit_flow(double discharge, double area, double density);

/// Flow [m3/s] and torque [N m] of a hydraulic motor with their derivatives.
struct MotorAction {
  double flow = 0.0, flow_by_drop = 0.0, flow_by_speed = 0.0;  ///< m3/s and per Pa, per rad/s
  double torque = 0.0, torque_by_drop = 0.0;                   ///< N m on the shaft and per Pa
};

/// @param drop   dp [Pa]
/// @param speed  w [rad/s]
MotorAction motor_action(const HydraulicMotor& motor, double drop, double speed);

/// Torque of a generator against the motion [N m].
/// @param speed  w [rad/s]
ValueAndSlope generator_torque(const Generator& generator, double speed);

/// Largest torque of a generator at its given speeds [N m].
double largest_torque(const Generator& generator);

/// Efficiency of a generator [1]: electric power over torque times speed, where it brakes.
/// @param speed  w [rad/s]
double generator_efficiency(const Generator& generator, double speed);

/// Fischer and Burmeister's function, 0 where a >= 0, b >= 0 and a b = 0:
///   a + b - sqrt(a^2 + b^2 + 2 smoothing^2),
/// with its derivatives.
/// @source Fischer, A special Newton-type optimization method, Optimization 24 (1992)
struct Complementarity {
  double value = 0.0, by_a = 0.0, by_b = 0.0;
};
Complementarity complementarity(double a, double b, double smoothing);

}  // namespace raftup::solver
