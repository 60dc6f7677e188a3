#include "solver/contacts/contact_set.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "solver/contacts/fender_law.hpp"
#include "solver/model/contacts/contact_shape.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

namespace {

/// Gap up to which points are found between shapes that do not approach, as a share of the size of
/// the smaller shape, and its upper limit [m]. The distance that a step may close is added
/// (decision 22). With a gap of 0, points of a body at rest would appear and vanish by rounding; a
/// larger gap only adds rows without force. Both numbers were chosen, not swept.
constexpr double kMarginShare = 1e-3;
constexpr double kLargestMargin = 0.01;  ///< upper limit of the gap of kMarginShare [m]
/// Number of points to which the points of one face are reduced: three hold a plane face, the
/// fourth keeps the corners of a box.
constexpr std::size_t kReducedPoints = 4;
/// Depth [m] at which the law of a fender is evaluated before it is compressed, since the law has
/// no slope at a depth of 0. It is far below the depth of any real fender and far above the
/// rounding of positions some 1000 m from the origin, about 1e-13 m. Chosen, not swept.
constexpr double kFirstTouch = 1e-9;
/// If the x component of the normal exceeds this, the default friction direction is the world's y
/// instead of x.
constexpr double kNearX = 0.95;

const ContactPairState* find_pair(const ContactPairs& pairs, std::size_t shape1,
                                  std::size_t shape2) {
  const auto at = std::lower_bound(pairs.begin(), pairs.end(), std::pair(shape1, shape2),
                                   [](const ContactPairState& pair, const auto& shapes) {
                                     return std::pair(pair.shape1, pair.shape2) < shapes;
                                   });
  const bool found = at != pairs.end() && at->shape1 == shape1 && at->shape2 == shape2;
  return found ? &*at : nullptr;
}

bool is_unit(const Vector3& vector) { return std::abs(vector.norm() - 1.0) < 1e-6; }

bool are_finite(const Kinematics& bodies) {
  return std::all_of(bodies.begin(), bodies.end(), [](const BodyKinematics& body) {
    return body.position.allFinite() && body.attitude.coeffs().allFinite() &&
           body.velocity.allFinite();
  });
}

/// True if the normals of all points agree to 10 deg, so that a few points give the same support as
/// all.
bool of_one_face(const std::vector<ContactPoint>& points) {
  constexpr double kCosine = 0.985;  // of 9.9 deg; chosen, not swept
  return std::all_of(points.begin(), points.end(), [&](const ContactPoint& point) {
    return point.normal.dot(points.front().normal) > kCosine;
  });
}

/// The deepest point, the first of them if several are equal.
const ContactPoint& deepest_of(const std::vector<ContactPoint>& points) {
  return *std::max_element(
      points.begin(), points.end(),
      [](const ContactPoint& a, const ContactPoint& b) { return a.depth < b.depth; });
}

/// Adds a pair without points.
/// @param spare memory of pairs that no longer exist, for reuse
ContactPairState& add_pair(std::size_t shape1, std::size_t shape2, const Vector3& search_normal,
                           std::vector<std::vector<ContactPointState>>& spare,
                           ContactPairs& pairs) {
  std::vector<ContactPointState> points;
  if (!spare.empty()) {
    points = std::move(spare.back());
    spare.pop_back();
    points.clear();
  }
  return pairs.emplace_back(
      ContactPairState{shape1, shape2, 0.0, 0.0, search_normal, std::move(points)});
}

/// First direction of friction, perpendicular to a normal.
Vector3 primary_direction(const PairLaw& law, const Vector3& normal, const Kinematics& bodies) {
  Vector3 wanted = std::abs(normal.x()) > kNearX ? Vector3::UnitY() : Vector3::UnitX();
  if (law.direction) {
    Vector3 given = *law.direction;
    if (law.direction_body) given = bodies[*law.direction_body].rotation * given;
    const Vector3 along = given - given.dot(normal) * normal;
    if (along.norm() > 1e-6 * given.norm()) wanted = along;  // else it says nothing here
  }
  return (wanted - wanted.dot(normal) * normal).normalized();
}

/// Speed at which two points approach along a normal [m/s]; 0 if they separate.
double closing_speed(const Vector3& speed1, const Vector3& speed2, const Vector3& normal) {
  const Vector3 apart = speed1 - speed2;
  return std::max(0.0, -apart.dot(normal));
}

/// Replaces all points by one: at the mean of the points weighted by depth, with the greatest
/// depth.
void merge_into_fender(std::vector<ContactPoint>& points) {
  ContactPoint whole{Vector3::Zero(), Vector3::Zero(), points.front().depth, 0};
  double weights = 0.0;
  for (const ContactPoint& point : points) {
    whole.depth = std::max(whole.depth, point.depth);
    const double weight = std::max(point.depth, 0.0);
    weights += weight;
    whole.position += weight * point.position;
    whole.normal += weight * point.normal;
  }
  if (weights > 0.0 && whole.normal.norm() > 0.0) {
    whole.position /= weights;
    whole.normal.normalize();
  } else {
    const ContactPoint& nearest = deepest_of(points);
    whole.position = nearest.position;
    whole.normal = nearest.normal;
  }
  points.assign(1, whole);
}

}  // namespace

