#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/steady_flow.hpp"
#include "hydro/sea/steep_wave.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

constexpr int kHeights = 8;       ///< from a linear wave to the one that is sought
constexpr int kMostHeights = 64;  ///< tried where so few fail
constexpr int kIterations = 30;
/// Of the largest step of an unknown, each about 1 or smaller. Where the highest harmonics of a
/// steep wave are lost to rounding, steps below kNear that no longer shrink are those of rounding.
constexpr double kConverged = 1e-11, kNear = 1e-6;
/// k H below which a wave is linear to rounding, and its equations lose k to rounding.
constexpr double kLinearHeight = 1e-6;

/// sinh and cosh of j k (z + h) over cosh j k h, and their derivatives by k.
struct Profile {
  double S, C, S_k, C_k;

  Profile(double j, double k, double z, double h) {
    const double rising = exponential(j * k * z);
    const double depth = j * k * h;
    if (depth > 20.0) {  // e^(-2 depth) is below the rounding of 1
      S = C = rising;
      S_k = C_k = j * z * rising;
      return;
    }
    const double q = exponential(-2.0 * depth);
    const double falling = q / rising;
    S = (rising - falling) / (1.0 + q);
    C = (rising + falling) / (1.0 + q);
    const double square = 4.0 * q / ((1.0 + q) * (1.0 + q));  // 1/cosh^2 j k h
    S_k = j * (z * C + h * square * 0.5 * (rising + 1.0 / rising));
    C_k = j * (z * S + h * square * 0.5 * (rising - 1.0 / rising));
  }
};

/// The equations in units of 1/k and 1/omega of the linear wave. Unknowns: eta at N + 1 points,
/// B_1 .. B_N, k, U, q = U h - Q, R.
class Equations {
 public:
  Equations(const SteadyWave& wave, double linear, int count)
      : N_(count),
        h_(wave.water_depth * linear),
        g_(wave.gravity * linear / (wave.omega * wave.omega)),
        carries_nothing_(wave.carries_nothing && std::isfinite(h_)) {}

  Index size() const { return 2 * N_ + 5; }
  Index place_of_harmonic(Index j) const { return N_ + j; }  ///< j from 1
  Index place_of_wavenumber() const { return 2 * N_ + 1; }
  Index place_of_mean_speed() const { return 2 * N_ + 2; }
  Index place_of_flux() const { return 2 * N_ + 3; }
  Index place_of_head() const { return 2 * N_ + 4; }

  double celerity(const VectorXd& y) const {
    return y[place_of_mean_speed()] - (carries_nothing_ ? y[place_of_flux()] / h_ : 0.0);
  }

  /// A linear wave of a height.
  VectorXd start(double height) const {
    VectorXd y = VectorXd::Zero(size());
    for (Index m = 0; m <= N_; ++m) y[m] = 0.5 * height * cosine(m);
    y[place_of_harmonic(1)] = 0.5 * height * g_;  // B tanh kh = c a, c^2 = 1 = g tanh kh
    y[place_of_wavenumber()] = y[place_of_mean_speed()] = 1.0;
    y[place_of_head()] = 0.5;
    return y;
  }

  /// What is left of the equations at some unknowns, and its derivatives by them.
  void at(const VectorXd& y, double height, VectorXd& rest, MatrixXd& by) const {
    rest.setZero(size());
    by.setZero(size(), size());
    for (Index m = 0; m <= N_; ++m) add_point(y, m, rest, by);
    const Index mean = 2 * N_ + 2, top = mean + 1, wave = mean + 2;
    for (Index m = 0; m <= N_; ++m) {
      by(mean, m) = m == 0 || m == N_ ? 0.5 : 1.0;
      rest[mean] += by(mean, m) * y[m];
    }
    by(top, 0) = 1.0;
    by(top, N_) = -1.0;
    rest[top] = y[0] - y[N_] - height;
    const double k = y[place_of_wavenumber()];
    rest[wave] = k * celerity(y) - 1.0;
    by(wave, place_of_wavenumber()) = celerity(y);
    by(wave, place_of_mean_speed()) = k;
    if (carries_nothing_) by(wave, place_of_flux()) = -k / h_;
  }

