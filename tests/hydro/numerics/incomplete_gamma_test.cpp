#include "hydro/numerics/elementary.hpp"

#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace raftup;

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
    CHECK(logarithm_of_gamma(a) == Approx(std::lgamma(a)).margin(1e-13));
  }
}
