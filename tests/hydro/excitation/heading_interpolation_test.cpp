#include <cmath>

#include "hydro/excitation/transfer_function.hpp"
#include "tests/support/catch.hpp"

using raftup::VectorXd;
using raftup::hydro::HeadingInterpolation;

namespace {

constexpr double kTurn = 6.28318530717958647693;

VectorXd degrees(std::initializer_list<double> values) {
  VectorXd radians(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double value : values) radians[i++] = value / 360.0 * kTurn;
  return radians;
}

const VectorXd kEven = degrees({0, 45, 90, 135, 180, 225, 270, 315});
const VectorXd kClosed = degrees({-180, -90, 0, 90, 180});  // both ends filed: equal squares
const VectorXd kUneven = degrees({0, 30, 75, 120, 180, 240, 285, 330});
const VectorXd kPart = degrees({0, 45, 90, 180});

}  // namespace

TEST_CASE("headings: every filed direction gives its own value", "[excitation][analytic]") {
  for (const VectorXd& directions : {kEven, kClosed, kUneven, kPart}) {
    const HeadingInterpolation headings(directions);
    const VectorXd values = directions.array().square() + 1.0;
    for (Eigen::Index d = 0; d < directions.size(); ++d) {
      for (const double turns : {-2.0, 0.0, 1.0}) {
        CHECK(headings.weights(directions[d] + turns * kTurn).dot(values) ==
              Approx(values[d]).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("headings: even directions give a body's harmonics exactly", "[excitation][analytic]") {
  const HeadingInterpolation headings(kEven);
  CHECK(headings.covers_circle());
  for (const int harmonic : {0, 1, 2, 3}) {
    const VectorXd values = (kEven.array() * harmonic + 0.3).cos();
    for (double b = -4.0; b < 4.0; b += 0.37) {
      CHECK(headings.weights(b).dot(values) ==
            Approx(std::cos(b * harmonic + 0.3)).epsilon(0.0).margin(1e-14));
    }
  }
}

TEST_CASE("headings: uneven directions around the circle are splined across the seam",
          "[excitation]") {
  const HeadingInterpolation headings(kUneven);
  CHECK(headings.covers_circle());
  const VectorXd values = kUneven.array().cos();
  for (double b = -4.0; b < 4.0; b += 0.11) {
    // gaps h of 60 deg: 5/384 h^4 for the periodic cubic spline, some more where gaps differ
    CHECK(headings.weights(b).dot(values) == Approx(std::cos(b)).epsilon(0.0).margin(0.03));
  }
  const double step = 1e-5;
  const auto slope = [&](double b) {
    return (headings.weights(b + step) - headings.weights(b)).dot(values) / step;
  };
  CHECK(slope(0.0) == Approx(slope(-step)).epsilon(0.0).margin(1e-4));
}

TEST_CASE("headings: part of the circle is linear where the data are, and constant beyond",
          "[excitation][analytic]") {
  const HeadingInterpolation headings(kPart);
  CHECK_FALSE(headings.covers_circle());
  CHECK(headings.weights(1.0).dot(kPart) == Approx(1.0).epsilon(1e-13));
  CHECK(headings.weights(-0.05).dot(kPart) == 0.0);
  CHECK(headings.weights(0.5 * kTurn + 0.05).dot(kPart) == kPart[3]);
  CHECK(headings.outside(1.0) == 0.0);
  CHECK(headings.outside(-0.05) == Approx(-0.05));
  CHECK(headings.outside(0.5 * kTurn + 0.05) == Approx(0.05));
}

TEST_CASE("headings: a single direction is constant", "[excitation]") {
  const HeadingInterpolation headings(degrees({90}));
  CHECK(headings.weights(-3.0) == VectorXd::Ones(1));
  CHECK(headings.outside(0.25 * kTurn - 0.2) == Approx(-0.2));
}
