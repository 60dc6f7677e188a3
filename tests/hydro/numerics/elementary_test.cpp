#include "hydro/numerics/elementary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "hydro/numerics/elementary_lanes.hpp"
#include "hydro/numerics/hypotenuse.hpp"
#include "hydro/numerics/lane_logarithm.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {
/// Some units in the last place.
Approx near(long double exact) {
  return Approx(static_cast<double>(exact)).epsilon(1e-15).margin(0);
}
}  // namespace

TEST_CASE("elementary functions: agree with glibc's long double ones", "[numerics][reference]") {
  for (double x = -700.0; x < 700.0; x += 1.37)
    CHECK(exponential(x) == near(std::exp(static_cast<long double>(x))));
  for (double x = -3.0; x < 3.0; x += 0.0173) {
    CHECK(exponential_minus_one(x) == near(std::expm1(static_cast<long double>(x))));
    CHECK(logarithm_of_one_plus(0.3 * x) == near(std::log1p(static_cast<long double>(0.3 * x))));
    CHECK(hyperbolic_tangent(x) == near(std::tanh(static_cast<long double>(x))));
    CHECK(logarithm(std::exp(50.0 * x)) ==
          near(std::log(static_cast<long double>(std::exp(50.0 * x)))));
    CHECK(arctangent(std::sin(x), std::cos(x)) ==
          near(std::atan2(static_cast<long double>(std::sin(x)),
                          static_cast<long double>(std::cos(x)))));
  }
}

TEST_CASE("hypotenuse: within one unit in the last place, exact where it can be", "[numerics]") {
  for (double angle = 0.0; angle < 6.3; angle += 0.0173) {
    const double x = 7.3 * std::cos(angle), y = 7.3 * std::sin(angle);
    const long double exact =
        std::sqrt(static_cast<long double>(x) * x + static_cast<long double>(y) * y);
    const double unit =
        std::nextafter(static_cast<double>(exact), 100.0) - static_cast<double>(exact);
    CHECK(std::abs(static_cast<long double>(hypotenuse(x, y)) - exact) < unit);
    CHECK(hypotenuse(y, -x) == hypotenuse(x, y));
  }
  CHECK(hypotenuse(3e20, -4e20) == 5e20);
  CHECK(hypotenuse(0.0, 0.0) == 0.0);
  CHECK(hypotenuse(1e-200, 3.0) == 3.0);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(hypotenuse(2.0, -kInfinity) == kInfinity);
  CHECK(std::isnan(hypotenuse(std::nan(""), 1.0)));
}

TEST_CASE("elementary functions: complex exponentials and powers agree with glibc's",
          "[numerics][reference]") {
  for (double x = -20.0; x < 20.0; x += 0.37) {
    const std::complex<double> z(0.3 * x, 2.0 * x), exact = std::exp(z);
    CHECK(std::abs(exponential(z) - exact) < 2e-15 * std::abs(exact));
    // the rounding of the logarithm, times the exponent
    CHECK(power(3.7, x) == Approx(std::pow(3.7, x)).epsilon(1e-14).margin(0));
  }
}

TEST_CASE("elementary functions: limits and signs", "[numerics]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-infinity) == 0.0);
  CHECK(exponential(-1000.0) == 0.0);
  CHECK(exponential(1000.0) == infinity);
  CHECK(std::isnan(exponential(NAN)));
  CHECK(logarithm(1.0) == 0.0);
  CHECK(hyperbolic_tangent(40.0) == 1.0);
  CHECK(hyperbolic_tangent(-1e-9) == -1e-9);
  CHECK(arctangent(0.0, 0.0) == 0.0);
  CHECK(arctangent(0.0, -1.0) == Approx(std::acos(-1.0)).epsilon(1e-16));
  CHECK(arctangent(-2.0, 0.0) == Approx(-0.5 * std::acos(-1.0)).epsilon(1e-16));
}

TEST_CASE("incomplete gamma: equals the closed forms of whole and half parameters",
          "[numerics][analytic]") {
  for (const double x : {1e-6, 0.1, 0.9, 1.4, 2.6, 7.0, 30.0}) {
    const double e = std::exp(-x);
    CHECK(upper_gamma_ratio(1.0, x) == Approx(e).epsilon(1e-14));
    CHECK(upper_gamma_ratio(2.0, x) == Approx((1.0 + x) * e).epsilon(1e-13));
    CHECK(upper_gamma_ratio(3.0, x) == Approx((1.0 + x + 0.5 * x * x) * e).epsilon(1e-13));
    CHECK(upper_gamma_ratio(0.5, x) == Approx(std::erfc(std::sqrt(x))).epsilon(1e-12));
  }
}

