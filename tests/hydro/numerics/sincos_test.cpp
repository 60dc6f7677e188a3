#include "hydro/numerics/elementary.hpp"

#include <cmath>

#include "hydro/numerics/lanes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

/// Largest error against glibc's long double functions over `samples` of [-range, range] rad.
double largest_error(double range, int samples) {
  double largest = 0.0;
  for (int i = 0; i <= samples; ++i) {
    const double x = range * (2.0 * i / samples - 1.0) + 1e-3 * std::sin(7.0 * i);
    const SineCosine value = sincos(x);
    const auto exact = static_cast<long double>(x);
    largest = std::max({largest, std::abs(static_cast<double>(value.sine - std::sin(exact))),
                        std::abs(static_cast<double>(value.cosine - std::cos(exact)))});
  }
  return largest;
}

}  // namespace

TEST_CASE("sincos: within rounding of the exact values", "[numerics][reference]") {
  // 2^-53 = 1.1e-16: the reduced angle (3.1 rad) carries 2.2e-16 + 3.5e-16, the doubling up to
  // 6e-16
  CHECK(largest_error(4.0, 200000) < 1.0e-15);
  CHECK(largest_error(1e4, 200000) < 1.0e-15);
  CHECK(largest_error(1e6, 200000) < 1.0e-15);
}

TEST_CASE("sincos of turns: quarter turns and whole turns are exact to round-off",
          "[numerics][analytic]") {
  for (int quarter = -9; quarter <= 9; ++quarter) {
    const SineCosine value = sincos_turns(0.25 * quarter + 1e6);
    CHECK(value.sine == Approx(std::sin(0.5 * std::acos(-1.0) * quarter)).margin(6e-16));
    CHECK(value.cosine == Approx(std::cos(0.5 * std::acos(-1.0) * quarter)).margin(6e-16));
  }
  CHECK(sincos_turns(0.0).sine == 0.0);
  CHECK(sincos_turns(0.0).cosine == 1.0);
}

TEST_CASE("sincos of turns: odd, even, and on the unit circle", "[numerics][conservation]") {
  for (double turns = 0.0; turns < 3.0; turns += 0.0137) {
    const SineCosine forward = sincos_turns(turns), backward = sincos_turns(-turns);
    CHECK(forward.sine == -backward.sine);
    CHECK(forward.cosine == backward.cosine);
    CHECK(forward.sine * forward.sine + forward.cosine * forward.cosine ==
          Approx(1.0).epsilon(2e-15));
  }
}

TEST_CASE("sincos of turns: lanes give the bits of single numbers", "[numerics][determinism]") {
  for (int i = 0; i < 1000; ++i) {
    LaneArray turns;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      turns[lane] = 0.731 * i - 0.1 * static_cast<double>(lane * lane);
    }
    Lanes sine, cosine;
    sincos_turns(turns.lanes(), sine, cosine);
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const SineCosine single = sincos_turns(turns[lane]);
      REQUIRE(sine[lane] == single.sine);
      REQUIRE(cosine[lane] == single.cosine);
    }
  }
}
