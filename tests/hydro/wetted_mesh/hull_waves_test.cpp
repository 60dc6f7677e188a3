#include <memory>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/meshes.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

WaterWeight water(double depth) { return {kSeaWater, kGravity, depth}; }

/// Wrench of a sea on a hull at a time.
Vector6 in_sea(HullPressure& hull, const Sea& sea, double time, const HullPose& pose,
               WaveStretching stretching) {
  HullWaves waves(sea, hull.radius());
  waves.follow(time, pose.center.head<2>());
  return hull.in_waves(pose, {&waves}, stretching);
}

/// The same component by component at each vertex, by Wheeler's stretching.
Vector6 directly(const HullMesh& mesh, const Sea& sea, double time, const HullPose& pose) {
  const WettedSurface surface(mesh, Vector3::Zero());
  VertexValues height(surface.arms()[0].size()), pressure(height.size());
  for (std::uint32_t i = 0; i < mesh.vertices().size(); ++i) {
    const Vector3 at = pose.center + pose.rotation * surface.arm(i);
    const double eta = sea.elevation(time, at.head<2>());
    const double h = sea.water_depth();
    const double wheeler = std::isinf(h) ? at.z() - eta : h * (at.z() + h) / (h + eta) - h;
    const double z = std::min(wheeler, 0.0);
    double head = 0.0;
    for (std::size_t c = 0; c < sea.components().size(); ++c) {
      const WaveComponent& wave = sea.components()[c];
      const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
      const double along = at.x() * std::cos(wave.direction) + at.y() * std::sin(wave.direction);
      head += wave.amplitude * wave_decay(k, z, h) *
              std::cos(wave.omega * time - k * along + wave.phase);
    }
    height[i / kLaneCount][i % kLaneCount] = at.z() - eta;
    pressure[i / kLaneCount][i % kLaneCount] =
        kSeaWater * kGravity * (sea.ramp(time) * head - at.z());
  }
  const Vector6 wrench = surface.wrench(height, pressure);
  Vector6 turned;
  turned << pose.rotation * wrench.head<3>(), pose.rotation * wrench.tail<3>();
  return turned;
}

}  // namespace

TEST_CASE("wave pressure: a fixed box under a regular wave (L12)", "[wetted_mesh][analytic]") {
  HullPressure box(std::make_shared<const HullMesh>(box_mesh({-30, -10, -6}, {30, 10, 6}, 0.5)),
                   Vector3::Zero(), water(kDeep));  // panels of h m are off by (k h)^2 / 12
  const Sea sea({regular_wave(1.5, 8.0, 0.0, 0.0)}, kDeep, kGravity, 0.0);
  const Vector6 linear = in_sea(box, sea, 2.0, {}, WaveStretching::kLinear);
  CHECK(linear[0] == Approx(-2884257.0).epsilon(1e-4));
  CHECK(linear[2] == Approx(72397800.0).epsilon(1e-4));
  CHECK(linear[4] == Approx(-152847434.0).epsilon(1e-4));
  const Vector6 wheeler = in_sea(box, sea, 2.0, {}, WaveStretching::kWheeler);
  CHECK(wheeler[0] == Approx(-2841304.9).epsilon(1e-4));
  CHECK(wheeler[2] == Approx(71720124.0).epsilon(1e-4));
  CHECK(wheeler[4] == Approx(-153435796.0).epsilon(1e-4));
  CHECK(in_sea(box, sea, 0.0, {}, WaveStretching::kLinear)[2] == Approx(78652212.4).epsilon(1e-4));
  CHECK(in_sea(box, sea, 0.0, {}, WaveStretching::kWheeler)[2] == Approx(78177359.0).epsilon(1e-4));
  // Linear theory: the still water's force and the real part of X exp(i omega t).
  const double k = sea.wavenumbers()[0];
  const Eigen::Matrix<Complex, 6, 1> X = box.linear_froude_krylov({}, k, 0.0);
  const Vector6 still = box.in_still_water({});
  const Complex quarter = 1.5 * Complex(0.0, 1.0);  // t = T/4
  CHECK((X[0] * quarter).real() == Approx(-2866461.8).epsilon(1e-4));
  CHECK(still[2] + (X[2] * quarter).real() == Approx(72397800.0).epsilon(1e-4));
  CHECK((X[4] * quarter).real() == Approx(-152669937.0).epsilon(1e-4));
  CHECK(still[2] + 1.5 * X[2].real() == Approx(78652212.4).epsilon(1e-4));
}

