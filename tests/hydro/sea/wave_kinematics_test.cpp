/// @file The motion of the water in waves: closed forms, rows of points, currents.
#include "hydro/sea/wave_kinematics.hpp"

#include <cmath>

#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

WaterMotion motion_at(const WaveKinematics& waves, double time, const Vector3& at,
                      double beyond = 0.0) {
  const WaterHeight height{at.z(), beyond};
  WaterMotion motion;
  waves.add_motions(waves.phasors(time), {at.head<2>(), Vector2::Zero()}, {&height, 1},
                    {&motion, 1});
  return motion;
}

Sea crossing_sea(double depth) {
  return {{{0.5, 1.5, 0.3, 0.4}, {0.9, 0.8, -1.2, 2.1}, {1.6, 0.2, 2.0, -0.7}}, depth, 9.81, 0.0};
}

}  // namespace

TEST_CASE("exponential in lanes: that of the library to rounding", "[numerics]") {
  for (const double x :
       {-900.0, -700.0, -36.7, -1.0, -1e-9, 0.0, 0.3, 0.34657, 0.34658, 2.5, 88.0}) {
    Lanes given, result;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) given[lane] = x;
    exponential_of_lanes(given, result);
    CHECK(result[3] == Approx(std::exp(std::max(x, -700.0))).epsilon(1e-15));
  }
}

TEST_CASE("wave kinematics: one wave has Airy's velocities, accelerations and pressure",
          "[sea][analytic]") {
  const double depth = GENERATE(12.0, 400.0, kDeep);
  const double omega = 0.8, a = 1.3, phase = 0.4, b = 0.7, g = 9.81;
  const Sea sea({{omega, a, phase, b}}, depth, g, 0.0);
  const double k = sea.wavenumbers()[0], t = 17.3;
  const Vector3 at(20.0, -7.0, -4.0);
  const double theta = omega * t - k * (at.x() * std::cos(b) + at.y() * std::sin(b)) + phase;
  const bool infinite = std::isinf(depth) || k * depth > 100.0;
  const double C =
      infinite ? std::exp(k * at.z()) : std::cosh(k * (at.z() + depth)) / std::sinh(k * depth);
  const double S =
      infinite ? std::exp(k * at.z()) : std::sinh(k * (at.z() + depth)) / std::sinh(k * depth);
  const WaterMotion motion = motion_at(WaveKinematics(sea), t, at);
  const double u = a * omega * C * std::cos(theta), rate = -a * omega * omega * C * std::sin(theta);
  const Vector3 velocity(u * std::cos(b), u * std::sin(b), -a * omega * S * std::sin(theta));
  const Vector3 acceleration(rate * std::cos(b), rate * std::sin(b),
                             -a * omega * omega * S * std::cos(theta));
  CHECK((motion.velocity - velocity).norm() < 1e-13);
  CHECK((motion.acceleration - acceleration).norm() < 1e-13);
  CHECK(motion.pressure == Approx(omega * omega / k * a * C * std::cos(theta)).epsilon(1e-12));
}

TEST_CASE("wave kinematics: at the still water plane the water goes with the surface",
          "[sea][analytic]") {
  const Sea sea = crossing_sea(GENERATE(25.0, kDeep));
  const WaveKinematics waves(sea);
  const Vector2 at(30.0, 12.0);
  const double t = 51.0, h = 1e-3;
  const SurfaceMotion surface = waves.surface(waves.phasors(t), at);
  const WaterMotion motion = motion_at(waves, t, {at.x(), at.y(), 0.0});
  CHECK(surface.elevation == Approx(sea.elevation(t, at)).epsilon(1e-12));
  CHECK(motion.velocity.z() == Approx(surface.rate).epsilon(1e-12));
  CHECK(motion.pressure == Approx(9.81 * surface.elevation).epsilon(1e-12));
  // Differences leave h^2/6 times the third derivative, some 1e-7.
  CHECK(surface.rate == Approx((sea.elevation(t + h, at) - sea.elevation(t - h, at)) / (2 * h))
                            .epsilon(0.0)
                            .margin(1e-6));
  const Vector2 dx(h, 0.0), dy(0.0, h);
  CHECK(surface.slope.x() ==
        Approx((sea.elevation(t, at + dx) - sea.elevation(t, at - dx)) / (2 * h))
            .epsilon(0.0)
            .margin(1e-6));
  CHECK(surface.slope.y() ==
        Approx((sea.elevation(t, at + dy) - sea.elevation(t, at - dy)) / (2 * h))
            .epsilon(0.0)
            .margin(1e-6));
}

