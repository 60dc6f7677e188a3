#include "solver/contacts/contact_events.hpp"

#include <algorithm>
#include <utility>

#include "solver/contacts/contact_equation.hpp"

namespace raftup::solver {

namespace {

template <typename Touch>
std::pair<std::uint64_t, std::uint64_t> shapes_of(const Touch& touch) {
  return {touch.shape1, touch.shape2};
}

}  // namespace

ContactEvents::ContactEvents(const Model& model) : step_ns_(model.step_ns) {
  if (!can_touch(model)) return;
  for (const ContactShape& shape : model.shapes) {
    bodies_.push_back(shape.body.empty() ? model.bodies.size() : find_body(model, shape.body));
  }
}

void ContactEvents::find(const ContactPairs& pairs, std::vector<Touch>& touches) {
  touches.clear();
  for (const ContactPairState& pair : pairs) {
    const ContactPointState* deepest = nullptr;
    for (const ContactPointState& point : pair.points) {
      if (!touches_there(point)) continue;
      if (deepest == nullptr || point.depth > deepest->depth) deepest = &point;
    }
    if (deepest == nullptr) continue;
    touches.push_back(
        {pair.shape1, pair.shape2, deepest->position, deepest->normal, deepest->depth});
  }
}

void ContactEvents::before(const State& state) {
  if (bodies_.empty()) return;
  positions_.clear();
  velocities_.clear();
  for (const BodyState& body : state.bodies) {
    positions_.push_back(body.position);
    velocities_.push_back(body.velocity);
  }
  find(state.contacts, before_);
}

void ContactEvents::after(const State& state) {
  if (bodies_.empty()) return;
  events_.clear();
  find(state.contacts, after_);
  const std::int64_t time_ns = state.step_index * step_ns_;
  auto was = before_.begin();
  auto is = after_.begin();
  while (was != before_.end() || is != after_.end()) {
    const bool ended =
        is == after_.end() || (was != before_.end() && shapes_of(*was) < shapes_of(*is));
    const bool began =
        was == before_.end() || (is != after_.end() && shapes_of(*is) < shapes_of(*was));
    if (ended) add(*was, false, time_ns);
    if (began) add(*is, true, time_ns);
    if (!began) ++was;
    if (!ended) ++is;
  }
}

void ContactEvents::add(const Touch& touch, bool begins, std::int64_t time_ns) {
  const Vector3 apart = velocity(touch.shape1, touch.point) - velocity(touch.shape2, touch.point);
  const double speed = apart.dot(touch.normal);
  const ContactEventKind kind = !begins                         ? ContactEventKind::kSeparation
                                : speed < -kRestingContactSpeed ? ContactEventKind::kImpact
                                                                : ContactEventKind::kContact;
  events_.push_back(
      {kind, time_ns, touch.shape1, touch.shape2, touch.point, touch.normal, touch.depth, speed});
}

/// Velocity of a point of a shape at the start of the step [m/s, world axes].
Vector3 ContactEvents::velocity(std::uint64_t shape, const Vector3& point) const {
  const std::size_t body = bodies_[shape];
  if (body == positions_.size()) return Vector3::Zero();
  const Vector3 turning = velocities_[body].tail<3>();
  return velocities_[body].head<3>() + turning.cross(point - positions_[body]);
}

}  // namespace raftup::solver
