/// @file Waves in equal steps of the wave number: the same water at scattered points.
#include "hydro/sea/even_waves.hpp"

#include "hydro/sea/wave_kinematics.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

Sea two_seas(double depth) {
  std::vector<WaveComponent> waves;
  for (const double direction : {0.3, -1.9}) {
    DiscretisationOptions options;
    options.component_count = 200;
    options.seed = static_cast<std::uint64_t>(10.0 + direction);
    for (const WaveComponent& wave :
         irregular_waves(JonswapSpectrum(4.0, 9.0, 3.3), {direction}, options)) {
      waves.push_back(wave);
    }
  }
  return {waves, {depth, 9.81, Current({}, {Vector2(0.7, -0.4)})}, 100.0};
}

/// Points in a region, the first and the last at its edge.
std::vector<Vector3> scattered(double radius, double depth) {
  std::vector<Vector3> points{{radius, 0.0, 0.0}};
  for (int i = 1; i < 40; ++i) {
    const double share = 0.025 * i, angle = 2.4 * i;
    points.emplace_back(share * radius * std::cos(angle), share * radius * std::sin(angle),
                        0.5 - depth * share);
  }
  points.emplace_back(0.0, -radius, -depth);
  return points;
}

}  // namespace

TEST_CASE("even waves: at scattered points the water is that of all components", "[sea]") {
  const double depth = GENERATE(9.0, 35.0, 150.0, kDeep);
  const double radius = GENERATE(0.5, 60.0);
  const double lowest = std::min(radius, depth);
  const Sea sea = two_seas(depth);
  const WaveKinematics all(sea);
  const WavePhasors components = all.phasors(431.0);
  EvenWaves even(sea, {radius, lowest});
  even.gather(components, components);
  const std::vector<Vector3> places = scattered(radius, lowest);
  ScatteredPoints points;
  points.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    points.x[i / kLaneCount][i % kLaneCount] = places[i].x();
    points.y[i / kLaneCount][i % kLaneCount] = places[i].y();
    points.z[i / kLaneCount][i % kLaneCount] = places[i].z();
  }
  std::vector<LaneArray> elevations(points.blocks(), LaneArray{});
  std::array<std::vector<LaneArray>, 3> velocities{elevations, elevations, elevations};
  even.add_elevations(points, elevations);
  even.add_velocities(points, velocities);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const PointRow row{places[i].head<2>(), Vector2::Zero()};
    const WaterHeight height{places[i].z()};
    double elevation = 0.0;
    WaterMotion motion;
    all.add_elevations(components, row, {&elevation, 1});
    all.add_motions(components, row, {&height, 1}, {&motion, 1});
    const auto at = [&](const std::vector<LaneArray>& of) {
      return of[i / kLaneCount][i % kLaneCount];
    };
    // The amplitudes of the 400 components sum to some 40 m.
    CHECK(at(elevations) == Approx(elevation).epsilon(0.0).margin(2e-12));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(at(velocities[axis]) ==
            Approx(motion.velocity[static_cast<Eigen::Index>(axis)]).epsilon(0.0).margin(4e-12));
    }
  }
}

TEST_CASE("even waves: a sea without components is still", "[sea]") {
  EvenWaves even({{}, 60.0, 9.81, 0.0}, {30.0, 30.0});
  even.gather({}, {});
  ScatteredPoints points;
  points.resize(3);
  std::vector<LaneArray> elevations(points.blocks(), LaneArray{});
  even.add_elevations(points, elevations);
  CHECK(points.blocks() == 1);
  CHECK(elevations[0][2] == 0.0);
}
