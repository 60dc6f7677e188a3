#include "solver/model/bodies/motion_function.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/path_motion.hpp"
#include "solver/model/bodies/rao_motion.hpp"
#include "solver/model/bodies/series_motion.hpp"

namespace raftup::solver {

namespace {

Quaternion scaled(const Quaternion& q, double factor) {
  return Quaternion(Eigen::Vector4d(factor * q.coeffs()));
}

Quaternion sum(const Quaternion& a, const Quaternion& b) {
  return Quaternion(Eigen::Vector4d(a.coeffs() + b.coeffs()));
}

/// c, f and their derivatives in u = |theta|^2 of the quaternion (c(u), f(u) theta) of a rotation
/// vector theta: c = cos(sqrt(u)/2), f = sin(sqrt(u)/2)/sqrt(u).
struct HalfAngle {
  double c, dc, ddc, f, df, ddf;

  explicit HalfAngle(double u) {
    constexpr double kSmall = 1e-2;  // where the quotients cancel; the next term is below 1e-16
    if (u < kSmall) {
      // f = 1/2 - u/48 + u^2/3840 - u^3/645120 + u^4/185794560 - u^5/81749606400
      f = .5 - u * (1.0 / 48 - u * (1.0 / 3840 - u * (1.0 / 645120 - u / 185794560)));
      df = -1.0 / 48 + u * (2.0 / 3840 - u * (3.0 / 645120 - u * (4.0 / 185794560)));
      ddf = 2.0 / 3840 - u * (6.0 / 645120 - u * (12.0 / 185794560));
      c = 1.0 - u * (1.0 / 8 - u * (1.0 / 384 - u * (1.0 / 46080 - u / 10321920)));
    } else {
      const double angle = std::sqrt(u);
      const auto [sine, cosine] = sincos(0.5 * angle);
      c = cosine;
      f = sine / angle;
      df = (0.5 * c - f) / (2.0 * u);
      ddf = (-0.125 * f - 3.0 * df) / (2.0 * u);
    }
    dc = -0.25 * f;
    ddc = -0.25 * df;
  }
};

Quaternion quaternion(double w, const Vector3& v) { return {w, v.x(), v.y(), v.z()}; }

}  // namespace

MovingFrame MovingFrame::at(const Vector3& from_point) const {
  const Vector3 arm = attitude * from_point;
  const Vector3 omega = velocity.tail<3>();
  MovingFrame other = *this;
  other.position += arm;
  other.velocity.head<3>() += omega.cross(arm);
  other.acceleration.head<3>() += acceleration.tail<3>().cross(arm) + omega.cross(omega.cross(arm));
  return other;
}

MovingFrame turning(const Quaternion& s, const Quaternion& rate, const Quaternion& second) {
  // With n = |s|: n' = s.s'/n, n'' = (s'.s' + s.s'' - n'^2)/n; q = s/n.
  const double n = s.norm();
  const double dn = s.coeffs().dot(rate.coeffs()) / n;
  const double ddn = (rate.coeffs().squaredNorm() + s.coeffs().dot(second.coeffs()) - dn * dn) / n;
  const Quaternion q = scaled(s, 1.0 / n);
  const Quaternion dq = scaled(sum(rate, scaled(q, -dn)), 1.0 / n);
  const Quaternion ddq = scaled(sum(sum(second, scaled(dq, -2.0 * dn)), scaled(q, -ddn)), 1.0 / n);
  MovingFrame frame;
  frame.attitude = q;
  frame.velocity.tail<3>() = 2.0 * (dq * q.conjugate()).vec();
  frame.acceleration.tail<3>() = 2.0 * ((ddq * q.conjugate()).vec() + (dq * dq.conjugate()).vec());
  return frame;
}

MovingFrame turning_by(const Vector3& theta, const Vector3& rate, const Vector3& second) {
  const HalfAngle half(theta.squaredNorm());
  const double du = 2.0 * theta.dot(rate);
  const double ddu = 2.0 * (rate.squaredNorm() + theta.dot(second));
  const Vector3 v_rate = half.df * du * theta + half.f * rate;
  const Vector3 v_second =
      (half.ddf * du * du + half.df * ddu) * theta + 2.0 * half.df * du * rate + half.f * second;
  return turning(quaternion(half.c, half.f * theta), quaternion(half.dc * du, v_rate),
                 quaternion(half.ddc * du * du + half.dc * ddu, v_second));
}

MovingFrame carried_by(const MovingFrame& carrier, const MovingFrame& relative) {
  const Matrix3 R = carrier.attitude.toRotationMatrix();
  const Vector3 arm = R * relative.position, slip = R * relative.velocity.head<3>();
  const Vector3 omega = carrier.velocity.tail<3>(), turn = R * relative.velocity.tail<3>();
  const Vector3 alpha = carrier.acceleration.tail<3>();
  MovingFrame frame;
  frame.attitude = carrier.attitude * relative.attitude;
  frame.position = carrier.position + arm;
  frame.velocity << carrier.velocity.head<3>() + omega.cross(arm) + slip, omega + turn;
  frame.acceleration << carrier.acceleration.head<3>() + alpha.cross(arm) +
                            omega.cross(omega.cross(arm)) + 2.0 * omega.cross(slip) +
                            R * relative.acceleration.head<3>(),
      alpha + omega.cross(turn) + R * relative.acceleration.tail<3>();
  return frame;
}

void require_known(const std::string& what, const CubicSpline& spline, double time) {
  constexpr double kRounding = 1e-9;  // s
  if (time >= spline.first() && time <= spline.last() + kRounding) return;
  throw Error(ErrorCode::kOutOfRange,
              fmt::format("{} must reach to {:.12g} s, it is known from {:.12g} to {:.12g} s", what,
                          time, spline.first(), spline.last()));
}

std::shared_ptr<const MotionFunction> motion_of(const RigidBody& body,
                                                const std::optional<hydro::Sea>& sea) {
  if (!body.prescribed) return nullptr;
  const auto& kind = body.prescribed->kind;
  if (const auto* series = std::get_if<MotionSeries>(&kind)) {
    return std::make_shared<SeriesMotion>(*series, body.name);
  }
  const auto& rao = std::get<DisplacementRao>(kind);
  if (rao.vessel_path) return std::make_shared<PathMotion>(rao, body, sea);
  return std::make_shared<RaoMotion>(rao, body.pose, sea);
}

void follow(const MovingFrame& frame, const Vector3& center_of_mass, BodyKinematics& body) {
  const MovingFrame center = frame.at(center_of_mass);
  body.place(center.position, center.attitude);
  body.velocity = center.velocity;
  body.given_acceleration = center.acceleration;
}

}  // namespace raftup::solver