TEST_CASE("incomplete gamma: the series and the continued fraction meet", "[numerics]") {
  for (const double a : {0.25, 0.75, 1.54, 8.0, 50.0}) {
    const double below = upper_gamma_ratio(a, (a + 1.0) * (1.0 - 1e-15));
    CHECK(upper_gamma_ratio(a, (a + 1.0) * (1.0 + 1e-15)) == Approx(below).epsilon(1e-12));
    CHECK(upper_gamma_ratio(a, 0.0) == 1.0);
    CHECK(upper_gamma_ratio(a, std::numeric_limits<double>::infinity()) == 0.0);
    CHECK(logarithm_of_gamma(a) == Approx(std::lgamma(a)).epsilon(0.0).margin(1e-13));
  }
}

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
    CHECK(value.sine ==
          Approx(std::sin(0.5 * std::acos(-1.0) * quarter)).epsilon(0.0).margin(6e-16));
    CHECK(value.cosine ==
          Approx(std::cos(0.5 * std::acos(-1.0) * quarter)).epsilon(0.0).margin(6e-16));
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

TEST_CASE("elementary functions in lanes: the bits of single numbers", "[numerics][determinism]") {
  using Two = SomeLanes<2>::Type;
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const auto check = [&](double x, double other) {
    Two exponentials, less_one;
    exponential_in_lanes(Two{x, other}, exponentials);
    exponential_minus_one_in_lanes(Two{other, x}, less_one);
    CHECK(bits(exponentials[0]) == bits(exponential(x)));
    CHECK(bits(exponentials[1]) == bits(exponential(other)));
    CHECK(bits(less_one[1]) == bits(exponential_minus_one(x)));
  };
  for (double x = -760.0; x < 720.0; x += 0.937) check(x, -0.01 * x);  // subnormal and infinite too
  check(NAN, 1.0);
  for (double x = 1e-300; x < 1e300; x *= 7.3) {
    Two logarithms;
    logarithm_in_lanes(Two{x, 1.0 + 1e-3 * std::sin(x)}, logarithms);
    CHECK(logarithms[0] == logarithm(x));
    CHECK(logarithms[1] == logarithm(1.0 + 1e-3 * std::sin(x)));
  }
}

TEST_CASE("quadrature in lanes: the bits of one point after another", "[numerics][determinism]") {
  const auto witch = [](const auto& x, auto& value) { value = 1.0 / (1.0 + x * x); };
  const auto single = [&](double x) {
    double value = 0.0;
    witch(x, value);
    return value;
  };
  const double found = integrate_in_lanes(witch, -0.3, 1.0);
  CHECK(found == integrate(single, -0.3, 1.0));
  CHECK(found == Approx(std::atan(1.0) + std::atan(0.3)).epsilon(1e-9));
}

TEST_CASE("all finite: one bad number is found wherever it stands", "[numerics]") {
  using Limits = std::numeric_limits<double>;
  for (const std::size_t count : {1U, 8U, 13U, 1000U}) {
    std::vector<double> values(count, Limits::max());
    values.front() = -Limits::denorm_min();
    CHECK(all_finite(values));
    CHECK(first_not_finite(values) == count);
    for (const double bad :
         {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::signaling_NaN()}) {
      for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
        std::vector<double> spoilt = values;
        spoilt[place] = bad;
        CHECK_FALSE(all_finite(spoilt));
        CHECK(first_not_finite(spoilt) == place);
      }
    }
  }
  CHECK(all_finite({}));
}

TEST_CASE("logarithm in lanes: that of the library to rounding", "[numerics]") {
  Lanes given, result;
  for (const double x : {-0.99, -0.5, -0.2500001, -0.25, -1e-9, 0.0, 1e-300, 3e-17, 0.2499, 0.25,
                         0.41421356, 0.41421357, 1.0, 6.5, 1e10, 1e300}) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) given[lane] = x;
    logarithm_of_one_plus_lanes(given, result);
    CHECK(result[5] == Approx(std::log1p(x)).epsilon(1e-15));
  }
}
