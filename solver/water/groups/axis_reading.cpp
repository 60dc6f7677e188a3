#include "solver/water/groups/axis_reading.hpp"

#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

using hydro::AxisQuantity;

/// The attitude of a body, or that of the world.
Quaternion attitude_of(const Kinematics& bodies, const std::optional<std::size_t>& body) {
  return body ? bodies[*body].attitude : Quaternion(Quaternion::Identity());
}

Vector3 spin_of(const Kinematics& bodies, const std::optional<std::size_t>& body) {
  return body ? Vector3(bodies[*body].velocity.tail<3>()) : Vector3(Vector3::Zero());
}

/// The horizontal axis about which a body pitches, world axes.
Vector3 pitch_axis(const BodyKinematics& body) {
  return {-body.heading.sine, body.heading.cosine, 0.0};
}

}  // namespace

AxisReading::AxisReading(const Model& model, const HydrodynamicGroup& group, std::size_t index)
    : quantity_(group.family->axes[index]), current_(model) {
  const ConfigurationAxis& axis = group.configurations->axes[index];
  switch (quantity_) {
    case AxisQuantity::kDraught:
      read_draught(group, axis.body, index);
      [[fallthrough]];
    case AxisQuantity::kTrim:
    case AxisQuantity::kSpeed:
      body_ = find_body(model, axis.body);
      break;
    case AxisQuantity::kJointAngle:
      read_joint(model, axis);
      break;
    default:
      break;
  }
}

void AxisReading::read_draught(const HydrodynamicGroup& group, const std::string& body,
                               std::size_t index) {
  for (const GroupBody& member : group.bodies) {
    if (member.body != body) continue;
    const auto place = static_cast<std::size_t>(member.database_body);
    reference_ = group.family->grid.node(0)[static_cast<Eigen::Index>(index)] +
                 group.family->nodes[0]->bodies[place].center_of_gravity.z();
  }
}

void AxisReading::read_joint(const Model& model, const ConfigurationAxis& axis) {
  const Joint& joint = model.joints[find_joint(model, axis.joint).value()];
  const Kinematics start = initial_kinematics(model);
  body_ = find_body(model, joint.body1);
  if (!joint.body2.empty()) other_ = find_body(model, joint.body2);
  const Quaternion to_other = attitude_of(start, other_).conjugate();
  attitude_ = to_other * start[body_].attitude;
  axis_ = to_other * joint.axis.normalized();
  reference_ = axis.at_start;
}

bool AxisReading::is_of_poses() const {
  return quantity_ == AxisQuantity::kDraught || quantity_ == AxisQuantity::kTrim ||
         quantity_ == AxisQuantity::kJointAngle;
}

double AxisReading::joint_angle(const Kinematics& bodies) const {
  const Quaternion turned =
      attitude_of(bodies, other_).conjugate() * bodies[body_].attitude * attitude_.conjugate();
  return 2.0 * arctangent(axis_.dot(turned.vec()), turned.w());
}

Vector3 AxisReading::joint_axis(const Kinematics& bodies) const {
  return attitude_of(bodies, other_) * axis_;
}

double AxisReading::value(const Kinematics& bodies, double time) const {
  const BodyKinematics& body = bodies[body_];
  switch (quantity_) {
    case AxisQuantity::kDraught:
      return reference_ - body.position.z();
    case AxisQuantity::kTrim:
      return arctangent(-body.rotation(2, 0), body.rotation.col(0).head<2>().norm());
    case AxisQuantity::kJointAngle:
      return reference_ + wrapped(joint_angle(bodies));
    case AxisQuantity::kSpeed: {
      Vector6 velocity = body.velocity;
      if (!current_.empty()) velocity -= current_.at(body_, time);
      return body.heading.from_world(velocity)[0];
    }
    default:
      return 0.0;
  }
}

double AxisReading::rate(const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[body_];
  const Vector3 spin = body.velocity.tail<3>();
  switch (quantity_) {
    case AxisQuantity::kDraught:
      return -body.velocity[2];
    case AxisQuantity::kTrim:
      return pitch_axis(body).dot(spin);
    case AxisQuantity::kJointAngle:
      return joint_axis(bodies).dot(spin - spin_of(bodies, other_));
    default:
      return 0.0;
  }
}

void AxisReading::add_force(const Kinematics& bodies, double f, BodyVectors& result) const {
  switch (quantity_) {
    case AxisQuantity::kDraught:
      result[body_][2] -= f;
      break;
    case AxisQuantity::kTrim:
      result[body_].tail<3>() += f * pitch_axis(bodies[body_]);
      break;
    case AxisQuantity::kJointAngle: {
      const Vector3 moment = f * joint_axis(bodies);
      result[body_].tail<3>() += moment;
      if (other_) result[*other_].tail<3>() -= moment;
      break;
    }
    default:
      break;
  }
}

}  // namespace raftup::solver