ContactSet::ContactSet(const Model& model) {
  if (!can_touch(model)) return;
  filter_ = model.contact_exceptions.filter;
  add_shapes(model);
  laws_ = PairLaws(model);
  add_separations(model);
}

void ContactSet::add_shapes(const Model& model) {
  std::vector<std::size_t> bodies;
  for (const ContactShape& shape : model.shapes) {
    const bool moving = moves(model, shape);
    const double weight =
        moving ? model.gravity * model.bodies[find_body(model, shape.body)].mass : 0.0;
    Item item{PlacedShape(shape, model),
              moving,
              weight,
              shape.role,
              0,
              shape.surface_velocity,
              shape.surface_velocity,
              std::nullopt,
              shape.surface_spin,
              shape.surface_motion};
    while (model.materials[item.material].name != shape.material) ++item.material;
    for (std::size_t input = 0; input < model.inputs.size(); ++input) {
      const auto* moved = std::get_if<SurfaceVelocity>(&model.inputs[input].kind);
      if (moved != nullptr && moved->shape == full_name(shape)) item.input = input;
    }
    bodies.push_back(item.place.body);
    shapes_.push_back(std::move(item));
  }
  broad_phase_ = BroadPhase(std::move(bodies));
}

bool ContactSet::bounces(std::size_t body) const {
  return std::any_of(shapes_.begin(), shapes_.end(), [&](const Item& shape) {
    return shape.moves && shape.place.body == body && participates(shape.role) &&
           laws_.bounces(shape.material);
  });
}

void ContactSet::add_separations(const Model& model) {
  const auto separate = [&](const std::string& first, const std::string& second,
                            std::optional<std::size_t> input) {
    Separation separation{{}, {}, input, !input};
    for (const ContactShape& shape : model.shapes) {
      separation.one.push_back(includes(first, shape));
      separation.two.push_back(includes(second, shape));
    }
    separations_.push_back(std::move(separation));
  };
  for (const DisabledPair& pair : model.contact_exceptions.pairs)
    separate(pair.first, pair.second, {});
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* enabled = std::get_if<ContactEnabled>(&model.inputs[input].kind);
    if (enabled == nullptr) continue;
    for (const ContactReader& reader : model.contact_readers) {
      if (reader.name == enabled->reader) separate(reader.side1, reader.side2, input);
    }
  }
}

void ContactSet::apply(const std::vector<InputSeries>& inputs, double now) {
  time_.start = now;
  for (Separation& separation : separations_) {
    if (!separation.input) continue;
    const InputSeries& series = inputs[*separation.input];
    double value = 1.0;
    if (!series.times_ns().empty()) series.evaluate(now, {&value, 1});
    separation.acts = value == 0.0;
  }
  for (Item& shape : shapes_) {
    shape.place.edit(inputs, now);
    shape.surface_velocity = shape.given_velocity;
    if (!shape.input || inputs[*shape.input].times_ns().empty()) continue;
    inputs[*shape.input].evaluate(now, {shape.surface_velocity.data(), 3});
  }
}

bool ContactSet::may_touch(std::size_t one, std::size_t two) const {
  const Item &first = shapes_[one], &second = shapes_[two];
  if (!participates(first.role) || !participates(second.role)) return false;
  const bool felt = is_sensor(first.role) || is_sensor(second.role);
  if (!first.moves && !second.moves && !felt) return false;
  const bool separated =
      std::any_of(separations_.begin(), separations_.end(), [&](const Separation& from) {
        return from.acts && ((from.one[one] && from.two[two]) || (from.one[two] && from.two[one]));
      });
  return !separated && (!filter_ || filter_->may_touch(one, two));
}

void ContactSet::place_shapes(const Kinematics& bodies, double step) {
  posed_.clear();
  bounds_.clear();
  for (const Item& shape : shapes_) {
    const BodyKinematics* body = shape.place.in_world() ? nullptr : &bodies[shape.place.body];
    const double reach =
        kLargestMargin + (body == nullptr ? 0.0 : step * body->velocity.head<3>().norm());
    posed_.emplace_back(shape.place.form, shape.place.pose_at(body));
    bounds_.push_back(bounds(posed_.back()).grown(reach));
  }
}