TEST_CASE("wave kinematics: the water is driven by its pressure, and beyond a height by the slope",
          "[sea][analytic]") {
  const WaveKinematics waves(crossing_sea(GENERATE(25.0, kDeep)));
  const Vector3 at(30.0, 12.0, -3.0);
  const double t = 51.0, h = 1e-3;
  const WaterMotion here = motion_at(waves, t, at);
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const Vector3 step = h * Vector3::Unit(axis);
    const double slope =
        (motion_at(waves, t, at + step).pressure - motion_at(waves, t, at - step).pressure) /
        (2 * h);
    CHECK(here.acceleration[axis] == Approx(-slope).epsilon(0.0).margin(1e-6));
  }
  const Vector3 up(0.0, 0.0, h);
  const Vector3 slope =
      (motion_at(waves, t, at + up).velocity - motion_at(waves, t, at - up).velocity) / (2 * h);
  const Vector3 beyond = motion_at(waves, t, at, 2.0).velocity - here.velocity;
  CHECK((beyond - 2.0 * slope).norm() < 1e-6);
}

TEST_CASE("wave kinematics: points of a row are those points", "[sea]") {
  DiscretisationOptions options;
  options.component_count = 101;
  const Sea sea(irregular_waves(JonswapSpectrum(4.0, 9.0, 3.3), {0.3, 0.9}, options), 60.0, 9.81,
                0.0);
  const WaveKinematics waves(sea);
  const WavePhasors phasors = waves.phasors(300.0);
  constexpr std::size_t kCount = 40;
  const PointRow row{{-20.0, 5.0}, {1.7, -0.6}};
  std::vector<WaterHeight> heights;
  for (std::size_t i = 0; i < kCount; ++i) heights.push_back({-0.5 * static_cast<double>(i)});
  std::vector<WaterMotion> motions(kCount);
  std::vector<double> elevations(kCount, 0.0);
  waves.add_motions(phasors, row, heights, motions);
  waves.add_elevations(phasors, row, elevations);
  for (std::size_t i = 0; i < kCount; ++i) {
    const Vector2 at = row.first + static_cast<double>(i) * row.step;
    const WaterMotion single = motion_at(waves, 300.0, {at.x(), at.y(), heights[i].z});
    CHECK((motions[i].velocity - single.velocity).norm() < 1e-12);
    CHECK((motions[i].acceleration - single.acceleration).norm() < 1e-12);
    CHECK(elevations[i] == Approx(sea.elevation(300.0, at)).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("wave kinematics: waves on a current are those of still water, seen from the water",
          "[sea][analytic]") {
  const Vector2 U(1.2, -0.5);
  const double sigma = 0.8, b = 0.4;
  const Sea still({{sigma, 1.0, 0.3, b}}, 30.0, 9.81, 0.0);
  const double k = still.wavenumbers()[0];
  const double omega = sigma + k * (U.x() * std::cos(b) + U.y() * std::sin(b));
  const Sea carried({{omega, 1.0, 0.3, b}}, {30.0, 9.81, Current({}, {U})}, 0.0);
  const double t = 21.0;
  const Vector3 at(4.0, 5.0, -6.0), there(at.x() + t * U.x(), at.y() + t * U.y(), at.z());
  const WaterMotion seen = motion_at(WaveKinematics(still), t, at);
  const WaterMotion same = motion_at(WaveKinematics(carried), t, there);
  CHECK((seen.velocity - same.velocity).norm() < 1e-12);
  CHECK((seen.acceleration - same.acceleration).norm() < 1e-12);
}
