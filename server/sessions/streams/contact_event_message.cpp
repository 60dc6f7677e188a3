#include "server/sessions/streams/contact_event_message.hpp"

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

}  // namespace raftup::server