void ContactSet::find(const Kinematics& bodies, const ContactPairs& before,
                      const std::vector<InputSeries>& inputs, double now, double step) {
  contacts_.clear();
  for (ContactPairState& pair : pairs_) spare_points_.push_back(std::move(pair.points));
  pairs_.clear();
  if (empty() || !are_finite(bodies)) return;  // the masses refuse others
  time_.duration = step;
  apply(inputs, now);
  place_shapes(bodies, step);
  for (const auto& [one, two] : broad_phase_.overlapping_pairs(bounds_)) {
    check_cancelled();
    if (may_touch(one, two)) add_pair_contacts(one, two, before, bodies, step);
  }
}

/// Gap up to which points are found: the distance that the shapes may close in a step, so that a
/// shape without restitution stops at the surface and not inside.
double ContactSet::margin(std::size_t one, std::size_t two, const Kinematics& bodies,
                          double step) const {
  const double size1 = shapes_[one].place.form.size(), size2 = shapes_[two].place.form.size();
  const double smaller = std::min(size1, size2);
  const Vector3& middle = posed_[size1 <= size2 ? one : two].position;
  const Vector3 apart =
      shapes_[one].speed_at(middle, bodies) - shapes_[two].speed_at(middle, bodies);
  const double turning = (shapes_[one].turning(bodies) - shapes_[two].turning(bodies)).norm();
  return std::min(kMarginShare * smaller, kLargestMargin) +
         step * (apart.norm() + smaller * turning);
}

void ContactSet::add_pair_contacts(std::size_t one, std::size_t two, const ContactPairs& before,
                                   const Kinematics& bodies, double step) {
  const PairLaw& law = this->law(one, two);
  const ContactPairState* known = find_pair(before, one, two);
  CollisionMemory memory;
  if (known != nullptr && is_unit(known->search_normal)) memory.normal = known->search_normal;
  points_.clear();
  collide(posed_[one], posed_[two], margin(one, two, bodies, step), &memory, points_);
  if (points_.empty()) return;
  if (is_sensor(shapes_[one].role) || is_sensor(shapes_[two].role)) {
    return add_sensor_contact(one, two, memory.normal);
  }
  const double whole_stiffness =
      law.area_stiffness ? pair_stiffness(*law.area_stiffness, points_) : 0.0;
  if (law.fender) {
    merge_into_fender(points_);
  } else if (law.reduce_points && of_one_face(points_)) {
    reduce_points(points_, 0, kReducedPoints);
  }
  if (filter_ && !is_kept(one, two, known, bodies)) return;
  ContactPairState& pair = add_pair(one, two, memory.normal, spare_points_, pairs_);
  pair.points.reserve(points_.size());
  if (known != nullptr) {
    pair.greatest_depth = known->greatest_depth;
    pair.touch_speed = known->touch_speed;
  }
  note_history(one, two, bodies, pair);
  const bool overlap = std::any_of(points_.begin(), points_.end(),
                                   [](const ContactPoint& point) { return point.depth > 0.0; });
  const auto count = static_cast<double>(points_.size());
  const double adhesion = overlap ? law.adhesion_force / count : 0.0;
  const double stiffness = law.area_stiffness ? whole_stiffness / count : law.stiffness;
  const double deepest =
      std::max(kLargestDepth * std::min(size(one), size(two)), law.adhesion_overlap);
  Vector3 primary = Vector3::Zero();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (i == 0 || points_[i].normal != points_[i - 1].normal) {
      primary = primary_direction(law, points_[i].normal, bodies);
    }
    add_contact(one, two, points_[i], {primary, adhesion, stiffness, deepest}, bodies, known);
  }
}

/// True if the user's filter keeps the points that were found.
bool ContactSet::is_kept(std::size_t one, std::size_t two, const ContactPairState* known,
                         const Kinematics& bodies) const {
  const ContactPoint& deepest = deepest_of(points_);
  const Vector3 apart = shapes_[one].speed_at(deepest.position, bodies) -
                        shapes_[two].speed_at(deepest.position, bodies);
  const bool touched =
      known != nullptr && std::any_of(known->points.begin(), known->points.end(), touches_there);
  return filter_->keeps(
      {one, two, time_.start, points_, deepest.depth > 0.0 && !touched, apart.dot(deepest.normal)});
}

