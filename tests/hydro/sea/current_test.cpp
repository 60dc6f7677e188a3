#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/sea.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

/// Independent of the class: Simpson's rule over Skop's integral.
double effective_by_quadrature(const Current& current, double k, double h) {
  const double bottom = std::isinf(h) ? 20.0 / k : h;
  const auto weight = [&](double depth) {
    if (std::isinf(h)) return 2.0 * k * std::exp(-2.0 * k * depth);
    return 2.0 * k * std::cosh(2.0 * k * (h - depth)) / std::sinh(2.0 * k * h);
  };
  constexpr int kPanels = 400000;
  double sum = 0.0;
  for (int i = 0; i <= kPanels; ++i) {
    const double depth = bottom * i / kPanels;
    const double simpson = i == 0 || i == kPanels ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += simpson * weight(depth) * current.velocity(depth).x();
  }
  return sum * bottom / kPanels / 3.0;
}

}  // namespace

TEST_CASE("current: in deep water the wave has the closed form of its quadratic",
          "[sea][current][analytic]") {
  // (omega - k U)^2 = g k: k = [2 omega U + g - sqrt(g (g + 4 omega U))] / (2 U^2)
  const double omega = 0.9;
  for (const double U : {-2.5, -1.0, 0.3, 2.0}) {
    const Current current({}, {Vector2(U, 0.0)});
    const double root = std::sqrt(kGravity * (kGravity + 4.0 * omega * U));
    const double k = (2.0 * omega * U + kGravity - root) / (2.0 * U * U);
    const auto wave = wave_on_current(omega, 0.0, kDeep, kGravity, current);
    CHECK(wave.wavenumber == Approx(k).epsilon(1e-12));  // what cancels in the formula
    CHECK(wave.intrinsic_omega == Approx(omega - k * U).epsilon(1e-12));
  }
}

TEST_CASE("current: in any depth and direction the relation holds; across it nothing changes",
          "[sea][current][analytic]") {
  const Current current({}, {Vector2(0.8, -0.6)});
  for (const double depth : {5.0, 30.0, 1e3}) {
    for (const double direction : {0.0, 1.0, 2.5, -2.0}) {
      const auto [k, sigma] = wave_on_current(0.7, direction, depth, kGravity, current);
      const double U = 0.8 * std::cos(direction) - 0.6 * std::sin(direction);
      CHECK(sigma == Approx(0.7 - k * U).epsilon(1e-12));
      CHECK(sigma * sigma == Approx(kGravity * k * std::tanh(k * depth)).epsilon(1e-12));
    }
    const double across = std::atan2(0.8, 0.6);
    CHECK(wave_on_current(0.7, across, depth, kGravity, current).wavenumber ==
          Approx(wavenumber(0.7, depth, kGravity)).epsilon(1e-13));
  }
  CHECK(wave_on_current(0.7, 1.0, 30.0, kGravity, {}).wavenumber ==
        wavenumber(0.7, 30.0, kGravity));
}

TEST_CASE("current: a wave feels the mean of the profile weighted as Skop has it",
          "[sea][current][analytic]") {
  const Current profile({0.0, 10.0, 40.0},
                        {Vector2(1.2, 0.0), Vector2(0.7, 0.0), Vector2(-0.2, 0.0)});
  for (const double h : {8.0, 25.0, 100.0, kDeep}) {
    for (const double k : {0.02, 0.1, 0.6}) {
      INFO(h << " m, " << k << " rad/m");
      // the rule's error at the kinks of the profile
      CHECK(profile.effective_velocity(k, h).x() ==
            Approx(effective_by_quadrature(profile, k, h)).epsilon(0.0).margin(1e-6));
    }
  }
  // short waves feel the surface, long ones in shallow water the mean over the depth
  CHECK(profile.effective_velocity(50.0, kDeep).x() == Approx(1.2).epsilon(0.0).margin(1e-3));
  CHECK(profile.effective_velocity(1e-4, 10.0).x() == Approx(0.95).epsilon(0.0).margin(1e-6));
  const auto [k, sigma] = wave_on_current(1.1, 0.0, kDeep, kGravity, profile);
  CHECK(sigma == Approx(1.1 - k * profile.effective_velocity(k, kDeep).x()).epsilon(1e-12));
}

TEST_CASE("current: waves that cannot go against it are refused by name", "[sea][current]") {
  // blocked beyond omega = g / (4 U) in deep water
  const Current against({}, {Vector2(-3.0, 0.0)});
  const double limit = kGravity / 12.0;
  CHECK_NOTHROW(wave_on_current(0.999 * limit, 0.0, kDeep, kGravity, against));
  CHECK_THROWS_WITH(
      Sea({{0.5, 1.0, 0.0, 0.0}, {1.001 * limit, 1.0, 0.0, 0.0}}, {kDeep, kGravity, against}, 0.0),
      Catch::StartsWith("components[1].omega must be low enough for the wave to go "
                        "against the current, got "));
  CHECK_THROWS_WITH(Current({1.0, 1.0}, {Vector2(1.0, 0.0), Vector2(1.0, 0.0)}),
                    "depth[1] must be finite, >= 0 and above the one before, got 1");
  CHECK_THROWS_WITH(Current({1.0}, {}), "current must have one velocity per depth (1), got 0");
}
