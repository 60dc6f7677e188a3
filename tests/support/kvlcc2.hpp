/// @file The tanker KVLCC2 as the 7 m model that is steered in calm water, by numbers of Yasukawa
/// and Yoshimura, Introduction of MMG standard method for ship maneuvering predictions (2015).
#pragma once

#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/propeller.hpp"
#include "solver/model/loads/rudder.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline constexpr double kKvlcc2Length = 7.0;
inline constexpr double kKvlcc2Speed = 1.179;  // m/s

inline solver::Manoeuvring kvlcc2_hull(double resistance) {
  solver::Manoeuvring hull;
  hull.body = "ship";
  hull.length = kKvlcc2Length;
  hull.draught = 0.46;
  hull.surge = {resistance, -0.040, 0.002, 0.011, 0.771};
  hull.sway = {-0.315, 0.083, -1.607, 0.379, -0.391, 0.008};
  hull.yaw = {-0.137, -0.049, -0.030, -0.294, 0.055, -0.013};
  hull.added_mass_surge = 0.022;
  hull.added_mass_sway = 0.223;
  hull.added_inertia_yaw = 0.011;
  return hull;
}

/// @param speed 1/s
inline solver::Propeller kvlcc2_propeller(double speed) {
  solver::Propeller propeller;
  propeller.body = "ship";
  propeller.point = {-0.48 * kKvlcc2Length, 0.0, 0.0};
  propeller.diameter = 0.216;
  propeller.speed = speed;
  propeller.wake_fraction = 0.40;
  propeller.wake_drift = 2.0;
  propeller.wake_gain_port = 1.6;
  propeller.wake_gain_starboard = 1.1;
  propeller.thrust_deduction = 0.220;
  propeller.polynomial = solver::OpenWaterPolynomial{{0.2931, -0.2753, -0.1385}, {}};
  return propeller;
}

/// @param angle deg
inline solver::Rudder kvlcc2_rudder(double angle) {
  solver::Rudder rudder;
  rudder.body = "ship";
  rudder.propeller = "propeller";
  rudder.point = {-0.5 * kKvlcc2Length, 0.0, 0.0};
  rudder.area = 0.0539;
  rudder.height = 0.345;
  rudder.normal_force_gradient = 2.747;
  rudder.angle = 0.0;
  rudder.rate = 15.8 * kPi / 180.0;
  rudder.inflow_ratio = 1.09;
  rudder.slipstream_gain = 0.50;
  rudder.steering_deduction = 0.387;
  rudder.hull_force_ratio = 0.312;
  rudder.hull_force_position = -0.464 * kKvlcc2Length;
  rudder.straightening_port = 0.640;
  rudder.straightening_starboard = 0.395;
  rudder.effective_position = -0.710 * kKvlcc2Length;
  rudder.angle = angle * kPi / 180.0;
  return rudder;
}

/// On a straight course along x in fresh water, free in surge, sway and yaw. The origin is midship.
inline solver::Model kvlcc2_model(double resistance, double shaft_speed, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.water_density = 1000.0;
  const double mass = 1000.0 * 3.27;
  const double inertia = mass * kKvlcc2Length * kKvlcc2Length / 16.0;
  model.bodies = {weightless_body("ship", mass, Vector3::Constant(inertia), Vector3::Zero(),
                                  {true, true, false, false, false, true})};
  model.bodies[0].center_of_mass.x() = 0.25;
  model.bodies[0].linear_velocity.x() = kKvlcc2Speed;
  model.loads = {{"hull", kvlcc2_hull(resistance)},
                 {"propeller", kvlcc2_propeller(shaft_speed)},
                 {"rudder", kvlcc2_rudder(0.0)}};
  return model;
}

}  // namespace raftup::testing
