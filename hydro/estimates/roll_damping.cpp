#include "hydro/estimates/roll_damping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

/// The quantities in the notation of the paper. O is on the still water plane; OG > 0 if G is below
/// it.
struct Letters {
  double BD, CB, CM, OGD, omega, phi, phi_deg;
};

using Coefficients = std::initializer_list<double>;

/// Evaluates the polynomial of x with these coefficients, that of the highest power first.
double polynomial(double x, Coefficients coefficients) {
  double sum = 0.0;
  for (const double coefficient : coefficients) sum = sum * x + coefficient;
  return sum;
}

/// Evaluates the polynomial of x whose coefficients are polynomials of y.
double polynomial(double x, double y, std::initializer_list<Coefficients> coefficients) {
  double sum = 0.0;
  for (const Coefficients& inner : coefficients) sum = sum * x + polynomial(y, inner);
  return sum;
}

double friction(const ShipParticulars& ship, const EstimateWater& water, const Letters& k,
                double omega) {
  // Viscosity of the paper [m2/s]; friction is by far the smallest part.
  constexpr double kViscosity = 1.14e-6;
  const double d = ship.draught, L = ship.length, B = ship.breadth;
  const double r = d * ((0.887 + 0.145 * k.CB) * (1.7 + k.CB * k.BD) - 2.0 * k.OGD) /
                   std::numbers::pi;  // mean radius from the axis of rolling [m]
  const double s = L * (1.75 * d + k.CB * B);
  const double period = kTwoPi / omega;
  const double c_f = 1.328 * std::sqrt(period * kViscosity / (3.22 * r * r * k.phi * k.phi));
  const double B44 =
      4.0 / (3.0 * std::numbers::pi) * water.density * s * r * r * r * k.phi * omega * c_f;
  return B44 / roll_damping_unit(ship, water);
}

double wave_height(double x1, double x2, double x3, double x4) {
  const double A11 = polynomial(x2, x1,
                                {{-.002222, .040871, -.286866, .599424},
                                 {.010185, -.161176, .904989, -1.641389},
                                 {-.015422, .220371, -1.084987, 1.834167}});
  const double A12 = polynomial(x2, x1,
                                {{-.0628667, .4989259, .52735, -10.7918672, 16.616327},
                                 {.1140667, -.8108963, -2.2186833, 25.1269741, -37.7729778},
                                 {-.0589333, .2639704, 3.1949667, -21.8126569, 31.4113508},
                                 {.0107667, .0018704, -1.2494083, 6.9427931, -10.2018992}});
  const double A13 = polynomial(x2, x1,
                                {{.192207, -2.787462, 12.507855, -14.764856},
                                 {-.350563, 5.222348, -23.974852, 29.007851},
                                 {.237096, -3.535062, 16.368376, -20.539908},
                                 {-.067119, .966362, -4.407535, 5.894703}});
  const double a11 = polynomial(x2, x1,
                                {{17.945, -166.294, 489.799, -493.142},
                                 {-25.507, 236.275, -698.683, 701.494},
                                 {9.077, -84.332, 249.983, -250.787}});
  const double a12 = polynomial(x2, x1,
                                {{-16.872, 156.399, -460.689, 463.848},
                                 {24.015, -222.507, 658.027, -660.665},
                                 {-8.56, 79.549, -235.827, 236.579}});
  return ((A11 * x4 + A12) * x4 + A13) * ((a11 * x3 + a12) * (1.0 - x4) + 1.0);
}

/// Returns the logarithm of the frequency of largest damping.
double wave_frequency(double x1, double x2, double x4) {
  const double hull = polynomial(
      x4, x2,
      {{-7686.0287, 30131.5678, -49048.9664, 42480.7709, -20665.147, 5355.2035, -577.8827},
       {61639.9103, -241201.0598, 392579.5937, -340629.4699, 166348.6917, -43358.7938, 4714.7918},
       {-130677.4903, 507996.2604, -826728.7127, 722677.104, -358360.7392, 95501.4948, -10682.8619},
       {-110034.6584, 446051.22, -724186.4643, 599411.9264, -264294.7189, 58039.7328, -4774.6414},
       {709672.0656, -2803850.2395, 4553780.5017, -3888378.9905, 1839829.259, -457313.6939,
        46600.823},
       {-822735.9289, 3238899.7308, -5256636.5472, 4500543.147, -2143487.3508, 538548.1194,
        -55751.1528},
       {299122.8727, -1175773.1606, 1907356.1357, -1634256.8172, 780020.9393, -196679.7143,
        20467.0904}});
  const double y = x4 - polynomial(x1, {-.0727, .7, -1.2818});
  const double breadth = polynomial(x1, {-.3767, 3.39, -10.356, 11.588});
  const double height = polynomial(x2, {-17.102, 41.495, -33.234, 8.8007}) * x4 +
                        polynomial(x2, {36.566, -89.203, 71.8, -18.108});
  const double shift = polynomial(y, {-1.05584, 12.688, -63.70534, 172.84571, -274.05701, 257.68705,
                                      -141.40915, 44.13177, -7.1654, 0.0}) +
                       polynomial(x1, {-.0495, .4518, -.61655});
  return hull + breadth * height * shift;
}

double wave(const Letters& k) {
  const double x4 = 1.0 - k.OGD;
  const double A1 = wave_height(k.BD, k.CB, k.CM, x4);
  const double A2 = polynomial(x4, {-1.402, 7.189, -10.993, 9.45});
  const double distance = logarithm(k.omega) - wave_frequency(k.BD, k.CB, x4);
  return A1 / k.omega * exponential(-A2 * distance * distance / 1.44);
}

