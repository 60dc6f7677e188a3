#include "hydro/estimates/ellipsoid.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

TEST_CASE("ellipsoid: added mass of three axes (U16)", "[hydro][estimates][analytic]") {
  const Matrix6 A = ellipsoid_added_mass({3.0, 1.5, 1.0}, 1000.0);
  constexpr double kVolume = 18.849555922;
  Vector6 expected;
  // The numbers of the case have nine decimals.
  expected << 0.158078126 * kVolume, 0.509585274 * kVolume, 1.109407351 * kVolume, 1.739664785,
      22.885445165, 7.695268000;
  CHECK((A.diagonal() - 1000.0 * expected).cwiseQuotient(1000.0 * expected).norm() < 1e-8);
  CHECK(A.isDiagonal(0.0));
}

TEST_CASE("ellipsoid: a sphere, a spheroid and a thin disc in closed form",
          "[hydro][estimates][analytic]") {
  const Matrix6 sphere = ellipsoid_added_mass(Vector3::Constant(2.0), 1025.0);
  const double half = 0.5 * 1025.0 * 4.0 / 3.0 * kPi * 8.0;
  CHECK((sphere.diagonal().head<3>() - Vector3::Constant(half)).norm() < 1e-13 * half);
  CHECK(sphere.diagonal().tail<3>().norm() == 0.0);
  // Prolate spheroid, eccentricity e: Lamb, article 114.
  for (const double ratio : {1.01, 3.0, 30.0, 300.0}) {
    const double e = std::sqrt(1.0 - 1.0 / (ratio * ratio));
    const double log = std::log((1.0 + e) / (1.0 - e));
    const double alpha = 2.0 * (1.0 - e * e) / (e * e * e) * (0.5 * log - e);
    const double beta = 1.0 / (e * e) - (1.0 - e * e) / (2.0 * e * e * e) * log;
    const Matrix6 A = ellipsoid_added_mass({ratio, 1.0, 1.0}, 1.0);
    const double volume = 4.0 / 3.0 * kPi * ratio;
    CHECK(A(0, 0) == Approx(volume * alpha / (2.0 - alpha)).epsilon(1e-9));
    CHECK(A(1, 1) == Approx(volume * beta / (2.0 - beta)).epsilon(1e-9));
    CHECK(A(2, 2) == Approx(A(1, 1)).epsilon(1e-14));
    CHECK(A(3, 3) == 0.0);
  }
  const Matrix6 disc = ellipsoid_added_mass({1.0, 1.0, 1e-4}, 1.0);
  CHECK(disc(2, 2) == Approx(8.0 / 3.0).epsilon(1e-3));    // of a disc, 8/3 r^3
  CHECK(disc(3, 3) == Approx(16.0 / 45.0).epsilon(1e-3));  // 16/45 r^5
}

TEST_CASE("ellipsoid: semi-axes must be positive", "[hydro][estimates]") {
  CHECK_THROWS_WITH(ellipsoid_added_mass({1.0, 0.0, 1.0}, 1.0),
                    "semi-axes must be positive, got [1, 0, 1] m");
}
