
#include <cmath>

#include "hydro/numerics/quadrature.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

namespace {

/// A hat on [1, 3] with its top at 2: everything about it has a closed form.
const VectorXd kGrid = (VectorXd(4) << 0.0, 1.0, 2.0, 3.0).finished();
const VectorXd kHat = (VectorXd(4) << 0.0, 0.0, 1.0, 0.0).finished();

}  // namespace

TEST_CASE("cosine transform of a hat: equals cos(2y) (2 sin(y/2) / y)^2 at any y", "[numerics]") {
  for (const double y : {1e-9, 1e-5, 0.01, 0.3, 1.0, 7.0, 100.0}) {
    const double envelope = 2.0 * std::sin(0.5 * y) / y;
    // rounding only
    CHECK(cosine_weights(kGrid, y).dot(kHat) ==
          Approx(std::cos(2.0 * y) * envelope * envelope).margin(1e-15).epsilon(1e-13));
  }
}

TEST_CASE("dispersion integral of a hat: equals quadrature off the hat and its limit on a node",
          "[numerics]") {
  const GaussLegendre rule = gauss_legendre(30);
  for (const double y : {0.2, 0.8, 3.5, 20.0}) {
    double sum = 0.0;
    for (Eigen::Index g = 0; g < 30; ++g) {
      const double u = rule.points[g];
      sum += rule.weights[g] *
             (u / ((1.0 + u) * (1.0 + u) - y * y) + (1.0 - u) / ((2.0 + u) * (2.0 + u) - y * y));
    }
    CHECK(dispersion_weights(kGrid, y).dot(kHat) == Approx(sum).epsilon(1e-12));
  }
  // continuous at the node: x ln|x| over 1e-9
  CHECK(dispersion_weights(kGrid, 2.0).dot(kHat) ==
        Approx(dispersion_weights(kGrid, 2.0 + 1e-9).dot(kHat)).epsilon(0.0).margin(1e-7));
}

TEST_CASE("linear weights: reproduce the function at nodes and between, vanish outside",
          "[numerics]") {
  const VectorXd f = (VectorXd(4) << 3.0, 1.0, 4.0, 1.5).finished();
  CHECK(linear_weights(kGrid, 0.0).dot(f) == 3.0);
  CHECK(linear_weights(kGrid, 1.5).dot(f) == 2.5);
  CHECK(linear_weights(kGrid, 3.0).dot(f) == 1.5);
  CHECK(linear_weights(kGrid, 3.1).dot(f) == 0.0);
  CHECK(trapezoid_weights(kGrid).dot(f) == Approx(7.25));
}

TEST_CASE("Gauss-Legendre: n points integrate degree 2n - 1 exactly", "[numerics]") {
  const GaussLegendre rule = gauss_legendre(4);
  for (int degree = 0; degree <= 7; ++degree) {
    CHECK((rule.weights.array() * rule.points.array().pow(degree)).sum() ==
          Approx(1.0 / (degree + 1)).epsilon(1e-14));
  }
}