/// Stores the points of a sensor, without any force.
void ContactSet::add_sensor_contact(std::size_t one, std::size_t two,
                                    const Vector3& search_normal) {
  std::erase_if(points_, [](const ContactPoint& point) { return point.depth <= 0.0; });
  if (points_.empty()) return;
  const bool any_will_do =
      shapes_[one].role == ShapeRole::kDetector || shapes_[two].role == ShapeRole::kDetector;
  if (any_will_do) points_.resize(1);
  ContactPairState& pair = add_pair(one, two, search_normal, spare_points_, pairs_);
  for (const ContactPoint& point : points_) {
    pair.points.push_back(
        {point.feature, point.position, point.normal, Vector3::Zero(), point.depth});
  }
}

/// Updates the greatest depth of the shapes and the speed at which they met.
void ContactSet::note_history(std::size_t one, std::size_t two, const Kinematics& bodies,
                              ContactPairState& pair) const {
  const ContactPoint& deepest = deepest_of(points_);
  if (deepest.depth <= 0.0) {
    pair.greatest_depth = pair.touch_speed = 0.0;
    return;
  }
  if (pair.greatest_depth == 0.0) {
    pair.touch_speed =
        closing_speed(shapes_[one].speed_at(deepest.position, bodies),
                      shapes_[two].speed_at(deepest.position, bodies), deepest.normal);
  }
  pair.greatest_depth = std::max(pair.greatest_depth, deepest.depth);
}

Vector3 ContactSet::Item::turning(const Kinematics& bodies) const {
  if (place.body == ConstraintBlock::kWorld) return Vector3::Zero();
  return bodies[place.body].velocity.tail<3>();
}

Vector3 ContactSet::Item::speed_at(const Vector3& point, const Kinematics& bodies) const {
  if (place.body == ConstraintBlock::kWorld) return Vector3::Zero();
  const BodyKinematics& at = bodies[place.body];
  const Vector3 turning = at.velocity.tail<3>();
  return at.velocity.head<3>() + turning.cross(point - at.position);
}

void ContactSet::add_contact(std::size_t one, std::size_t two, const ContactPoint& point,
                             const OfPoint& of_point, const Kinematics& bodies,
                             const ContactPairState* before) {
  const PairLaw& law = this->law(one, two);
  ContactPairState& pair = pairs_.back();
  Contact& contact = contacts_.emplace_back();
  contact.pair = pairs_.size() - 1;
  contact.point = pair.points.size();
  contact.law = &law;
  contact.gap = -point.depth;
  contact.excess = std::max(0.0, point.depth - of_point.deepest);
  contact.stiffness = of_point.stiffness;
  contact.damping_time = law.damping_time;
  contact.adhesion = of_point.adhesion;
  if (contact.adhesion > 0.0) contact.gap += law.adhesion_overlap;
  if (law.fender) {
    const bool pressed = point.depth > 0.0;
    const double speed = closing_speed(shapes_[one].speed_at(point.position, bodies),
                                       shapes_[two].speed_at(point.position, bodies), point.normal);
    const FenderLaw::Tangent spring =
        pressed ? law.fender->at(point.depth, pair.greatest_depth, pair.touch_speed)
                : law.fender->at(kFirstTouch, kFirstTouch, speed);
    if (pressed) contact.gap = -spring.compression;
    contact.stiffness = spring.stiffness;
    contact.damping_time = spring.damping_time;
  }
  contact.block.bodies = {shapes_[one].place.body, shapes_[two].place.body};
  set_rows(one, two, point, of_point.primary, bodies, before, contact);
  pair.points.push_back(
      {point.feature, point.position, point.normal, Vector3::Zero(), point.depth});
}

void ContactSet::set_forces(const std::vector<Vector3>& forces) {
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    Vector3 force = Vector3::Zero();
    const std::size_t side = contact.block.bodies[0] == ConstraintBlock::kWorld ? 1 : 0;
    for (int row = 0; row < contact.block.rows; ++row) {
      force += forces[i][row] * contact.block.jacobian[side].row(row).head<3>().transpose();
    }
    pairs_[contact.pair].points[contact.point].force = side == 0 ? force : Vector3(-force);
  }
}

void ContactSet::add_forces(const ContactPairs& pairs, const Kinematics& bodies,
                            BodyVectors& wrenches) const {
  for (const ContactPairState& pair : pairs) {
    for (const ContactPointState& point : pair.points) {
      for (const double sign : {1.0, -1.0}) {
        const std::size_t body = shapes_[sign > 0.0 ? pair.shape1 : pair.shape2].place.body;
        if (body == ConstraintBlock::kWorld) continue;
        const Vector3 force = sign * point.force;
        wrenches[body].head<3>() += force;
        wrenches[body].tail<3>() += (point.position - bodies[body].position).cross(force);
      }
    }
  }
}

}  // namespace raftup::solver
