#include "solver/model/bodies/motion_function.hpp"

#include <cmath>

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

std::shared_ptr<const MotionFunction> motion_of(const RigidBody& body,
                                                const std::optional<hydro::Sea>& sea) {
  if (!body.prescribed) return nullptr;
  const auto& kind = body.prescribed->kind;
  if (const auto* series = std::get_if<MotionSeries>(&kind)) {
    return std::make_shared<SeriesMotion>(*series, body.name);
  }
  return std::make_shared<RaoMotion>(std::get<DisplacementRao>(kind), body.pose, sea);
}

void follow(const MovingFrame& frame, const Vector3& center_of_mass, BodyKinematics& body) {
  const MovingFrame center = frame.at(center_of_mass);
  body.place(center.position, center.attitude);
  body.velocity = center.velocity;
  body.given_acceleration = center.acceleration;
}

}  // namespace raftup::solver
