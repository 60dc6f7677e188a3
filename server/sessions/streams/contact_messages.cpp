#include "server/sessions/streams/contact_messages.hpp"

#include "solver/contacts/contact_reading.hpp"

namespace raftup::server {

namespace {

v1::ContactEventKind kind_to_proto(solver::ContactEventKind kind) {
  switch (kind) {
    case solver::ContactEventKind::kImpact:
      return v1::CONTACT_EVENT_KIND_IMPACT;
    case solver::ContactEventKind::kContact:
      return v1::CONTACT_EVENT_KIND_CONTACT;
    case solver::ContactEventKind::kSeparation:
      break;
  }
  return v1::CONTACT_EVENT_KIND_SEPARATION;
}

void point_to_proto(const solver::ContactPointState& point, v1::ContactPoint& message) {
  message.mutable_position()->Assign(point.position.begin(), point.position.end());
  message.mutable_normal()->Assign(point.normal.begin(), point.normal.end());
  message.set_depth(point.depth);
  message.mutable_force()->Assign(point.force.begin(), point.force.end());
}

}  // namespace

v1::ContactEvents contact_events_to_proto(std::span<const solver::ContactEvent> events,
                                          const solver::Model& model) {
  v1::ContactEvents messages;
  for (const solver::ContactEvent& event : events) {
    v1::ContactEvent& message = *messages.add_events();
    message.set_kind(kind_to_proto(event.kind));
    message.set_time_ns(event.time_ns);
    message.set_shape1(full_name(model.shapes[event.shape1]));
    message.set_shape2(full_name(model.shapes[event.shape2]));
    message.mutable_point()->Assign(event.point.begin(), event.point.end());
    message.mutable_normal()->Assign(event.normal.begin(), event.normal.end());
    message.set_depth(event.depth);
    message.set_normal_speed(event.normal_speed);
  }
  return messages;
}

void contacts_to_proto(const solver::Simulation& simulation, std::size_t most_points,
                       google::protobuf::RepeatedPtrField<v1::ShapePair>& pairs) {
  const auto& shapes = simulation.model().shapes;
  std::size_t left = most_points;
  for (const solver::ShapeContact& contact :
       read_contacts(simulation.model(), simulation.state())) {
    if (left == 0) return;
    v1::ShapePair& pair = *pairs.Add();
    pair.set_shape1(full_name(shapes[contact.shape1]));
    pair.set_shape2(full_name(shapes[contact.shape2]));
    pair.set_pushes(contact.pushes);
    for (const auto& point : contact.points) {
      if (left == 0) return;
      point_to_proto(point, *pair.add_points());
      --left;
    }
  }
}

}  // namespace raftup::server