  /// @returns whether Newton's method has found the wave from what it is given
  bool solve(double height, VectorXd& y) const {
    VectorXd rest;
    MatrixXd by;
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      check_cancelled();
      at(y, height, rest, by);
      if (!rest.allFinite() || !by.allFinite()) return false;
      const VectorXd step = solve_regular(by, MatrixXd(rest));
      if (!step.allFinite()) return false;
      y -= step;
      if (!(y[place_of_wavenumber()] > 0.0)) return false;
      const double size = step.lpNorm<Eigen::Infinity>();
      const bool rounding = before <= kNear && size <= kNear && size >= 0.5 * before;
      if (size <= kConverged || rounding) return true;
      before = size;
    }
    return false;
  }

 private:
  /// cos(m pi/N): of the first harmonic at a point.
  double cosine(Index m) const {
    return sincos_turns(0.5 * static_cast<double>(m) / static_cast<double>(N_)).cosine;
  }

  /// The two conditions at a point of the surface.
  void add_point(const VectorXd& y, Index m, VectorXd& rest, MatrixXd& by) const {
    const Index of_stream = m, of_pressure = N_ + 1 + m;
    const double eta = y[m], k = y[place_of_wavenumber()], U = y[place_of_mean_speed()];
    double psi = -U * eta, u = -U, w = 0.0;
    double psi_k = 0.0, u_k = 0.0, w_k = 0.0, u_z = 0.0, w_z = 0.0;
    for (Index j = 1; j <= N_; ++j) {
      const auto order = static_cast<double>(j);
      const Profile at(order, k, eta, h_);
      const SineCosine angle =
          sincos_turns(0.5 * static_cast<double>((j * m) % (2 * N_)) / static_cast<double>(N_));
      const double B = y[place_of_harmonic(j)], jk = order * k;
      psi += B * at.S * angle.cosine;
      u += jk * B * at.C * angle.cosine;
      w += jk * B * at.S * angle.sine;
      psi_k += B * at.S_k * angle.cosine;
      u_k += order * B * (at.C + k * at.C_k) * angle.cosine;
      w_k += order * B * (at.S + k * at.S_k) * angle.sine;
      u_z += jk * jk * B * at.S * angle.cosine;
      w_z += jk * jk * B * at.C * angle.sine;
      by(of_stream, place_of_harmonic(j)) = at.S * angle.cosine;
    }
    rest[of_stream] = psi - y[place_of_flux()];
    by(of_stream, m) = u;
    by(of_stream, place_of_wavenumber()) = psi_k;
    by(of_stream, place_of_mean_speed()) = -eta;
    by(of_stream, place_of_flux()) = -1.0;
    rest[of_pressure] = 0.5 * (u * u + w * w) + g_ * eta - y[place_of_head()];
    by(of_pressure, m) = u * u_z + w * w_z + g_;
    by(of_pressure, place_of_wavenumber()) = u * u_k + w * w_k;
    by(of_pressure, place_of_mean_speed()) = -u;
    by(of_pressure, place_of_head()) = -1.0;
    add_pressure_by_harmonics(y, m, u, w, by);
  }

  void add_pressure_by_harmonics(const VectorXd& y, Index m, double u, double w,
                                 MatrixXd& by) const {
    const double k = y[place_of_wavenumber()];
    for (Index j = 1; j <= N_; ++j) {
      const auto order = static_cast<double>(j);
      const Profile at(order, k, y[m], h_);
      const SineCosine angle =
          sincos_turns(0.5 * static_cast<double>((j * m) % (2 * N_)) / static_cast<double>(N_));
      by(N_ + 1 + m, place_of_harmonic(j)) =
          order * k * (u * at.C * angle.cosine + w * at.S * angle.sine);
    }
  }

  Index N_;
  double h_, g_;
  bool carries_nothing_;
};

/// From unknowns to a flow in SI units.
SteadyFlow flow_of(const Equations& equations, const VectorXd& y, const SteadyWave& wave,
                   double linear, Index count) {
  SteadyFlow flow;
  const double k = y[equations.place_of_wavenumber()], speed = wave.omega / linear;
  flow.k = k * linear;
  flow.U = y[equations.place_of_mean_speed()] * speed;
  flow.celerity = equations.celerity(y) * speed;
  flow.R = y[equations.place_of_head()] * speed * speed;
  for (Index j = 1; j <= count; ++j) {
    flow.V.push_back(static_cast<double>(j) * k * y[equations.place_of_harmonic(j)] * speed);
    double sum = 0.0;
    for (Index m = 0; m <= count; ++m) {
      const double weight = m == 0 || m == count ? 0.5 : 1.0;
      const double turns =
          0.5 * static_cast<double>((j * m) % (2 * count)) / static_cast<double>(count);
      sum += weight * y[m] * sincos_turns(turns).cosine;
    }
    flow.E.push_back((j == count ? 1.0 : 2.0) / static_cast<double>(count) * sum / linear);
  }
  return flow;
}

/// Waves over so many heights; what was found last where one of them is not.
FoundFlow over_heights(const SteadyWave& wave, double linear, int count, int heights) {
  const Equations equations(wave, linear, count);
  FoundFlow found{std::nullopt, kTwoPi / linear};
  const double height = wave.height * linear;
  if (height <= kLinearHeight) {
    found.flow = flow_of(equations, equations.start(height), wave, linear, count);
    return found;
  }
  VectorXd y = equations.start(height / heights), before = equations.start(0.0);
  for (int step = 1; step <= heights; ++step) {
    VectorXd at = y;
    if (step > 1) at = 2.0 * y - before;
    if (!equations.solve(height * step / heights, at)) return found;
    before = step > 1 ? y : before;
    y = std::move(at);
    found.length = kTwoPi / (linear * y[equations.place_of_wavenumber()]);
    const double highest = kHighestShare * highest_wave(found.length, wave.water_depth);
    if (wave.height * step / heights > highest) return found;
  }
  found.flow = flow_of(equations, y, wave, linear, count);
  return found;
}

}  // namespace

FoundFlow stream_function_flow(const SteadyWave& wave, int count) {
  const double linear = wavenumber(wave.omega, wave.water_depth, wave.gravity);
  FoundFlow found;
  for (int heights = kHeights; heights <= kMostHeights; heights *= 2) {
    found = over_heights(wave, linear, count, heights);
    const double highest = kHighestShare * highest_wave(found.length, wave.water_depth);
    if (found.flow || wave.height > highest) return found;
  }
  return found;
}

}  // namespace raftup::hydro
