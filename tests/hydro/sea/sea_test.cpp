#include "hydro/sea/sea.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup::hydro;
using raftup::Vector2;
using namespace raftup::testing;

TEST_CASE("sea: the elevation is the sum of its components", "[sea][analytic]") {
  const std::vector<WaveComponent> waves{{0.8, 1.2, 0.3, 0.5}, {1.9, 0.4, -2.0, -1.7}};
  const Sea sea(waves, 30.0, 9.81, 0.0);
  const double t = 321.5;
  const Vector2 at(12.0, -45.0);
  double expected = 0.0;
  for (int c = 0; c < 2; ++c) {
    const auto& wave = waves[static_cast<std::size_t>(c)];
    const double along = at.x() * std::cos(wave.direction) + at.y() * std::sin(wave.direction);
    expected +=
        wave.amplitude * std::cos(wave.omega * t - sea.wavenumbers()[c] * along + wave.phase);
  }
  // phases of 600 rad are rounded to 1e-13
  CHECK(sea.elevation(t, at) == Approx(expected).epsilon(0.0).margin(1e-12));
}

TEST_CASE("sea: a wavelength further along the same wave passes", "[sea][analytic]") {
  const Sea sea({regular_wave(1.0, 7.0, 0.6, 0.2)}, kDeep, 9.81, 0.0);
  const double wavelength = 2.0 * kPi / sea.wavenumbers()[0];
  const Vector2 along(std::cos(0.6), std::sin(0.6)), across(-along.y(), along.x());
  CHECK(sea.elevation(3.0, wavelength * along + 17.0 * across) ==
        Approx(sea.elevation(3.0, {0.0, 0.0})).epsilon(0.0).margin(1e-13));
}

TEST_CASE("sea: the ramp rises from still water to the whole sea", "[sea][analytic]") {
  const Sea sea({regular_wave(2.0, 5.0, 0.0, 0.0)}, kDeep, 9.81, 40.0);
  CHECK(sea.ramp(-1.0) == 0.0);
  CHECK(sea.ramp(10.0) == Approx(0.5 * (1.0 - std::cos(kPi / 4.0))).epsilon(1e-14));
  CHECK(sea.ramp(40.0) == 1.0);
  CHECK(sea.elevation(20.0, {0.0, 0.0}) == Approx(1.0).epsilon(1e-13));  // cos(8 pi) / 2
}

TEST_CASE("sea: a component that is none is refused by its place", "[sea]") {
  CHECK_THROWS_WITH(Sea({{1.0, 1.0, 0.0, 0.0}, {-1.0, 1.0, 0.0, 0.0}}, kDeep, 9.81, 0.0),
                    "components[1].omega must be positive, got -1");
  CHECK_THROWS_WITH(Sea({{1.0, -1.0, 0.0, 0.0}}, kDeep, 9.81, 0.0),
                    "components[0].amplitude must be >= 0, got -1");
  CHECK_THROWS_WITH(Sea({{1.0, 1e200, 0.0, 0.0}}, kDeep, 9.81, 0.0),
                    "components[0].amplitude must be at most 1000 m, got 1e+200");
  CHECK_THROWS_WITH(Sea({{1.0, 1.0, NAN, 0.0}}, kDeep, 9.81, 0.0),
                    "components[0].phase must be finite, got nan");
  CHECK_THROWS_WITH(Sea({}, 0.0, 9.81, 0.0), "water_depth must be positive, got 0");
  CHECK_THROWS_WITH(Sea({}, kDeep, 9.81, -1.0), "ramp_duration must be >= 0, got -1");
}

TEST_CASE("sea: without components the water is still", "[sea]") {
  CHECK(Sea({}, kDeep, 9.81, 0.0).elevation(5.0, {1.0, 2.0}) == 0.0);
}

TEST_CASE("sea: what breaks a rule has rule and value apart", "[sea]") {
  const Sea::Water against{100.0, 9.81, Current({}, {Vector2(-3.0, 0.0)})};
  try {
    Sea({{1.0, 0.1, 0.0, 0.0}, {2.5, 0.1, 0.0, 0.0}}, against, 0.0);
    FAIL("the current stops both waves");
  } catch (const raftup::BrokenRule& broken) {
    CHECK(broken.code() == raftup::ErrorCode::kInvalidArgument);
    CHECK(broken.rule() ==
          "components[0].omega must be low enough for the wave to go against the current");
    CHECK(broken.value() == "1");
    CHECK(broken.what() == broken.rule() + ", got " + broken.value());
  }
}
