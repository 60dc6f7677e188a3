/// @file Waves of second order: numbers computed independently, closed forms, the conditions at the
/// surface, cutoffs and refusals.
#include "hydro/sea/bound_waves.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/wave_kinematics.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Contains;

namespace {

constexpr double kPairGravity = 9.80665;

Sea second_order(std::vector<WaveComponent> components, double depth,
                 const BoundWaveOptions& options = {}) {
  Sea sea(std::move(components), depth, kPairGravity, 0.0);
  sea.bind_waves(options);
  return sea;
}

FreeWave free_wave(const Sea& sea, std::size_t c) {
  const double b = sea.components()[c].direction;
  const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
  return {k * Vector2(std::cos(b), std::sin(b)), sea.components()[c].omega};
}

double kernel(const Sea& sea, bool sum) {
  return bound_pair(free_wave(sea, 0), free_wave(sea, 1), sum, sea.water_depth(), sea.gravity()).K;
}

WaterMotion motion_in(const Sea& sea, double time, const Vector3& at, double beyond = 0.0) {
  const WaveKinematics waves(sea);
  const WaterHeight height{at.z(), beyond};
  WaterMotion motion;
  waves.add_motions(waves.phasors(time), {at.head<2>(), Vector2::Zero()}, {&height, 1},
                    {&motion, 1});
  return motion;
}

SurfaceMotion surface_at(const Sea& sea, double time, const Vector2& at) {
  const WaveKinematics waves(sea);
  return waves.surface(waves.phasors(time), at);
}

Sea first_order(const Sea& sea) {
  return {sea.components(), sea.water_depth(), sea.gravity(), sea.ramp_duration()};
}

/// Computed by independent scripts.
struct PairReference {
  double omega1, omega2, direction, depth, a1, a2, phase1, phase2;
  double x, y, z, t;
  double sum, difference, eta1, eta2, u1, u2, potential_rate;
};

constexpr PairReference kPairReferences[] = {
    {.6, .8, 0, 30, 2, 1.5, .3, -.8, 10, 0, -5, 7, .1555520214, -.0750574843, -2.027223333,
     -.268204543, -1.200428284, -.145877045, 1.327215647},
    {.6, .8, kPi / 3, 30, 2, 1.5, .3, -.8, 10, 20, -5, 7, .0628703838, .0127664391, -2.678198702,
     .097350116, -1.146037230, -.018889343, .430550964},
    {.7, 1.1, 0, kDeep, 2.5, 1, 0, 1, 0, 0, -3, 4, .1733517562, -.0734195673, -1.720862976,
     .114260370, -.937187487, .138807144, -.756240599}};

}  // namespace

TEST_CASE("bound waves: pairs have the numbers of an independent computation", "[sea][reference]") {
  for (const PairReference& r : kPairReferences) {
    CAPTURE(r.depth, r.direction);
    const Sea sea = second_order(
        {{r.omega1, r.a1, r.phase1, 0.0}, {r.omega2, r.a2, r.phase2, r.direction}}, r.depth);
    const Sea linear = first_order(sea);
    CHECK(kernel(sea, true) == Approx(r.sum).epsilon(1e-6));
    CHECK(kernel(sea, false) == Approx(r.difference).epsilon(1e-6));
    const Vector2 at(r.x, r.y);
    const double eta1 = linear.elevation(r.t, at);
    CHECK(eta1 == Approx(r.eta1).epsilon(1e-6));
    CHECK(sea.elevation(r.t, at) - eta1 == Approx(r.eta2).epsilon(1e-6));
    CHECK(surface_at(sea, r.t, at).elevation == Approx(eta1 + r.eta2).epsilon(1e-6));
    CHECK(surface_at(sea, r.t, at).elevation - surface_at(linear, r.t, at).elevation ==
          Approx(r.eta2).epsilon(1e-6));
    const Vector3 point(r.x, r.y, r.z);
    const WaterMotion first = motion_in(linear, r.t, point), both = motion_in(sea, r.t, point);
    CHECK(first.velocity.x() == Approx(r.u1).epsilon(1e-6));
    CHECK(both.velocity.x() - first.velocity.x() == Approx(r.u2).epsilon(1e-6));
    const double kinetic = 0.5 * first.velocity.squaredNorm();
    CHECK(-(both.pressure - first.pressure + kinetic) == Approx(r.potential_rate).epsilon(1e-6));
  }
}

