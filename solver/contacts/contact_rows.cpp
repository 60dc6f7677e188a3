#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/contacts/contact_set.hpp"

/// @file The rows of a contact: along the normal and, with friction, along the surface.
namespace raftup::solver {

namespace {

/// Distance, as a share of the size of the smaller shape, within which a point counts as a point of
/// the last step and begins with the force of that point. Without this the solution for a column at
/// rest would begin with forces of 0 (decision 22). The share was chosen, not swept.
constexpr double kReachShare = 0.02;

/// The force of a point in the last step [N, world axes]. The point is found by its feature, else
/// as the nearest point with the same normal, since the order of edges that lie on each other
/// changes by rounding. The force is 0 for a new point.
/// @param reach largest distance that the point may have moved [m]
Vector3 force_before(const ContactPairState* before, const ContactPoint& now, double reach) {
  constexpr double kCosine = 0.985;  // 10 deg
  if (before == nullptr) return Vector3::Zero();
  Vector3 force = Vector3::Zero();
  double nearest = reach;
  for (const ContactPointState& point : before->points) {
    if (point.feature == now.feature) return point.force;
    const double distance = (point.position - now.position).norm();
    if (distance > nearest || point.normal.dot(now.normal) < kCosine) continue;
    nearest = distance;
    force = point.force;
  }
  return force;
}

/// Coefficients mu |cos| and mu |sin| of the two friction directions, with the angle of the
/// predicted slip. If the shapes rest, it is the angle of the last friction force; without either,
/// both coefficients are full.
/// @param force force of the whole pair in the last step: normal, tangents. The force of one point
///         is not used, since several points can share a force in many ways
Vector2 guessed_friction(const Vector2& friction, const Vector2& slip, const Vector3& force) {
  constexpr double kRests = 1e-3;        // m/s
  constexpr double kSlightShare = 1e-3;  // of the normal force: it says nothing
  const Vector2 held = force.tail<2>();
  const bool slips = slip.norm() > kRests;
  if (!slips && !(held.norm() > kSlightShare * force[0])) return friction;
  return friction.cwiseProduct((slips ? slip : held).normalized().cwiseAbs());
}

/// Force of a pair on shape 1 in the last step [N, world axes].
Vector3 force_of(const ContactPairState* before) {
  Vector3 force = Vector3::Zero();
  if (before == nullptr) return force;
  for (const ContactPointState& point : before->points) force += point.force;
  return force;
}

/// Sets row `row` of a block: the speed of a point of body 1 relative to body 2 along `axis`.
void set_row(const Vector3& axis, const Vector3& point, const Kinematics& bodies, int row,
             JacobianRows<4>& block) {
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t body = block.bodies[side];
    if (body == ConstraintBlock::kWorld) continue;
    const double sign = side == 0 ? 1.0 : -1.0;
    block.jacobian[side].row(row) << sign * axis.transpose(),
        sign * (point - bodies[body].position).cross(axis).transpose();
  }
}

/// The direction projected perpendicular to a normal, with length 1; none if it is nearly parallel
/// to the normal.
std::optional<Vector3> across(const Vector3& normal, const Vector3& direction) {
  const Vector3 along = direction - direction.dot(normal) * normal;
  if (!(along.norm() > 1e-6 * direction.norm())) return std::nullopt;
  return along.normalized();
}

Vector2 bounds_of(const FrictionLaw& law, const FrictionPoint& point, double step) {
  const Vector2 bounds = law.bounds(point, step);
  require(
      bounds.allFinite() && bounds.minCoeff() >= 0.0,
      fmt::format("bounds of a friction law must not be negative and must be finite, got {} and "
                  "{} N s between shapes {} and {}",
                  bounds[0], bounds[1], point.shape1, point.shape2));
  return bounds;
}

}  // namespace

Vector3 ContactSet::Item::surface_velocity_at(const Vector3& point, const PosedShape& posed,
                                              double now) const {
  Vector3 velocity = surface_velocity;
  const bool turns = !surface_spin.isZero(0.0) || surface_motion;
  if (!turns && velocity.isZero(0.0)) return velocity;
  if (turns) {
    const Vector3 at = posed.rotation.transpose() * (point - posed.position);
    velocity += surface_spin.cross(at);
    if (surface_motion) velocity += surface_motion->velocity(at, now);
  }
  return posed.rotation * velocity;
}