double eddy(const Letters& k) {
  const double e1 = (3.98 * k.CB - 5.1525) * (1.6 - .2 * k.BD) * k.OGD *
                    (polynomial(k.CB, {.9717, -1.55, .723}) * k.OGD + .04567 * k.CB + .9408);
  const double e2 =
      polynomial(k.OGD, {.25, .95, 0.0}) + polynomial(k.CB, {-219.2, 443.7, -283.3, 59.6});
  const double e3 = -15.0 * k.CB * k.BD + 46.5 * k.CB + 11.2 * k.BD - 28.6;
  const double from_breadth = k.BD - 1.8;
  const double C = (polynomial(k.CB, {-.0182, .0155}) * from_breadth * from_breadth * from_breadth +
                    polynomial(k.CB, {-79.414, 215.695, -215.883, 93.894, -14.848})) *
                   exponential(e1 + e2 * power(k.CM, e3));
  return 4.0 * k.omega * k.phi / (3.0 * std::numbers::pi * k.CB * k.BD * k.BD * k.BD) * C;
}

double bilge_keels(const ShipParticulars& ship, const Letters& k) {
  const double b = ship.keel_breadth / ship.breadth, l = ship.keel_length / ship.length;
  if (b == 0.0 || l == 0.0) return 0.0;
  const double f1 =
      (5.0 * b + .3 * k.BD - .2 * l + .00125 * k.phi_deg * k.phi_deg - .0425 * k.phi_deg - 1.86) *
      k.OGD;
  const double f2 = -15.0 * b + 1.2 * k.CB - .1 * k.BD + polynomial(k.OGD, {-.0657, .0586, 1.6164});
  const double f3 = 2.5 * k.OGD + 15.75;
  const double from_breadth = k.BD - 2.83;
  return k.omega * ((.3907 - .3651 * k.CB) * from_breadth * from_breadth - 2.21 * k.CB + 2.632) *
         polynomial(k.phi_deg, {.00255, .122, .4794}) *
         (polynomial(b, {-.8913, -.0733, 0.0}) * l * l +
          polynomial(b, {5.2857, -.01185, .00189}) * l) *
         exponential(f1 + f2 * power(k.CM, f3));
}

}  // namespace

double roll_damping_unit(const ShipParticulars& ship, const EstimateWater& water) {
  return water.density * ship.displaced_volume * ship.breadth * ship.breadth *
         std::sqrt(2.0 * water.gravity / ship.breadth);
}

double dimensionless_roll_frequency(const ShipParticulars& ship, const EstimateWater& water,
                                    double omega) {
  return omega * std::sqrt(ship.breadth / (2.0 * water.gravity));
}

RollDampingParts roll_damping(const ShipParticulars& ship, const EstimateWater& water, double omega,
                              double amplitude) {
  check_particulars(ship, water);
  const auto positive = [](double value, const char* name) {
    require(std::isfinite(value) && value > 0.0,
            fmt::format("{} must be positive and finite", name), fmt::format("{}", value));
  };
  positive(omega, "omega");
  positive(amplitude, "amplitude");
  const Letters k{ship.breadth / ship.draught,
                  ship.block_coefficient(),
                  ship.midship_coefficient,
                  -ship.center_of_mass_height / ship.draught,
                  dimensionless_roll_frequency(ship, water, omega),
                  amplitude,
                  amplitude / kRadiansPerDegree};
  const RollDampingParts parts{friction(ship, water, k, omega), wave(k), eddy(k),
                               bilge_keels(ship, k)};
  require(std::isfinite(parts.total()), "the formula must have a value for these particulars",
          "none");
  return parts;
}

std::vector<BrokenRange> roll_damping_ranges(const ShipParticulars& ship,
                                             const EstimateWater& water, double omega) {
  Ranges ranges;
  ranges.expect("breadth / draught", ship.breadth / ship.draught, 2.5, 4.5);
  ranges.expect("block coefficient", ship.block_coefficient(), .5, .85);
  ranges.expect("midship coefficient", ship.midship_coefficient, .9, .99);
  ranges.expect("depth of the center of mass below water / draught",
                -ship.center_of_mass_height / ship.draught, -1.5, .2);
  ranges.expect("omega sqrt(breadth / 2g)", dimensionless_roll_frequency(ship, water, omega), 0.0,
                1.0);
  if (ship.keel_breadth != 0.0 && ship.keel_length != 0.0) {
    ranges.expect("keel breadth / breadth", ship.keel_breadth / ship.breadth, .01, .06);
    ranges.expect("keel length / length", ship.keel_length / ship.length, .05, .4);
  }
  return ranges.broken();
}

LinearQuadratic fit_linear_quadratic(double omega, std::span<const double> amplitudes,
                                     std::span<const double> coefficients) {
  const auto count = static_cast<double>(amplitudes.size());
  double mean_x = 0.0, mean_y = 0.0;
  const double slope = 8.0 / (3.0 * std::numbers::pi) * omega;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    mean_x += slope * amplitudes[i] / count;
    mean_y += coefficients[i] / count;
  }
  double xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    const double x = slope * amplitudes[i] - mean_x;
    xx += x * x;
    xy += x * (coefficients[i] - mean_y);
  }
  const auto [least, largest] = std::minmax_element(amplitudes.begin(), amplitudes.end());
  require(least != largest && *least < *largest, "amplitudes must be at least two different ones",
          fmt::format("{}", amplitudes.size()));
  return {mean_y - xy / xx * mean_x, xy / xx};
}

}  // namespace raftup::hydro
