#include "solver/loads/base/attachment.hpp"

namespace raftup::solver {

Attachment::Attachment(const std::string& body, const Vector3& point, const Model& model)
    : point_(point) {
  if (body.empty()) return;
  body_ = find_body(model, body);
  point_ -= model.bodies[*body_].center_of_mass;
}

Vector3 Attachment::arm(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  return bodies[*body_].rotation * point_;
}

Vector3 Attachment::position(const Kinematics& bodies) const {
  if (!body_) return point_;
  return bodies[*body_].position + arm(bodies);
}

Vector3 Attachment::velocity(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  const BodyKinematics& body = bodies[*body_];
  return body.velocity.head<3>() + body.velocity.tail<3>().cross(arm(bodies));
}

void Attachment::add_force(const Vector3& force, const Kinematics& bodies,
                           BodyVectors& wrenches) const {
  if (!body_) return;
  wrenches[*body_].head<3>() += force;
  wrenches[*body_].tail<3>() += arm(bodies).cross(force);
}

namespace {

/// Returns the matrix P of u = P [x; theta], which gives the displacement u of a point at `arm`
/// from the displacement and rotation of its body.
Eigen::Matrix<double, 3, 6> point_map(const Vector3& arm) {
  Eigen::Matrix<double, 3, 6> map;
  map << Matrix3::Identity(), -cross_matrix(arm);
  return map;
}

}  // namespace

void add_relative_jacobian(const std::array<PointForce, 2>& ends, const Matrix3& stiffness,
                           double damping, const Matrix3& along, LoadJacobian& jacobian) {
  for (const PointForce& row : ends) {
    if (!row.body) continue;
    for (const PointForce& column : ends) {
      if (!column.body || *column.body > *row.body) continue;
      const auto P_row = point_map(row.arm);
      const auto P_column = point_map(column.arm);
      const double sign = &row == &column ? 1.0 : -1.0;
      jacobian.add(*row.body, *column.body, sign * P_row.transpose() * stiffness * P_column,
                   sign * damping * P_row.transpose() * along * P_column);
    }
    Matrix6 turning = Matrix6::Zero();  // moment of the force as the arm turns
    turning.bottomRightCorner<3, 3>() = -cross_matrix(row.force) * cross_matrix(row.arm);
    jacobian.add(*row.body, *row.body, turning, Matrix6::Zero());
  }
}

StraightLine::StraightLine(const Attachment& point1, const Attachment& point2,
                           const Kinematics& bodies)
    : bodies_(bodies), ends_{End{point1, 1.0}, End{point2, -1.0}} {
  const Vector3 line = point2.position(bodies) - point1.position(bodies);
  length_ = line.norm();
  direction_ = length_ > 0.0 ? Vector3(line / length_) : Vector3::Zero();
  rate_ = direction_.dot(point2.velocity(bodies) - point1.velocity(bodies));
}

void StraightLine::add_tension(double tension, BodyVectors& wrenches) const {
  for (const End& end : ends_) {
    end.point.add_force(end.sign * tension * direction_, bodies_, wrenches);
  }
}

void StraightLine::add_jacobian(double tension, double stiffness, double damping,
                                LoadJacobian& jacobian) const {
  // A line of length zero has no direction. It then acts like a spring without rest length, whose
  // stiffness is equal in all directions.
  const Matrix3 along =
      length_ > 0.0 ? Matrix3(direction_ * direction_.transpose()) : Matrix3(Matrix3::Identity());
  const double across = length_ > 0.0 ? tension / length_ : 0.0;
  const Matrix3 point_stiffness = stiffness * along + across * (Matrix3::Identity() - along);
  const auto pulled = [&](const End& end) {
    return end.point.with(end.sign * tension * direction_, bodies_);
  };
  add_relative_jacobian({pulled(ends_[0]), pulled(ends_[1])}, point_stiffness, damping, along,
                        jacobian);
}

}  // namespace raftup::solver
