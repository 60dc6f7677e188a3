#include "hydro/estimates/resistance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

void check_hull(const ShipParticulars& ship, const EstimateWater& water) {
  check_particulars(ship, water);
  require(ship.waterplane_coefficient > 0.0 && ship.waterplane_coefficient <= 1.0,
          "waterplane_coefficient must be positive and at most 1",
          fmt::format("{}", ship.waterplane_coefficient));
  const std::pair<const char*, double> areas[] = {{"bulb_area", ship.bulb_area},
                                                  {"bulb_height", ship.bulb_height},
                                                  {"transom_area", ship.transom_area},
                                                  {"appendage_area", ship.appendage_area},
                                                  {"appendage_factor", ship.appendage_factor}};
  for (const auto& [name, value] : areas) {
    require(std::isfinite(value) && value >= 0.0, fmt::format("{} must not be negative", name),
            fmt::format("{}", value));
  }
  require(std::isfinite(ship.lcb_percent) && std::abs(ship.lcb_percent) < 50.0,
          "lcb_percent must be between -50 and 50", fmt::format("{}", ship.lcb_percent));
}

double draught_bow(const ShipParticulars& ship) { return ship.draught_bow.value_or(ship.draught); }

double froude_number(const ShipParticulars& ship, const EstimateWater& water, double speed) {
  return speed / std::sqrt(water.gravity * ship.length);
}

double regression_of_surface(const ShipParticulars& ship) {
  const double B = ship.breadth, T = ship.draught, C_B = ship.block_coefficient();
  return ship.length * (2.0 * T + B) * std::sqrt(ship.midship_coefficient) *
             (.453 + .4425 * C_B - .2862 * ship.midship_coefficient - .003467 * B / T +
              .3696 * ship.waterplane_coefficient) +
         2.38 * ship.bulb_area / C_B;
}

double regression_of_angle(const ShipParticulars& ship, double C_P, double L_R) {
  const double L = ship.length, B = ship.breadth;
  const double exponent =
      regression_power(L / B, .80856, "length / breadth") *
      regression_power(std::max(1.0 - ship.waterplane_coefficient, 1e-12), .30484, "1 - C_WP") *
      regression_power(1.0 - C_P - .0225 * ship.lcb_percent, .6367, "1 - C_P - 0.0225 lcb") *
      regression_power(L_R / B, .34574, "length of run") *
      regression_power(100.0 * ship.displaced_volume / (L * L * L), .16302, "V / L^3");
  return (1.0 + 89.0 * exponential(-exponent)) * kRadiansPerDegree;
}

double form_factor(const ShipParticulars& ship, const HullForm& form) {
  const double C_P = form.prismatic_coefficient, slender = ship.draught / ship.length;
  double c12 = .479948;
  if (slender > .05) {
    c12 = power(slender, .2228446);
  } else if (slender > .02) {
    c12 += 48.2 * power(slender - .02, 2.078);
  }
  const double hull =
      power(ship.breadth / form.length_of_run, .92497) *
      regression_power(.95 - C_P, -.521448, "0.95 - C_P") *
      regression_power(1.0 - C_P + .0225 * ship.lcb_percent, .6906, "1 - C_P + 0.0225 lcb");
  return (1.0 + .003 * ship.stern_coefficient) * (.93 + c12 * hull);
}

/// Returns c2, the factor by which a bulb reduces the wave resistance.
double bulb_effect(const ShipParticulars& ship) {
  if (ship.bulb_area == 0.0) return 1.0;
  const double width = std::sqrt(ship.bulb_area);
  const double depth = .31 * width + draught_bow(ship) - ship.bulb_height;
  require(depth > 0.0, "bulb_height must be below the surface",
          fmt::format("{}", ship.bulb_height));
  const double c3 = .56 * ship.bulb_area * width / (ship.breadth * ship.draught * depth);
  return exponential(-1.89 * std::sqrt(c3));
}

double breadth_coefficient(double breadth_ratio) {
  if (breadth_ratio < .11) return .229577 * power(breadth_ratio, .33333);
  return breadth_ratio < .25 ? breadth_ratio : .5 - .0625 / breadth_ratio;
}

double wave(const ShipParticulars& ship, const EstimateWater& water, const HullForm& form,
            double speed) {
  const double L = ship.length, B = ship.breadth, T = ship.draught, V = ship.displaced_volume;
  const double C_P = form.prismatic_coefficient, F_n = froude_number(ship, water, speed);
  const double i_E = form.entrance_angle / kRadiansPerDegree;
  const double c1 = 2223105.0 * power(breadth_coefficient(B / L), 3.78613) * power(T / B, 1.07961) *
                    regression_power(90.0 - i_E, -1.37565, "90 - i_E");
  const double c5 = 1.0 - .8 * ship.transom_area / (B * T * ship.midship_coefficient);
  const double lambda = 1.446 * C_P - (L / B < 12.0 ? .03 * L / B : .36);
  const double c16 =
      C_P > .8 ? 1.73014 - .7067 * C_P : ((6.984388 * C_P - 13.8673) * C_P + 8.07981) * C_P;
  const double edge = power(V, 1.0 / 3.0);
  const double m1 = .0140407 * L / T - 1.75254 * edge / L - 4.79323 * B / L - c16;
  const double volume_ratio = L * L * L / V;
  double c15 = -1.69385;
  if (volume_ratio > 1727.0) {
    c15 = 0.0;
  } else if (volume_ratio > 512.0) {
    c15 += (L / edge - 8.0) / 2.36;
  }
  const double m2 = c15 * C_P * C_P * exponential(-.1 / (F_n * F_n));
  return c1 * bulb_effect(ship) * c5 * V * water.density * water.gravity *
         exponential(m1 * power(F_n, -.9) + m2 * std::cos(lambda / (F_n * F_n)));
}