TEST_CASE("wave pressure: linear amplitudes on an upright cylinder (L12)",
          "[wetted_mesh][analytic]") {
  std::vector<Vector2> profile;
  for (int i = 0; i <= 40; ++i) profile.emplace_back(5.0 * i / 40.0, -8.0);
  for (int i = 1; i <= 60; ++i) profile.emplace_back(5.0, -8.0 + 12.0 * i / 60.0);
  profile.emplace_back(0.0, 4.0);
  HullPressure cylinder(std::make_shared<const HullMesh>(revolved_mesh(profile, 360)),
                        Vector3::Zero(), water(kDeep));
  const double k = wavenumber(kTwoPi / 8.0, kDeep, kGravity);
  const Eigen::Matrix<Complex, 6, 1> X = cylinder.linear_froude_krylov({}, k, 0.7);
  CHECK(std::abs(X[2]) == Approx(471670.80).epsilon(1e-4));
  CHECK(std::hypot(std::abs(X[0]), std::abs(X[1])) == Approx(308348.94).epsilon(1e-4));
}

TEST_CASE("wave pressure: the series meet the sum over components at every vertex",
          "[wetted_mesh][conservation]") {
  const HullMesh mesh = box_mesh({-30, -8, -5}, {32, 8, 4}, 2.0);
  const double depth = GENERATE(20.0, std::numeric_limits<double>::infinity());
  HullPressure hull(std::make_shared<const HullMesh>(mesh), Vector3::Zero(), water(depth));
  DiscretisationOptions options;
  options.component_count = 60;
  const std::vector<double> directions =
      GENERATE(std::vector<double>{0.4}, std::vector<double>{-0.5, 0.1, 2.0});
  const Sea sea(irregular_waves(JonswapSpectrum(3.0, 8.0, 3.3), directions, options), depth,
                kGravity, 50.0);
  const HullPose pose{{140.0, -30.0, 0.4},
                      Matrix3(Eigen::AngleAxisd(0.1, Vector3(0.3, 0.4, 0.2).normalized()))};
  const Vector6 quick = in_sea(hull, sea, 31.0, pose, WaveStretching::kWheeler);
  const Vector6 direct = directly(mesh, sea, 31.0, pose);
  CHECK((quick - direct).head<3>().norm() < 1e-6 * direct.head<3>().norm());
  CHECK((quick - direct).tail<3>().norm() < 1e-6 * 30.0 * direct.head<3>().norm());
}

TEST_CASE("wave pressure: a long wave lifts the water about the hull as a whole",
          "[wetted_mesh][analytic]") {
  HullPressure ball(std::make_shared<const HullMesh>(ball_mesh(3.0, 12, 16)), Vector3::Zero(),
                    water(kDeep));
  const Sea sea({regular_wave(0.8, 4000.0, 0.0, 0.0)}, kDeep, kGravity, 0.0);
  const Vector6 lifted =
      in_sea(ball, sea, 0.0, {{0, 0, 0.5}, Matrix3::Identity()}, WaveStretching::kWheeler);
  const Vector6 lowered = ball.in_still_water({{0, 0, -0.3}, Matrix3::Identity()});
  CHECK((lifted - lowered).norm() < 1e-5 * lowered.norm());
}

TEST_CASE("wave pressure: a steep wave lifts a slim column by the pressure at its foot",
          "[wetted_mesh][analytic]") {
  const SteepWaveOptions options{WaveTheory::kStreamFunction, 8.0, 10.0};
  const auto wave = std::make_shared<const SteepWave>(options, 20.0, kGravity);
  const Sea sea(wave, 0.0, 0.0, {20.0, kGravity, {}}, 0.0);
  HullPressure column(std::make_shared<const HullMesh>(box_mesh({-.1, -.1, -5}, {.1, .1, 8}, .1)),
                      Vector3::Zero(), water(20.0));
  const WaveStretching stretching = GENERATE(WaveStretching::kLinear, WaveStretching::kWheeler);
  for (const double time : {0.0, 5.0}) {  // a crest of 5.1 m, a trough of 2.9 m
    const SteepWave::Phase at{time == 0.0 ? 1.0 : -1.0, 0.0};
    const double pressure = kSeaWater * (wave->motion(at, -5.0).pressure + 5.0 * kGravity);
    const Vector6 wrench = in_sea(column, sea, time, {}, stretching);
    // Over .2 m the pressure differs by (k .1)^2/2, 1e-5, from that in the middle.
    CHECK(wrench[2] == Approx(.04 * pressure).epsilon(3e-5));
    CHECK(std::abs(wrench[0]) < 1e-9 * wrench[2]);
  }
}

