/// @file A few waves in the place of many components: the same water near a place.
#include "hydro/sea/gathered_waves.hpp"

#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

std::vector<WaveComponent> long_crested(double direction, std::uint64_t seed) {
  DiscretisationOptions options;
  options.component_count = 200;
  options.seed = seed;
  return irregular_waves(JonswapSpectrum(4.0, 9.0, 3.3), {direction}, options);
}

Sea two_directions(double depth) {
  std::vector<WaveComponent> waves = long_crested(0.3, 1), swell = long_crested(-1.9, 2);
  waves.insert(waves.end(), swell.begin(), swell.end());
  return {waves, {depth, 9.81, Current({}, {Vector2(0.7, -0.4)})}, 100.0};
}

}  // namespace

TEST_CASE("gathered waves: near their place the water is that of all components", "[sea]") {
  const double depth = GENERATE(35.0, 150.0, kDeep);
  const Sea sea = two_directions(depth);
  const WaveKinematics all(sea);
  const auto gathered = GatheredWaves::of(sea, {30.0, 30.0});
  REQUIRE(gathered);
  CHECK(2 * gathered->wave_count() <= sea.components().size());
  const Vector2 place(70.0, -1200.0);
  const WavePhasors components = all.phasors(431.0);
  GatheredWaves::Phasors phasors;
  gathered->gather(components, place, {}, phasors);
  // Some 25 m across the place, from 1 m above still water to 28 m below, the last far beyond.
  const PointRow row{place + Vector2(-18.0, 17.0), {1.8, -1.7}};
  constexpr std::size_t kCount = 20;
  std::vector<WaterHeight> heights;
  for (std::size_t i = 0; i < kCount; ++i) {
    heights.push_back({1.0 - 1.5 * static_cast<double>(i), i == 4 ? 2.0 : 0.0});
  }
  std::vector<WaterMotion> expected(kCount), motions(kCount);
  std::vector<double> expected_elevations(kCount, 0.0), elevations(kCount, 0.0);
  all.add_motions(components, row, heights, expected);
  all.add_elevations(components, row, expected_elevations);
  gathered->add_motions(phasors, row, heights, motions);
  gathered->add_elevations(phasors, row, elevations);
  for (std::size_t i = 0; i < kCount; ++i) {
    CHECK((motions[i].velocity - expected[i].velocity).norm() < 1e-12);
    CHECK((motions[i].acceleration - expected[i].acceleration).norm() < 1e-12);
    CHECK(motions[i].pressure == Approx(expected[i].pressure).epsilon(0.0).margin(1e-11));
    CHECK(elevations[i] == Approx(expected_elevations[i]).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("gathered waves: what is not wanted is left out", "[sea]") {
  const Sea sea = two_directions(kDeep);
  const auto gathered = GatheredWaves::of(sea, {30.0, 30.0});
  REQUIRE(gathered);
  GatheredWaves::Phasors phasors;
  gathered->gather(WaveKinematics(sea).phasors(431.0), {5.0, 6.0}, {false, false}, phasors);
  const WaterHeight height{-3.0};
  WaterMotion motion;
  gathered->add_motions(phasors, {{5.0, 6.0}, {}}, {&height, 1}, {&motion, 1});
  CHECK(motion.velocity.norm() > 0.1);
  CHECK(motion.acceleration.isZero(0.0));
  CHECK(motion.pressure == 0.0);
}

TEST_CASE("gathered waves: none of many directions, of a few components or over a wide place",
          "[sea]") {
  DiscretisationOptions options;
  options.component_count = 10;
  const Sea few(irregular_waves(JonswapSpectrum(4.0, 9.0, 3.3), {0.3}, options), 60.0, 9.81, 0.0);
  CHECK_FALSE(GatheredWaves::of(few, {30.0, 30.0}));
  std::vector<WaveComponent> fan = long_crested(0.0, 1);
  for (std::size_t i = 0; i < fan.size(); ++i) fan[i].direction = 0.01 * static_cast<double>(i);
  CHECK_FALSE(GatheredWaves::of({fan, 60.0, 9.81, 0.0}, {30.0, 30.0}));
  CHECK_FALSE(GatheredWaves::of({long_crested(0.3, 1), 60.0, 9.81, 0.0}, {3000.0, 30.0}));
  CHECK_FALSE(GatheredWaves::of({{}, 60.0, 9.81, 0.0}, {30.0, 30.0}));
}