TEST_CASE("bound waves: of one wave they are Stokes's second harmonic", "[sea][analytic]") {
  const double h = 20.0, omega = .8, a = 1.3;
  const Sea sea = second_order({{omega, a, .4, 0.0}}, h);
  const double k = sea.wavenumbers()[0], t = 3.3, theta = omega * t + .4, kh = k * h;
  const double second = a * a * k / 4 * std::cosh(kh) * (2 + std::cosh(2 * kh)) /
                        std::pow(std::sinh(kh), 3) * std::cos(2 * theta);
  CHECK(second == Approx(.0553941931 * a * a * std::cos(2 * theta)).epsilon(1e-6));
  CHECK(sea.elevation(t, Vector2::Zero()) - a * std::cos(theta) == Approx(second).epsilon(1e-12));
}

TEST_CASE("bound waves: in deep water of one direction kernels are sums of wavenumbers",
          "[sea][analytic]") {
  const Sea sea = second_order({{.7, 1, 0, .3}, {1.1, 1, 0, .3}}, kDeep);
  const double k1 = sea.wavenumbers()[0], k2 = sea.wavenumbers()[1];
  CHECK(kernel(sea, true) == Approx(k1 + k2).epsilon(1e-13));
  CHECK(kernel(sea, false) == Approx(-(k2 - k1)).epsilon(1e-13));
}

// At z = 0: eta2_t - phi2_z = eta1 phi1_zz - grad phi1 . grad eta1, and phi2_t + g eta2 =
// -|grad phi1|^2/2 - eta1 phi1_tz, but for a constant: the diagonal of differences.
TEST_CASE("bound waves: they satisfy the conditions at the surface to second order",
          "[sea][analytic]") {
  const double depth = GENERATE(8.0, 30.0, kDeep);
  const std::vector<WaveComponent> waves{
      {.6, 1.0, .3, 0.0}, {.8, .7, -.8, 1.0}, {.8, .4, 1.8, -2.0}, {1.3, .2, .5, 2.6}};
  const Sea sea = second_order(waves, depth), linear = first_order(sea);
  double constant = 0.0;
  for (int point = 0; point < 9; ++point) {
    const double t = 1.7 * point;
    const Vector2 at(13.0 * point, -5.0 * point);
    const Vector3 place(at.x(), at.y(), 0.0);
    const SurfaceMotion eta = surface_at(linear, t, at);
    const SurfaceMotion both = surface_at(sea, t, at);
    const WaterMotion first = motion_in(linear, t, place), all = motion_in(sea, t, place);
    double rising = 0.0;  // phi1_zz
    for (std::size_t c = 0; c < waves.size(); ++c) {
      const double k = linear.wavenumbers()[static_cast<Eigen::Index>(c)];
      const double theta = waves[c].omega * t - free_wave(linear, c).k.dot(at) + waves[c].phase;
      const double C = std::isinf(depth) ? 1.0 : 1.0 / std::tanh(k * depth);
      rising -= waves[c].amplitude * waves[c].omega * k * C * std::sin(theta);
    }
    const double kinematic = (both.rate - eta.rate) - (all.velocity - first.velocity).z() -
                             eta.elevation * rising + first.velocity.head<2>().dot(eta.slope);
    CHECK(std::abs(kinematic) < 1e-14);
    const double rate = -(all.pressure - first.pressure);  // phi2_t + |grad phi1|^2/2
    const double dynamic = rate + kPairGravity * (both.elevation - eta.elevation) +
                           eta.elevation * first.acceleration.z();
    if (point == 0) constant = dynamic;
    CHECK(std::abs(dynamic - constant) < 1e-14 * kPairGravity);
  }
}