TEST_CASE("wave pressure: the series of bound waves are their sums at each point",
          "[wetted_mesh][analytic]") {
  const double depth = GENERATE(25.0, kDeep), direction = .7, time = 31.0;
  std::vector<WaveComponent> components;
  for (int i = 0; i < 12; ++i) {
    components.push_back({.5 + .08 * i, .8 - .05 * i, 1.3 * i * i, direction});
  }
  VarianceHistory history{0, {0.0, 40.0}, MatrixXd(12, 2)};
  for (Eigen::Index i = 0; i < 12; ++i) {
    const double variance = .5 * components[static_cast<std::size_t>(i)].amplitude *
                            components[static_cast<std::size_t>(i)].amplitude;
    history.variances.row(i) << .3 * variance, variance;
    components[static_cast<std::size_t>(i)].amplitude = amplitude_of(variance);
  }
  Sea sea(components, {depth, kGravity, {}}, 50.0, {history});
  sea.bind_waves({2.0, .4});
  const double radius = 30.0;
  const Vector2 center(200.0, -70.0);
  HullWaves waves(sea, radius);
  waves.follow(time, center);
  waves.reach(12.0);
  VertexValues x(1), y(1), z(1), elevation(1, LaneArray{}), head = elevation;
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    const auto i = static_cast<double>(lane);
    x[0][lane] = 20.0 * std::cos(i);
    y[0][lane] = 20.0 * std::sin(2.0 * i);
    z[0][lane] = -1.5 * i;
  }
  waves.add_elevation(x, y, elevation);
  waves.add_pressure_head(x, y, z, head);
  const WaveKinematics points(sea);
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    const Vector2 at = center + Vector2(x[0][lane], y[0][lane]);
    const WaterHeight height{z[0][lane]};
    WaterMotion motion;
    points.add_motions(points.phasors(time), {at, Vector2::Zero()}, {&height, 1}, {&motion, 1});
    // Of what the shortest wave has, some cm, a series leaves 1e-5.
    CHECK(elevation[0][lane] == Approx(sea.elevation(time, at)).epsilon(0.0).margin(1e-6));
    CHECK(head[0][lane] == Approx(motion.pressure / kGravity).epsilon(0.0).margin(1e-5));
  }
}

TEST_CASE(
    "wave pressure: in a sea of second order of several directions it pushes as its gradient does",
    "[wetted_mesh][analytic]") {
  Sea sea({{.6, 2, .3, 0.0}, {.8, 1.5, -.8, 1.0}}, 30.0, kGravity, 0.0);
  const Sea linear = sea;
  sea.bind_waves({});
  HullPressure cube(std::make_shared<const HullMesh>(box_mesh({-.1, -.1, -.1}, {.1, .1, .1}, .05)),
                    Vector3::Zero(), water(30.0));
  const HullPose pose{{4.0, 7.0, -3.0}, Matrix3::Identity()};
  const double time = 2.7, volume = .008, d = 1e-3;
  const WaveKinematics waves(sea), free(linear);
  const auto second = [&](double x) {
    const WaterHeight height{-3.0};
    WaterMotion both, first;
    const PointRow row{{x, 7.0}, Vector2::Zero()};
    waves.add_motions(waves.phasors(time), row, {&height, 1}, {&both, 1});
    free.add_motions(free.phasors(time), row, {&height, 1}, {&first, 1});
    return both.pressure - first.pressure;
  };
  const double gradient = (second(4.0 + d) - second(4.0 - d)) / (2 * d);
  const auto push = [&](const Sea& in) {
    HullWaves hull(in, 1.0);
    hull.follow(time, pose.center.head<2>());
    return cube.in_waves(pose, {&hull}, WaveStretching::kLinear)[0];
  };
  // The linear part alone is from series, to 1e-5; the cube is .2 m of waves of 90 m.
  CHECK(push(sea) - push(linear) == Approx(-kSeaWater * volume * gradient).epsilon(.02));
}
