#include "hydro/numerics/cubic_spline.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("cubic spline: a cubic comes back with its derivatives, at uneven points",
          "[numerics][analytic]") {
  const auto cubic = [](double x) { return 2.0 - x + 3.0 * x * x - 0.5 * x * x * x; };
  std::vector<double> x{-1.0, -0.3, 0.1, 1.4, 2.0, 3.1}, y;
  for (const double at : x) y.push_back(cubic(at));
  const CubicSpline spline(x, y);
  for (const double at : {-1.0, -0.7, 0.0, 1.0, 2.9, 3.1}) {
    CHECK(spline.at(at).value == Approx(cubic(at)).epsilon(0.0).margin(1e-12));
    CHECK(spline.at(at).rate == Approx(-1.0 + 6.0 * at - 1.5 * at * at).epsilon(0.0).margin(1e-12));
    CHECK(spline.at(at).second == Approx(6.0 - 3.0 * at).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("cubic spline: a sine by its not-a-knot ends", "[numerics][reference]") {
  std::vector<double> x, y;
  for (int i = 0; i <= 10; ++i) {
    x.push_back(i);
    y.push_back(std::sin(0.6 * i));
  }
  const CubicSpline spline(x, y);
  constexpr double kDigit = 1e-9;  // the last of the independent computation
  CHECK(spline.at(2.5).value == Approx(.997276897).epsilon(0.0).margin(kDigit));
  CHECK(spline.at(9.7).value == Approx(-.449575424).epsilon(0.0).margin(kDigit));
  CHECK(spline.at(2.5).rate == Approx(.042282406).epsilon(0.0).margin(kDigit));
  CHECK(spline.at(9.7).rate == Approx(.539190250).epsilon(0.0).margin(kDigit));
}

TEST_CASE("cubic spline: a parabola through three points, a line through two", "[numerics]") {
  const CubicSpline parabola({0.0, 1.0, 3.0}, {1.0, 2.0, 10.0});
  CHECK(parabola.at(2.0).value == Approx(5.0));
  CHECK(parabola.at(3.0).rate == Approx(6.0));
  CHECK(CubicSpline({0.0, 2.0}, {1.0, 5.0}).at(0.5).value == 2.0);
  CHECK_THROWS_WITH(CubicSpline({0.0, 0.0}, {1.0, 5.0}),
                    "places of a spline must ascend strictly, got 0 after 0");
}