double bulb(const ShipParticulars& ship, const EstimateWater& water, double speed) {
  if (ship.bulb_area == 0.0) return 0.0;
  const double width = std::sqrt(ship.bulb_area), T_F = draught_bow(ship);
  const double head = water.gravity * (T_F - ship.bulb_height - .25 * width) + .15 * speed * speed;
  require(head > 0.0, "bulb_height must be below the surface", fmt::format("{}", ship.bulb_height));
  const double F = speed / std::sqrt(head);
  const double emergence = (T_F - 1.5 * ship.bulb_height) / (.56 * width);  // 1 / P_B
  return .11 * exponential(-3.0 * emergence * emergence) * F * F * F * ship.bulb_area * width *
         water.density * water.gravity / (1.0 + F * F);
}

double transom(const ShipParticulars& ship, const EstimateWater& water, double speed) {
  if (ship.transom_area == 0.0) return 0.0;
  const double F_T = speed / std::sqrt(2.0 * water.gravity * ship.transom_area /
                                       (ship.breadth + ship.breadth * ship.waterplane_coefficient));
  const double c6 = F_T < 5.0 ? .2 * (1.0 - .2 * F_T) : 0.0;
  return .5 * water.density * speed * speed * ship.transom_area * c6;
}

/// Returns C_A, the correlation allowance from model to ship.
double correlation_coefficient(const ShipParticulars& ship) {
  const double C_B = ship.block_coefficient();
  const double c4 = std::min(draught_bow(ship) / ship.length, .04);
  return .006 * power(ship.length + 100.0, -.16) - .00205 +
         .003 * std::sqrt(ship.length / 7.5) * C_B * C_B * C_B * C_B * bulb_effect(ship) *
             (.04 - c4);
}

}  // namespace

HullForm hull_form(const ShipParticulars& ship, const EstimateWater& water) {
  check_hull(ship, water);
  const double C_P = ship.block_coefficient() / ship.midship_coefficient;
  require(4.0 * C_P > 1.0, "the prismatic coefficient must be above 0.25",
          fmt::format("{:.4g}", C_P));
  const double L_R = ship.length * (1.0 - C_P + .06 * C_P * ship.lcb_percent / (4.0 * C_P - 1.0));
  require(L_R > 0.0, "the length of run must be positive, the formula ends there",
          fmt::format("{:.4g} m", L_R));
  const double S = ship.wetted_surface.value_or(regression_of_surface(ship));
  require(std::isfinite(S) && S > 0.0, "wetted_surface must be positive", fmt::format("{}", S));
  const double i_E =
      ship.entrance_angle ? *ship.entrance_angle : regression_of_angle(ship, C_P, L_R);
  return {C_P, S, L_R, i_E};
}

ResistanceParts resistance(const ShipParticulars& ship, const EstimateWater& water, double speed) {
  const HullForm form = hull_form(ship, water);
  require(std::isfinite(speed) && speed > 0.0, "speed must be positive and finite",
          fmt::format("{}", speed));
  const double reynolds = speed * ship.length / water.kinematic_viscosity;
  const double decades = logarithm(reynolds) / std::numbers::ln10 - 2.0;
  const double C_F = .075 / (decades * decades);
  const double pressure = .5 * water.density * speed * speed;
  ResistanceParts parts;
  parts.friction = pressure * form.wetted_surface * C_F;
  parts.form_factor = form_factor(ship, form);
  parts.appendages = pressure * ship.appendage_area * ship.appendage_factor * C_F;
  parts.wave = wave(ship, water, form, speed);
  parts.bulb = bulb(ship, water, speed);
  parts.transom = transom(ship, water, speed);
  parts.correlation = pressure * form.wetted_surface * correlation_coefficient(ship);
  require(std::isfinite(parts.total()), "the formula must have a value for these particulars",
          "none");
  return parts;
}

std::vector<BrokenRange> resistance_ranges(const ShipParticulars& ship, const EstimateWater& water,
                                           double speed) {
  Ranges ranges;
  ranges.expect("speed / sqrt(g length)", froude_number(ship, water, speed), 0.0, .45);
  ranges.expect("prismatic coefficient", ship.block_coefficient() / ship.midship_coefficient, .55,
                .85);
  ranges.expect("length / breadth", ship.length / ship.breadth, 3.9, 9.5);
  ranges.expect("breadth / draught", ship.breadth / ship.draught, 2.1, 4.0);
  return ranges.broken();
}

}  // namespace raftup::hydro