TEST_CASE("bound waves: accelerations are those of the water as it goes", "[sea][analytic]") {
  // Of third order is what the velocities of second order carry along.
  const double a = 1e-4, d = 1e-3;
  const Sea sea = second_order({{.6, a, .3, 0.0}, {.8, a, -.8, 1.0}}, 30.0);
  const Vector3 at(4.0, 7.0, -3.0);
  const WaterMotion here = motion_in(sea, 5.0, at);
  const Vector3 after = motion_in(sea, 5.0 + d, at + d * here.velocity).velocity;
  const Vector3 before = motion_in(sea, 5.0 - d, at - d * here.velocity).velocity;
  const Vector3 first = motion_in(first_order(sea), 5.0, at).acceleration;
  const Vector3 local_after = motion_in(first_order(sea), 5.0 + d, at).velocity;
  const Vector3 local_before = motion_in(first_order(sea), 5.0 - d, at).velocity;
  // The error of differences of the free waves is taken off; that of the rest is d^2 of a^2.
  const Vector3 error = (local_after - local_before) / (2 * d) - first;
  const Vector3 found = (after - before) / (2 * d) - error;
  CHECK((found - here.acceleration).norm() < 1e-5 * (here.acceleration - first).norm());
}

TEST_CASE("bound waves: above the still water plane as in it; ramps act as their square", "[sea]") {
  Sea sea({{.6, 2, .3, 0.0}, {.8, 1.5, -.8, 1.0}}, 30.0, kPairGravity, 100.0);
  const Sea linear = sea;
  sea.bind_waves({});
  const Sea whole = second_order(sea.components(), 30.0);
  const double t = 40.0, ramp = sea.ramp(t);
  const Vector2 at(3.0, 4.0);
  const double second = whole.elevation(t, at) - first_order(whole).elevation(t, at);
  CHECK(sea.elevation(t, at) - linear.elevation(t, at) ==
        Approx(ramp * ramp * second).epsilon(1e-12));
  const Vector3 place(3.0, 4.0, 0.0);
  const Vector3 in_plane = motion_in(sea, t, place).velocity - motion_in(linear, t, place).velocity;
  const Vector3 above =
      motion_in(sea, t, place, 1.5).velocity - motion_in(linear, t, place, 1.5).velocity;
  CHECK((above - in_plane).norm() < 1e-15);
}

TEST_CASE("bound waves: cutoffs leave pairs out", "[sea]") {
  const std::vector<WaveComponent> waves{{.6, 2, .3, 0.0}, {.8, 1.5, -.8, 1.0}};
  const double t = 4.0;
  const Vector2 at(3.0, 4.0);
  const auto eta = [&](const BoundWaveOptions& options) {
    return second_order(waves, 30.0, options).elevation(t, at);
  };
  const Sea linear(waves, 30.0, kPairGravity, 0.0);
  const FreeWave m = free_wave(linear, 0), n = free_wave(linear, 1);
  const double difference = bound_pair(m, n, false, 30.0, kPairGravity).K * 2 * 1.5 / 2 *
                            std::cos((.6 - .8) * t - (m.k - n.k).dot(at) + .3 + .8);
  CHECK(eta({1.0, .1}) == Approx(linear.elevation(t, at)).epsilon(1e-14));
  CHECK(eta({1.0, .3}) - linear.elevation(t, at) == Approx(difference).epsilon(1e-12));
  CHECK(eta({1.3, .1}) != Approx(eta({1.0, .1})));  // twice .6
  CHECK(eta({2.0, 1.0}) == eta({}));
}

TEST_CASE("bound waves: what they cannot be of is refused", "[sea]") {
  Sea many(std::vector<WaveComponent>(513, {.6, .01, 0.0, 0.0}), 30.0, kPairGravity, 0.0);
  CHECK_THROWS_WITH(many.bind_waves({}), Contains("components must be at most 512"));
  Sea on_current({{.6, 1.0, 0.0, 0.0}}, {30.0, kPairGravity, Current({}, {{1.0, 0.0}})}, 0.0);
  CHECK_THROWS_WITH(on_current.bind_waves({}), Contains("current must be none"));
  Sea sea({{.6, 1.0, 0.0, 0.0}}, 30.0, kPairGravity, 0.0);
  CHECK_THROWS_WITH(sea.bind_waves({-1.0, 1.0}), "sum_cutoff must be positive, got -1");
}
