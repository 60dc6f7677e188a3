#include "solver/water/groups/pair_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/model.hpp"

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

PairConfiguration::PairConfiguration(const Model& model, const HydrodynamicGroup& group)
    : family_(group.family), options_(group.configurations.value_or(Configurations{})) {
  const std::vector<std::size_t> members = members_in_database_order(group);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    names_[i] = group.bodies[members[i]].body;
    bodies_[i] = find_body(model, names_[i]);
  }
}

hydro::Configuration PairConfiguration::at(const Kinematics& bodies) const {
  const BodyKinematics& first = bodies[bodies_[0]];
  const BodyKinematics& second = bodies[bodies_[1]];
  const Vector3 distance = second.position - first.position;
  const Heading& own = first.heading;
  const Heading& other = second.heading;
  return {own.cosine * distance.x() + own.sine * distance.y(),
          own.cosine * distance.y() - own.sine * distance.x(),
          arctangent(other.sine * own.cosine - other.cosine * own.sine,
                     other.cosine * own.cosine + other.sine * own.sine)};
}

Vector3 PairConfiguration::rate(const Kinematics& bodies) const {
  const BodyKinematics& first = bodies[bodies_[0]];
  const BodyKinematics& second = bodies[bodies_[1]];
  const Vector3 speed = second.velocity.head<3>() - first.velocity.head<3>();
  const Heading& own = first.heading;
  const double turning = rate_of_heading(first);
  const hydro::Configuration q = at(bodies);
  return {own.cosine * speed.x() + own.sine * speed.y() + turning * q.y(),
          own.cosine * speed.y() - own.sine * speed.x() - turning * q.x(),
          rate_of_heading(second) - turning};
}

void PairConfiguration::refuse(const hydro::Configuration& q, const Vector3& outside) const {
  throw Error(
      ErrorCode::kOutOfRange,
      fmt::format("body '{}' must stay within {:g} m and {:.4g} deg of the configurations of "
                  "its database beside '{}', got {}, ({:.4g}, {:.4g}) m and {:.4g} deg "
                  "outside",
                  names_[1], options_.margin, options_.heading_margin / kRadiansPerDegree,
                  names_[0], hydro::describe(q), outside[0], outside[1],
                  outside[2] / kRadiansPerDegree));
}

hydro::NodeWeights PairConfiguration::weights(const Kinematics& bodies) const {
  const hydro::Configuration q = at(bodies);
  const Vector3 outside = family_->grid.outside(q);
  const double distance = outside.head<2>().norm();
  const double beyond = std::max(0.0, distance - options_.margin);
  const bool fades = options_.outside == OutsideConfigurations::kUncoupled;
  const double share = fades ? std::min(1.0, beyond / options_.fade_distance) : 0.0;
  const bool covered =
      share == 1.0 || ((fades || beyond == 0.0) && std::abs(outside[2]) <= options_.heading_margin);
  if (!covered) refuse(q, outside);
  hydro::NodeWeights weights = family_->grid.weights(q);
  if (share == 0.0) return weights;
  Vector3 slope = Vector3::Zero();  // d(share)/dq
  if (share < 1.0) slope.head<2>() = outside.head<2>() / (distance * options_.fade_distance);
  const std::size_t count = weights.count;
  for (std::size_t i = 0; i < count; ++i) {
    hydro::NodeWeight& coupled = weights.corners[i];
    weights.corners[weights.count++] = {coupled.node, share * coupled.weight,
                                        share * coupled.gradient + coupled.weight * slope, false};
    coupled.gradient = (1.0 - share) * coupled.gradient - coupled.weight * slope;
    coupled.weight *= 1.0 - share;
  }
  return weights;
}

void PairConfiguration::add_force(const Kinematics& bodies, const Vector3& f,
                                  BodyVectors& result) const {
  const BodyKinematics& first = bodies[bodies_[0]];
  const Heading& own = first.heading;
  const hydro::Configuration q = at(bodies);
  const Vector3 push(own.cosine * f.x() - own.sine * f.y(), own.sine * f.x() + own.cosine * f.y(),
                     0.0);
  const double turn = q.y() * f.x() - q.x() * f.y() - f[2];
  result[bodies_[0]].head<3>() -= push;
  result[bodies_[0]].tail<3>() += turn * heading_gradient(first.rotation);
  result[bodies_[1]].head<3>() += push;
  result[bodies_[1]].tail<3>() += f[2] * heading_gradient(bodies[bodies_[1]].rotation);
}

}  // namespace raftup::solver
