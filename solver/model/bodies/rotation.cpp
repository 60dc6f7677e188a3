#include "solver/model/bodies/rotation.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr double kLargestSeriesAngle = 0.5;  // rad

/// c of rotation_vector_jacobian, and its derivative by |theta| divided by |theta|.
struct SecondCoefficient {
  double value, slope;
};

SecondCoefficient second_coefficient(const Vector3& theta) {
  const double square = 0.25 * theta.squaredNorm();  // u^2, u = |theta| / 2
  if (square < 0.25 * kLargestSeriesAngle * kLargestSeriesAngle) {
    // Of (1 - u cot u) / (4 u^2); the next terms are below 1e-15.
    constexpr double kTerms[] = {1.0 / 12.0,    1.0 / 180.0,    1.0 / 1890.0,
                                 1.0 / 18900.0, 1.0 / 187110.0, 691.0 / 1277025750.0};
    double value = 0.0;
    double slope = 0.0;
    for (int n = 5; n > 0; --n) {
      value = square * (kTerms[n] + value);
      slope = 0.5 * n * kTerms[n] + square * slope;
    }
    return {kTerms[0] + value, slope};
  }
  const Quaternion turn = exponential(theta);
  const double u = std::sqrt(square);
  const double sine = turn.vec().dot(theta) / (2.0 * u);
  const double u_cot_u = u * turn.w() / sine;
  return {(1.0 - u_cot_u) / (4.0 * square),
          (u_cot_u + square / (sine * sine) - 2.0) / (16.0 * square * square)};
}

/// Taylor's coefficients of cos(x) and sin(x)/x in x^2: for x^2 <= 1/16 the next terms are below
/// 1e-19.
constexpr std::array<double, 7> kCosine{
    1.0, -1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0, -1.0 / 3628800.0, 1.0 / 479001600.0};
constexpr std::array<double, 7> kSinc{1.0,
                                      -1.0 / 6.0,
                                      1.0 / 120.0,
                                      -1.0 / 5040.0,
                                      1.0 / 362880.0,
                                      -1.0 / 39916800.0,
                                      1.0 / 6227020800.0};

double power_series(double x, const std::array<double, 7>& c) {
  const double x2 = x * x;
  return (c[0] + x * c[1]) + x2 * ((c[2] + x * c[3]) + x2 * ((c[4] + x * c[5]) + x2 * c[6]));
}

}  // namespace

void require_unit(const Quaternion& attitude) {
  const double norm = attitude.norm();
  require(std::abs(norm - 1.0) <= 1e-6,  // round-off of decimal input
          fmt::format("attitude must be a unit quaternion, got a norm of {}", norm));
}

Quaternion exponential(const Vector3& rotation_vector) {
  // The sine and cosine of libm change their last bit with the machine, a polynomial does not. The
  // steps of a simulation turn by little; larger turns are halved and squared.
  int halvings = 0;
  double scale = 0.5;
  double square = 0.25 * rotation_vector.squaredNorm();
  if (!std::isfinite(square)) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, none};
  }
  while (square > 0.25 * kLargestSeriesAngle * kLargestSeriesAngle) {
    square *= 0.25;
    scale *= 0.5;
    ++halvings;
  }
  const double cosine = power_series(square, kCosine);
  const double sinc = power_series(square, kSinc);
  Quaternion turn;
  turn.w() = cosine;
  turn.vec() = (sinc * scale) * rotation_vector;
  for (; halvings > 0; --halvings) turn = turn * turn;
  return turn;
}

Vector3 rotation_vector_rate(const Vector3& theta, const Vector3& omega) {
  const Vector3 first = theta.cross(omega);
  return omega - 0.5 * first + (1.0 / 12.0) * theta.cross(first);
}

Matrix3 cross_matrix(const Vector3& v) {
  Matrix3 matrix;
  matrix << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return matrix;
}

Matrix3 rotation_vector_jacobian(const Vector3& theta) {
  const Matrix3 cross = cross_matrix(theta);
  return Matrix3::Identity() - 0.5 * cross + second_coefficient(theta).value * cross * cross;
}

Matrix3 rotation_vector_moment_rate(const Vector3& theta, const Vector3& g) {
  // E^T g = g + theta x g / 2 + c theta x (theta x g).
  const SecondCoefficient c = second_coefficient(theta);
  const Vector3 first = theta.cross(g);
  const Matrix3 by_theta = -0.5 * cross_matrix(g) -
                           c.value * (cross_matrix(first) + cross_matrix(theta) * cross_matrix(g)) +
                           c.slope * theta.cross(first) * theta.transpose();
  return by_theta * rotation_vector_jacobian(theta);
}

Heading heading_of(const Matrix3& rotation) {
  const double x = rotation(0, 0);
  const double y = rotation(1, 0);
  const double length = std::sqrt(x * x + y * y);
  if (length == 0.0) return {};
  return {x / length, y / length};
}

double Heading::angle() const { return arctangent(sine, cosine); }

double heading_rate(const Matrix3& rotation, const Vector3& omega) {
  const Vector3 axis = rotation.col(0);
  const double square = axis.x() * axis.x() + axis.y() * axis.y();
  if (square == 0.0) return 0.0;
  const Vector3 rate = omega.cross(axis);
  return (axis.x() * rate.y() - axis.y() * rate.x()) / square;
}

}  // namespace raftup::solver
