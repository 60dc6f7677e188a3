#include "solver/loads/base/attachment.hpp"

#include <utility>

namespace raftup::solver {

namespace {

/// Returns the matrix P of u = P [x; theta], which gives the displacement u of a point at `arm`
/// from the displacement and rotation of its body.
Eigen::Matrix<double, 3, 6> point_map(const Vector3& arm) {
  Eigen::Matrix<double, 3, 6> map;
  map << Matrix3::Identity(), -cross_matrix(arm);
  return map;
}

}  // namespace

Attachment::Attachment(const std::string& body, const Vector3& point, const Model& model)
    : point_(point) {
  if (body.empty()) return;
  body_ = find_body(model, body);
  const RigidBody& of = model.bodies[*body_];
  std::vector<ModePlace> places = mode_places(model, of);
  if (!places.empty()) {
    modes_ = std::make_shared<const PointModes>(
        PointModes{std::move(places), mode_shapes_at(model, of, point)});
  }
  point_ -= of.center_of_mass;
}

std::vector<std::size_t> Attachment::moved_by() const {
  std::vector<std::size_t> bodies;
  if (body_) bodies.push_back(*body_);
  if (!modes_) return bodies;
  for (const ModePlace& place : modes_->places) {
    if (bodies.back() != place.carrier) bodies.push_back(place.carrier);
  }
  return bodies;
}

Eigen::Matrix<double, 3, 6> Attachment::motion_map(std::size_t body,
                                                   const Kinematics& bodies) const {
  if (body == body_) return point_map(arm(bodies));
  Eigen::Matrix<double, 3, 6> map = Eigen::Matrix<double, 3, 6>::Zero();
  for (std::size_t i = 0; i < modes_->places.size(); ++i) {
    const auto& [carrier, axis] = modes_->places[i];
    if (carrier != body) continue;
    map.col(axis) = bodies[*body_].rotation * modes_->shapes.col(static_cast<Eigen::Index>(i));
  }
  return map;
}

Vector3 Attachment::deflection(const Kinematics& bodies, bool rate) const {
  Vector3 sum = Vector3::Zero();
  for (std::size_t i = 0; i < modes_->places.size(); ++i) {
    const auto& [carrier, axis] = modes_->places[i];
    const double q = rate ? bodies[carrier].velocity[axis] : bodies[carrier].position[axis];
    sum += q * modes_->shapes.col(static_cast<Eigen::Index>(i));
  }
  return bodies[*body_].rotation * sum;
}

Vector3 Attachment::arm(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  const Vector3 fixed = bodies[*body_].rotation * point_;
  return modes_ ? Vector3(fixed + deflection(bodies, false)) : fixed;
}

Vector3 Attachment::position(const Kinematics& bodies) const {
  if (!body_) return point_;
  return bodies[*body_].position + arm(bodies);
}

Vector3 Attachment::velocity(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  const BodyKinematics& body = bodies[*body_];
  const Vector3 rigid = body.velocity.head<3>() + body.velocity.tail<3>().cross(arm(bodies));
  return modes_ ? Vector3(rigid + deflection(bodies, true)) : rigid;
}

void Attachment::add_force(const Vector3& force, const Kinematics& bodies,
                           BodyVectors& wrenches) const {
  if (!body_) return;
  wrenches[*body_].head<3>() += force;
  wrenches[*body_].tail<3>() += arm(bodies).cross(force);
  if (!modes_) return;
  const Vector3 in_body = bodies[*body_].rotation.transpose() * force;
  for (std::size_t i = 0; i < modes_->places.size(); ++i) {
    const auto& [carrier, axis] = modes_->places[i];
    wrenches[carrier][axis] += modes_->shapes.col(static_cast<Eigen::Index>(i)).dot(in_body);
  }
}

namespace {

/// Displacement of a point by the motion of one body: the body itself, or a carrier of its modes.
struct PointMotion {
  std::size_t body;
  bool is_mode;
  Eigen::Matrix<double, 3, 6> map;
};

/// All bodies that move the point of a force, with their maps; none for a point of the world.
std::vector<PointMotion> motions_of(const PointForce& at) {
  std::vector<PointMotion> motions;
  if (!at.body) return motions;
  motions.push_back({*at.body, false, point_map(at.arm)});
  if (at.modes == nullptr) return motions;
  for (std::size_t i = 0; i < at.modes->places.size(); ++i) {
    const auto& [carrier, axis] = at.modes->places[i];
    PointMotion motion{carrier, true, Eigen::Matrix<double, 3, 6>::Zero()};
    motion.map.col(axis) = at.rotation * at.modes->shapes.col(static_cast<Eigen::Index>(i));
    motions.push_back(std::move(motion));
  }
  return motions;
}

/// Adds the blocks of a pair of opposite forces that have a mode in the row or the column.
void add_relative_jacobian_of_modes(const std::array<PointForce, 2>& ends, const Matrix3& stiffness,
                                    double damping, const Matrix3& along, LoadJacobian& jacobian) {
  for (const PointForce& row_end : ends) {
    for (const PointForce& column_end : ends) {
      const double sign = &row_end == &column_end ? 1.0 : -1.0;
      for (const PointMotion& row : motions_of(row_end)) {
        for (const PointMotion& column : motions_of(column_end)) {
          if ((!row.is_mode && !column.is_mode) || column.body > row.body) continue;
          jacobian.add(row.body, column.body, sign * row.map.transpose() * stiffness * column.map,
                       sign * damping * row.map.transpose() * along * column.map);
        }
      }
    }
    add_turning_of_modes(row_end, jacobian);
  }
}

}  // namespace

void add_turning_of_modes(const PointForce& at, LoadJacobian& jacobian) {
  if (at.modes == nullptr) return;
  for (std::size_t i = 0; i < at.modes->places.size(); ++i) {
    const auto& [carrier, axis] = at.modes->places[i];
    const Vector3 moved = at.rotation * at.modes->shapes.col(static_cast<Eigen::Index>(i));
    Matrix6 turning = Matrix6::Zero();  // carriers come after their body
    turning.row(axis).tail<3>() = -moved.cross(at.force).transpose();
    jacobian.add(carrier, *at.body, turning, Matrix6::Zero());
  }
}

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
  if (ends[0].modes == nullptr && ends[1].modes == nullptr) return;
  add_relative_jacobian_of_modes(ends, stiffness, damping, along, jacobian);
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
