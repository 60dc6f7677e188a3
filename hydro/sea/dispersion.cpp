#include "hydro/sea/dispersion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

/// Returns cosh(2 k (h - depth)) / sinh(2 k h), without large intermediate numbers.
double profile_weight(double depth, double k, double h) {
  if (std::isinf(h)) return exponential(-2.0 * k * depth);
  const double from_bed = exponential(-4.0 * k * (h - depth));
  return exponential(-2.0 * k * depth) * (1.0 + from_bed) / -exponential_minus_one(-4.0 * k * h);
}

/// sigma = sqrt(g k tanh(k h)) [rad/s] and its derivative, the group velocity [m/s].
struct Dispersion {
  double sigma, group_velocity;

  Dispersion(double k, double h, double g) {
    if (std::isinf(h)) {
      sigma = std::sqrt(g * k);
      group_velocity = 0.5 * sigma / k;
      return;
    }
    const double t = hyperbolic_tangent(k * h);
    sigma = std::sqrt(g * k * t);
    group_velocity = 0.5 * g * (t + k * h * (1.0 - t * t)) / sigma;
  }
};

/// Solves sqrt(g k tanh(k h)) + k U = omega for k. The left-hand side f is concave. Newton's method
/// from a k with f < omega therefore increases to the smallest solution and never beyond it; if f
/// stops increasing on the way, there is no solution.
std::optional<double> wavenumber_on(double U, double omega, double h, double g) {
  double k = wavenumber(omega, h, g);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Dispersion at(k, h, g);
    const double slope = at.group_velocity + U;
    if (slope <= 0.0) return std::nullopt;
    const double change = (at.sigma + k * U - omega) / slope;
    k -= change;
    if (std::abs(change) <= 1e-15 * k) return k;
  }
  return k;
}

}  // namespace

Current::Current(std::vector<double> depth, std::vector<Vector2> velocity)
    : depth_(std::move(depth)), velocity_(std::move(velocity)) {
  const std::size_t expected = depth_.empty() ? 1 : depth_.size();
  require(velocity_.size() == expected,
          fmt::format("current must have one velocity per depth ({}), got {}", expected,
                      velocity_.size()));
  for (std::size_t i = 0; i < depth_.size(); ++i) {
    require(std::isfinite(depth_[i]) && depth_[i] >= 0.0 && (i == 0 || depth_[i] > depth_[i - 1]),
            fmt::format("depth[{}] must be finite, >= 0 and above the one before, got {}", i,
                        depth_[i]));
  }
  for (std::size_t i = 0; i < velocity_.size(); ++i) {
    require(velocity_[i].norm() <= kFastestCurrent * (1.0 + 1e-12),
            fmt::format("velocity[{}] must be finite and at most {} m/s, got ({}, {})", i,
                        kFastestCurrent, velocity_[i].x(), velocity_[i].y()));
  }
}

bool Current::is_still() const {
  return std::all_of(velocity_.begin(), velocity_.end(),
                     [](const Vector2& velocity) { return velocity.isZero(0.0); });
}

Vector2 Current::velocity(double depth) const {
  if (velocity_.empty()) return Vector2::Zero();
  if (depth_.empty() || depth <= depth_.front()) return velocity_.front();
  if (depth >= depth_.back()) return velocity_.back();
  const auto after = std::upper_bound(depth_.begin(), depth_.end(), depth);
  const auto i = static_cast<std::size_t>(after - depth_.begin()) - 1;
  const double fraction = (depth - depth_[i]) / (depth_[i + 1] - depth_[i]);
  return velocity_[i] + fraction * (velocity_[i + 1] - velocity_[i]);
}

/// Integrates by parts, with W(z) = cosh(2 k (z + h)) / sinh(2 k h): the result is U(0) minus, for
/// each piece of constant slope dU/dz, slope (W(upper) - W(lower)) / (2 k).
Vector2 Current::effective_velocity(double k, double h) const {
  Vector2 effective = velocity(0.0);
  for (std::size_t i = 0; i + 1 < depth_.size(); ++i) {
    if (depth_[i] >= h) break;
    const Vector2 slope = (velocity_[i] - velocity_[i + 1]) / (depth_[i + 1] - depth_[i]);
    const double lower = std::min(depth_[i + 1], h);
    effective -=
        slope * ((profile_weight(depth_[i], k, h) - profile_weight(lower, k, h)) / (2.0 * k));
  }
  return effective;
}

WaveOnCurrent wave_on_current(double omega, double direction, double water_depth, double gravity,
                              const Current& current) {
  double k = wavenumber(omega, water_depth, gravity);
  if (current.is_still()) return {k, omega};
  const auto [sine, cosine] = sincos(direction);
  const Vector2 along(cosine, sine);
  // The effective velocity of a profile changes slowly with k: use its value at the previous k.
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double U = current.effective_velocity(k, water_depth).dot(along);
    const std::optional<double> next = wavenumber_on(U, omega, water_depth, gravity);
    if (!next) break;
    const double change = *next - k;
    k = *next;
    if (std::abs(change) <= 1e-14 * k) return {k, Dispersion(k, water_depth, gravity).sigma};
  }
  throw BrokenRule("omega must be low enough for the wave to go against the current",
                   fmt::format("{}", omega));
}

namespace {

/// Root kappa = k h of kappa tanh(kappa) = nu by Newton's method. f is convex in kappa and the
/// start sqrt(nu) / sqrt(tanh(nu)) lies within 5 % above the root, so every iterate stays above it.
double relative_wavenumber(double nu) {
  double kappa = nu / std::sqrt(hyperbolic_tangent(nu));
  for (int iteration = 0; iteration < 5; ++iteration) {
    const double t = hyperbolic_tangent(kappa);
    kappa -= (kappa * t - nu) / (t + kappa * (1.0 - t * t));
  }
  return kappa;
}

}  // namespace

double wavenumber(double omega, double water_depth, double gravity) {
  const auto expect = [](bool holds, const char* name, double value) {
    if (holds) return;  // before any word is made: seas and databases ask for thousands
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("{} must be positive, got {}", name, value));
  };
  expect(std::isfinite(omega) && omega > 0.0, "omega", omega);
  expect(water_depth > 0.0, "water_depth", water_depth);
  expect(std::isfinite(gravity) && gravity > 0.0, "gravity", gravity);
  const double deep_water = omega * omega / gravity;
  if (std::isinf(water_depth)) return deep_water;
  return relative_wavenumber(deep_water * water_depth) / water_depth;
}

}  // namespace raftup::hydro
