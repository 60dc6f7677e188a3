#include "solver/model/bodies/rotation.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;
using raftup::testing::kPi;

TEST_CASE("rotation: the exponential is the turn about an axis, at any angle",
          "[solver][rotation]") {
  const Vector3 axis = Vector3(1.0, -2.0, 0.5).normalized();
  for (const double angle : {0.0, 1e-9, 0.1, 0.499, 0.6, 1.0, 3.0, 10.0}) {
    const Quaternion exact(Eigen::AngleAxisd(angle, axis));
    const Quaternion turn = exponential(angle * axis);
    // Round-off, which squaring doubles for large angles.
    CHECK((turn.coeffs() - exact.coeffs()).norm() < 2e-15 * (1.0 + angle));
  }
}

TEST_CASE("rotation: the rotation vector inverts the exponential", "[solver][rotation]") {
  const Vector3 axis = Vector3(0.3, 0.4, -0.8).normalized();
  for (const double angle : {0.0, 1e-12, 1e-3, 1.0, 3.14}) {
    CHECK((rotation_vector(exponential(angle * axis)) - angle * axis).norm() < 1e-14);
  }
  // The other sign of a quaternion is the same attitude.
  const Quaternion turn = exponential(0.7 * axis);
  CHECK((rotation_vector(Quaternion(-turn.coeffs())) - 0.7 * axis).norm() < 1e-14);
}

TEST_CASE("rotation: the rate of the rotation vector is that of a turning body to order 4",
          "[solver][rotation]") {
  // R(t) = exp(theta(t)) with theta known: omega from a central difference of R.
  const auto theta = [](double t) { return Vector3(0.1 * t, 0.2 * t * t, 0.05 - 0.1 * t); };
  const auto rate_error = [&](double scale) {
    const double h = 1e-4;
    const auto R = [&](double t) { return exponential(scale * theta(t)); };
    const Vector3 omega = rotation_vector(R(1.0 + h) * R(1.0 - h).conjugate()) / (2.0 * h);
    const Vector3 exact = scale * (theta(1.0 + h) - theta(1.0 - h)) / (2.0 * h);
    return (rotation_vector_rate(scale * theta(1.0), omega) - exact).norm();
  };
  // The first term left out is of order theta^4 omega.
  CHECK(rate_error(1.0) < 1e-5);
  CHECK(rate_error(4.0) / rate_error(2.0) > 20.0);
}

TEST_CASE("rotation: heading is the yaw of the x axis, its rate that of the projected axis",
          "[solver][rotation]") {
  const Quaternion attitude = raftup::testing::yawed(0.7) * exponential({0.2, -0.3, 0.0});
  const Heading heading = heading_of(attitude.toRotationMatrix());
  const Vector3 ahead = attitude * Vector3::UnitX();
  CHECK(heading.angle() == Approx(std::atan2(ahead.y(), ahead.x())).epsilon(1e-15));
  const Vector3 omega(0.5, -0.4, 0.3);
  const double h = 1e-5;
  const double later = heading_of((exponential(h * omega) * attitude).toRotationMatrix()).angle();
  const double earlier =
      heading_of((exponential(-h * omega) * attitude).toRotationMatrix()).angle();
  CHECK(heading_rate(attitude.toRotationMatrix(), omega) ==
        Approx((later - earlier) / (2.0 * h)).epsilon(1e-9));
  const Vector6 twist = (Vector6() << 1, 2, 3, 4, 5, 6).finished();
  CHECK((heading.from_world(heading.to_world(twist)) - twist).norm() < 1e-14);
}

TEST_CASE("rotation: an x axis that stands upright has no heading", "[solver][rotation]") {
  Matrix3 upright;
  upright << 0, 0, -1, 0, 1, 0, 1, 0, 0;
  CHECK(heading_of(upright).angle() == 0.0);
  CHECK(heading_of(upright).cosine == 1.0);
  CHECK(heading_rate(upright, {1.0, 2.0, 3.0}) == 0.0);
}
