#include "hydro/numerics/elementary.hpp"

#include <cmath>
#include <limits>

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
    CHECK(hyperbolic_tangent(x) == near(std::tanh(static_cast<long double>(x))));
    CHECK(logarithm(std::exp(50.0 * x)) ==
          near(std::log(static_cast<long double>(std::exp(50.0 * x)))));
    CHECK(arctangent(std::sin(x), std::cos(x)) ==
          near(std::atan2(static_cast<long double>(std::sin(x)),
                          static_cast<long double>(std::cos(x)))));
  }
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
