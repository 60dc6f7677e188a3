#include <array>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/steady_flow.hpp"

namespace raftup::hydro {
namespace {

/// A polynomial by its coefficients, the lowest power first.
template <std::size_t kCount>
double polynomial(const double (&coefficients)[kCount], double x) {
  double sum = 0.0;
  for (std::size_t i = kCount; i > 0; --i) sum = sum * x + coefficients[i - 1];
  return sum;
}

/// The coefficients of the expansion by S = 1/cosh 2kh, Fenton's letters and table. Those of the
/// potential are multiplied by cosh jkh, so that they stay finite in deep water: A_ij cosh jkh.
struct Coefficients {
  double A11, A22, A31, A33, A42, A44, A51, A53, A55;
  double B22, B31, B42, B44, B53, B55;
  double C0, C2, C4, D2, D4, E2, E4;

  explicit Coefficients(double kh);

 private:
  void set_potential(double S, double coth);
  void set_surface(double S, double coth);
  void set_flow(double S, double tanh);
};

Coefficients::Coefficients(double kh) {
  const double decay = std::isfinite(kh) ? exponential(-2.0 * kh) : 0.0;  // e^(-2kh)
  const double S = 2.0 * decay / (1.0 + decay * decay);
  const double tanh = (1.0 - decay) / (1.0 + decay);
  set_potential(S, 1.0 / tanh);
  set_surface(S, 1.0 / tanh);
  set_flow(S, tanh);
}

/// With cosh 2kh = 1/S, cosh 4kh = 2/S^2 - 1, cosh 3kh/sinh kh = coth kh (2/S - 1) and
/// cosh 5kh/sinh kh = coth kh (4/S^2 - 2/S - 1).
void Coefficients::set_potential(double S, double coth) {
  const double C = 1.0 - S, C3 = C * C * C, C5 = C3 * C * C, C6 = C3 * C3;
  const double three = coth * (2.0 - S);             // S cosh 3kh/sinh kh
  const double five = coth * (4.0 - S * (2.0 + S));  // S^2 cosh 5kh/sinh kh
  const double s3 = 3.0 + 2.0 * S, s4 = 4.0 + S;
  A11 = coth;
  A22 = 3.0 * S / (2.0 * C * C);
  A31 = coth * polynomial({-4.0, -20.0, 10.0, -13.0}, S) / (8.0 * C3);
  A33 = three * S * polynomial({-2.0, 11.0}, S) / (8.0 * C3);
  A42 = polynomial({12.0, -14.0, -264.0, -45.0, -13.0}, S) / (24.0 * C5);
  A44 = (2.0 - S * S) * S * polynomial({10.0, -174.0, 291.0, 278.0}, S) / (48.0 * s3 * C5);
  A51 =
      coth *
      polynomial({-1184.0, 32.0, 13232.0, 21712.0, 20940.0, 12554.0, -500.0, -3341.0, -670.0}, S) /
      (64.0 * s3 * s4 * C6);
  A53 =
      three * polynomial({4.0, 105.0, 198.0, -1376.0, -1302.0, -117.0, 58.0}, S) / (32.0 * s3 * C6);
  A55 = five * S * polynomial({-6.0, 272.0, -1552.0, 852.0, 2029.0, 430.0}, S) /
        (64.0 * s3 * s4 * C6);
}

void Coefficients::set_surface(double S, double coth) {
  const double C = 1.0 - S, C3 = C * C * C, C6 = C3 * C3;
  const double s3 = 3.0 + 2.0 * S, s4 = 4.0 + S;
  B22 = coth * (1.0 + 2.0 * S) / (2.0 * C);
  B31 = -3.0 * polynomial({1.0, 3.0, 3.0, 2.0}, S) / (8.0 * C3);
  B42 = coth * polynomial({6.0, -26.0, -182.0, -204.0, -25.0, 26.0}, S) / (6.0 * s3 * C3 * C);
  B44 = coth * polynomial({24.0, 92.0, 122.0, 66.0, 67.0, 34.0}, S) / (24.0 * s3 * C3 * C);
  B53 = 9.0 * polynomial({132.0, 17.0, -2216.0, -5897.0, -6292.0, -2687.0, 194.0, 467.0, 82.0}, S) /
        (128.0 * s3 * s4 * C6);
  B55 = 5.0 * polynomial({300.0, 1579.0, 3176.0, 2949.0, 1188.0, 675.0, 1326.0, 827.0, 130.0}, S) /
        (384.0 * s3 * s4 * C6);
}

void Coefficients::set_flow(double S, double tanh) {
  const double C = 1.0 - S, square = C * C, C3 = square * C, C5 = C3 * square;
  const double root = std::sqrt(tanh);
  C0 = root;
  C2 = root * (2.0 + 7.0 * S * S) / (4.0 * square);
  C4 = root * polynomial({4.0, 32.0, -116.0, -400.0, -71.0, 146.0}, S) / (32.0 * C5);
  D2 = -0.5 / root;
  D4 = polynomial({2.0, 4.0, 1.0, 2.0}, S) / (8.0 * C3 * root);
  E2 = tanh * polynomial({2.0, 2.0, 5.0}, S) / (4.0 * square);
  E4 = tanh * polynomial({8.0, 12.0, -152.0, -308.0, -42.0, 77.0}, S) / (32.0 * C5);
}

/// U and c of waves of a wavenumber.
struct Speeds {
  double U, celerity;
};

Speeds speeds(const SteadyWave& wave, double k) {
  const Coefficients at(k * wave.water_depth);
  const double e = 0.5 * k * wave.height, e2 = e * e, speed = std::sqrt(wave.gravity / k);
  const double U = speed * (at.C0 + e2 * (at.C2 + e2 * at.C4));
  if (!wave.carries_nothing) return {U, U};
  return {U, U + speed / (k * wave.water_depth) * e2 * (at.D2 + e2 * at.D4)};
}

SteadyFlow flow_of(const SteadyWave& wave, double k) {
  const Coefficients at(k * wave.water_depth);
  const double e = 0.5 * k * wave.height, e2 = e * e, e3 = e2 * e, e4 = e2 * e2, e5 = e4 * e;
  SteadyFlow flow;
  flow.k = k;
  flow.celerity = wave.omega / k;
  flow.U = speeds(wave, k).U;
  flow.R = wave.gravity / k * (0.5 * at.C0 * at.C0 + e2 * at.E2 + e4 * at.E4);
  const double speed = at.C0 * std::sqrt(wave.gravity / k);
  flow.V = {speed * (e * at.A11 + e3 * at.A31 + e5 * at.A51),
            2.0 * speed * (e2 * at.A22 + e4 * at.A42), 3.0 * speed * (e3 * at.A33 + e5 * at.A53),
            4.0 * speed * e4 * at.A44, 5.0 * speed * e5 * at.A55};
  flow.E = {(e + e3 * at.B31 - e5 * (at.B53 + at.B55)) / k, (e2 * at.B22 + e4 * at.B42) / k,
            (-e3 * at.B31 + e5 * at.B53) / k, e4 * at.B44 / k, e5 * at.B55 / k};
  return flow;
}

}  // namespace

FoundFlow stokes_flow(const SteadyWave& wave) {
  const double linear = wavenumber(wave.omega, wave.water_depth, wave.gravity);
  const auto excess = [&](double k) { return k * speeds(wave, k).celerity - wave.omega; };
  double low = 0.5 * linear, high = 2.0 * linear;
  if (!(excess(low) < 0.0) || !(excess(high) > 0.0)) return {std::nullopt, kTwoPi / linear};
  for (double k = 0.5 * (low + high); k > low && k < high; k = 0.5 * (low + high)) {
    (excess(k) < 0.0 ? low : high) = k;
  }
  return {flow_of(wave, low), kTwoPi / low};
}

}  // namespace raftup::hydro