/// The data with which a user's friction law is called for a contact point.
FrictionPoint ContactSet::friction_point(std::size_t one, std::size_t two,
                                         const ContactPoint& point, const Kinematics& bodies,
                                         const Vector3& force) const {
  const Vector3 slip = shapes_[one].speed_at(point.position, bodies) -
                       shapes_[two].speed_at(point.position, bodies) +
                       shapes_[one].surface_velocity_at(point.position, posed_[one], time_.start) -
                       shapes_[two].surface_velocity_at(point.position, posed_[two], time_.start);
  FrictionPoint asked{one,
                      two,
                      point.position,
                      point.normal,
                      point.depth,
                      force.dot(point.normal),
                      slip - slip.dot(point.normal) * point.normal};
  if (shapes_[one].moves) return asked;
  std::swap(asked.shape1, asked.shape2);
  asked.normal = -asked.normal;
  asked.slip = -asked.slip;
  return asked;
}

/// Sets the rows of a contact: friction, its directions, and the force of the last step.
void ContactSet::set_rows(std::size_t one, std::size_t two, const ContactPoint& point,
                          const Vector3& primary, const Kinematics& bodies,
                          const ContactPairState* before, Contact& contact) const {
  const PairLaw& law = *contact.law;
  Matrix3 axes;
  const Vector3 before_now =
      force_before(before, point, kReachShare * std::min(size(one), size(two)));
  Vector2 friction(law.friction, law.secondary_friction);
  axes.col(0) = point.normal;
  axes.col(1) = primary;
  if (law.friction_law) {
    const FrictionPoint asked = friction_point(one, two, point, bodies, before_now);
    friction = bounds_of(*law.friction_law, asked, time_.duration) / time_.duration;
    const std::optional<Vector3> own = law.friction_law->primary_direction(asked);
    if (own) axes.col(1) = across(point.normal, *own).value_or(primary);
  }
  axes.col(2) = point.normal.cross(axes.col(1));
  for (int i = 0; i < 3; ++i) contact.guess[i] = before_now.dot(axes.col(i));
  const Vector3 surface =
      shapes_[one].surface_velocity_at(point.position, posed_[one], time_.start) -
      shapes_[two].surface_velocity_at(point.position, posed_[two], time_.start);
  if (!law.exact) {
    const Vector3 slip = shapes_[one].speed_at(point.position, bodies) -
                         shapes_[two].speed_at(point.position, bodies) + surface;
    friction = guessed_friction(friction, axes.rightCols<2>().transpose() * slip,
                                axes.transpose() * force_of(before));
  }
  contact.square = !law.exact || law.friction_model == FrictionModel::kScaledBox;
  contact.friction = friction.maxCoeff();
  contact.block.rows = contact.friction > 0.0 ? 3 : 1;
  if (contact.friction > 0.0) {
    for (int i = 0; i < 2; ++i) {
      axes.col(1 + i) *= friction[i] / contact.friction;
      // F = axes lambda: a direction without friction has no force.
      if (friction[i] > 0.0) contact.guess[1 + i] *= contact.friction / friction[i];
    }
    contact.bearing_force = bearing_force(one, two, point, before);
  }
  for (int row = 0; row < contact.block.rows; ++row) {
    set_row(axes.col(row), point.position, bodies, row, contact.block);
  }
  contact.surface_speed = axes.rightCols<2>().transpose() * surface;
}

/// Normal force that bounds friction [N] with a friction model that does not use the contact's own
/// normal force; none with other models.
std::optional<double> ContactSet::bearing_force(std::size_t one, std::size_t two,
                                                const ContactPoint& point,
                                                const ContactPairState* before) const {
  const PairLaw& law = this->law(one, two);
  const bool constant = law.friction_model == FrictionModel::kConstant;
  const bool own = law.friction_law != nullptr;
  if (!own && !constant && law.friction_model != FrictionModel::kBox) return std::nullopt;
  double force = 0.0;  // that the pair had
  bool touched = point.depth > 0.0;
  if (before != nullptr) {
    for (const ContactPointState& of : before->points) {
      force += of.force.dot(of.normal);
      touched = touched || touches_there(of);
    }
  }
  if (!touched) return 0.0;
  if (own) return 1.0;  // its bounds stand in the place of coefficients
  if (constant) {
    const double share = law.reference_depth ? point.depth / *law.reference_depth : 1.0;
    return law.normal_force * std::max(0.0, share);
  }
  if (!(force > 0.0)) force = shapes_[one].weight + shapes_[two].weight;
  return force / static_cast<double>(points_.size());
}

}  // namespace raftup::solver
