#include "solver/water/groups/relative_position.hpp"

#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

/// The gradient g with heading_rate(rotation, omega) = g . omega.
Vector3 heading_gradient(const Matrix3& rotation) {
  return {heading_rate(rotation, Vector3::UnitX()), heading_rate(rotation, Vector3::UnitY()),
          heading_rate(rotation, Vector3::UnitZ())};
}

double rate_of_heading(const BodyKinematics& body) {
  return heading_rate(body.rotation, body.velocity.tail<3>());
}

}  // namespace

hydro::Configuration RelativePosition::at(const Kinematics& bodies) const {
  const BodyKinematics& first = bodies[reference_];
  const BodyKinematics& second = bodies[other_];
  const Vector3 distance = second.position - first.position;
  const Heading& own = first.heading;
  const Heading& other = second.heading;
  return {own.cosine * distance.x() + own.sine * distance.y(),
          own.cosine * distance.y() - own.sine * distance.x(),
          arctangent(other.sine * own.cosine - other.cosine * own.sine,
                     other.cosine * own.cosine + other.sine * own.sine)};
}

Vector3 RelativePosition::rate(const Kinematics& bodies) const {
  const BodyKinematics& first = bodies[reference_];
  const BodyKinematics& second = bodies[other_];
  const Vector3 speed = second.velocity.head<3>() - first.velocity.head<3>();
  const Heading& own = first.heading;
  const double turning = rate_of_heading(first);
  const hydro::Configuration q = at(bodies);
  return {own.cosine * speed.x() + own.sine * speed.y() + turning * q.y(),
          own.cosine * speed.y() - own.sine * speed.x() - turning * q.x(),
          rate_of_heading(second) - turning};
}

void RelativePosition::add_force(const Kinematics& bodies, const Vector3& f,
                                 BodyVectors& result) const {
  const BodyKinematics& first = bodies[reference_];
  const Heading& own = first.heading;
  const hydro::Configuration q = at(bodies);
  const Vector3 push(own.cosine * f.x() - own.sine * f.y(), own.sine * f.x() + own.cosine * f.y(),
                     0.0);
  const double turn = q.y() * f.x() - q.x() * f.y() - f[2];
  result[reference_].head<3>() -= push;
  result[reference_].tail<3>() += turn * heading_gradient(first.rotation);
  result[other_].head<3>() += push;
  result[other_].tail<3>() += f[2] * heading_gradient(bodies[other_].rotation);
}

}  // namespace raftup::solver
