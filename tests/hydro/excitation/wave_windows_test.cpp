/// @file A few waves in the place of many components, within windows of time and place.
#include "hydro/excitation/wave_windows.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

std::vector<WaveComponent> crests(double direction, std::uint64_t seed, int count = 250) {
  DiscretisationOptions options;
  options.component_count = count;
  options.seed = seed;
  options.omega_max = 2.0;
  return irregular_waves(JonswapSpectrum(4.0, 9.0, 3.3), {direction}, options);
}

/// Waves and swell on a current.
Sea crossing(double depth) {
  std::vector<WaveComponent> waves = crests(0.3, 1), swell = crests(-1.9, 2);
  waves.insert(waves.end(), swell.begin(), swell.end());
  return {waves, {depth, 9.81, Current({}, {Vector2(0.7, -0.4)})}, 0.0};
}

/// Numbers of all sizes, of no pattern.
double scattered(std::size_t i) { return std::sin(12.9898 * static_cast<double>(i)) * 43.7585; }

/// One number per component and dof.
std::vector<WaveWindows::Series> amplitudes(const Sea& sea) {
  std::vector<WaveWindows::Series> all(kDofs, WaveWindows::Series(sea.phases().size()));
  std::size_t i = 0;
  for (WaveWindows::Series& series : all) {
    for (std::size_t c = 0; c < sea.components().size(); ++c) {
      series[c / kLaneCount].real[c % kLaneCount] = scattered(i++);
      series[c / kLaneCount].imaginary[c % kLaneCount] = scattered(i++);
    }
  }
  return all;
}

PathForces sums(const WavePhases& phases, const UniformPath& path,
                const std::vector<WaveWindows::Series>& of) {
  std::vector<PathPhasors> phasors;
  compute_phasors(phases, path, phasors);
  ForceCoefficients coefficients;
  coefficients.constant = true;
  for (std::size_t i = 0; i < kDofs; ++i) {
    for (const ComplexLanes& block : of[i]) coefficients[i].push_back({block, {}, {}});
  }
  return sum_components(phases, phasors, coefficients, {});
}

/// All forces along a motion and their gradients beside one another.
VectorXd flat(const StepExcitation& instants) {
  VectorXd all(0);
  for (const LinearExcitation& instant : instants) {
    const Eigen::Index n = all.size();
    all.conservativeResize(n + 4 * instant.force.size());
    all.segment(n, instant.force.size()) = instant.force;
    all.tail(3 * instant.force.size()) = instant.gradient.reshaped();
  }
  return all;
}

/// Ships that surge, sway and yaw through several windows and cells.
UniformMotion motion_of(const std::vector<HorizontalPose>& rest, int step) {
  constexpr double kHalf = 0.05;
  const double time = 0.1 * step + kHalf;
  UniformMotion motion{time, kHalf, rest, rest};
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    const auto [sine, cosine] = sincos(0.5 * time + static_cast<double>(i));
    motion.poses[i] = {rest[i].x + 9.0 * sine, rest[i].y + sign * 0.8 * time,
                       rest[i].heading + sign * 0.03 * sine};
    motion.changes[i] = {4.5 * cosine * kHalf, sign * 0.8 * kHalf, sign * 0.015 * cosine * kHalf};
  }
  return motion;
}

}  // namespace

TEST_CASE("wave windows: sums over the nodes are those over all components",
          "[excitation][analytic]") {
  const double depth = GENERATE(25.0, kDeep);
  const Sea sea = crossing(depth);
  const auto windows = WaveWindows::of(sea);
  REQUIRE(windows);
  CHECK(2 * windows->nodes().components().size() <= sea.components().size());
  const auto of_sea = amplitudes(sea);
  double size = 0.0;  // of a sum of which nothing cancels
  for (const ComplexLanes& block : of_sea[0]) {
    for (const double value : block.real) size += std::abs(value);
  }
  // the first in the corner of a window, moving out of it; some long ago, some far away
  std::vector<UniformPath> paths{{0.0, 0.0, 0.0, 1.0, -2.0, 1.5}};
  for (std::size_t i = 1; i < 40; ++i) {
    paths.push_back({10.0 * scattered(i), 20.0 * scattered(100 + i), 20.0 * scattered(200 + i), 0.1,
                     0.01 * scattered(300 + i), 0.01 * scattered(400 + i)});
  }
  for (const UniformPath& path : paths) {
    const auto window = windows->window_of(path);
    REQUIRE(window);
    const PathForces expected = sums(sea.phases(), path, of_sea);
    const PathForces found = sums(windows->nodes().phases(), windows->from_center(path, *window),
                                  windows->gather(of_sea, windows->phasors(*window)));
    for (std::size_t n = 0; n < expected.size(); ++n) {
      CHECK((found[n].force - expected[n].force).norm() < 1e-12 * size);
      CHECK((found[n].per_x - expected[n].per_x).norm() < 1e-12 * size);
      CHECK((found[n].per_y - expected[n].per_y).norm() < 1e-12 * size);
    }
  }
}

TEST_CASE("wave windows: none of many directions, of a few components or as amplitudes change",
          "[excitation]") {
  std::vector<WaveComponent> fan = crests(0.0, 1);
  for (std::size_t i = 0; i < fan.size(); ++i) fan[i].direction = 0.01 * static_cast<double>(i);
  CHECK_FALSE(WaveWindows::of({fan, 60.0, 9.81, 0.0}));
  CHECK_FALSE(WaveWindows::of({crests(0.0, 1, 40), 60.0, 9.81, 0.0}));
  CHECK_FALSE(WaveWindows::of({{}, 60.0, 9.81, 0.0}));
  std::vector<WaveComponent> waves = crests(0.0, 1);
  const VarianceHistory history{0, {0.0}, MatrixXd::Zero(static_cast<long>(waves.size()), 1)};
  for (WaveComponent& wave : waves) wave.amplitude = 0.0;
  CHECK_FALSE(WaveWindows::of({waves, {60.0, 9.81, {}}, 0.0, {history}}));
}

TEST_CASE("wave windows: a path that leaves its window or lasts no time is in none",
          "[excitation]") {
  const auto windows = WaveWindows::of(crossing(kDeep));
  REQUIRE(windows);
  CHECK(windows->window_of({3.0, 1.0, 2.0, 0.5, 1.0, 1.0}));
  CHECK_FALSE(windows->window_of({3.0, 1.0, 2.0, 0.0, 0.0, 0.0}));
  CHECK_FALSE(windows->window_of({3.0, 1.0, 2.0, 50.0, 1.0, 1.0}));
  CHECK_FALSE(windows->window_of({3.0, 1.0, 2.0, 0.5, 60.0, 1.0}));
  CHECK_FALSE(windows->window_of({3.0, 1e300, 2.0, 0.5, 1.0, 1.0}));
  CHECK_FALSE(windows->window_of({3.0, NAN, 2.0, 0.5, NAN, 1.0}));
  CHECK(windows->window_of({-1e-9, 0.0, 0.0, 0.5, 1.0, 1.0})->time == -1);
}

TEST_CASE("excitation: in windows it is that of all components, whatever was asked before",
          "[excitation][analytic]") {
  const Database database = alongside();
  const Sea sea(crests(0.8, 3), database.water_depth, database.gravity, 20.0);
  const auto rest = filed_poses(database);
  Excitation found(database, sea, rest, {}), expected(database, sea, rest, {true, false});
  Excitation fresh(database, sea, rest, {});
  StepExcitation a, b;
  for (int step = 0; step < 600; step += 7) {
    found.linearize(motion_of(rest, step), a);
    expected.linearize(motion_of(rest, step), b);
    REQUIRE(difference(flat(a), flat(b)) < 1e-11);
  }
  for (const int step : {300, 77}) {
    found.linearize(motion_of(rest, step), a);
    fresh.linearize(motion_of(rest, step), b);
    CHECK(flat(a) == flat(b));
  }
}
