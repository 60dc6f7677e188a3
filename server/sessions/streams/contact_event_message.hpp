#pragma once

#include <span>

#include "raftup/v1/contact_event.pb.h"
#include "solver/contacts/contact_events.hpp"

namespace raftup::server {

/// The most events of one message.
inline constexpr std::size_t kContactEventLimit = 1000;

/// Events of a model's steps. A pure function.
v1::ContactEvents contact_events_to_proto(std::span<const solver::ContactEvent> events,
                                          const solver::Model& model);

}  // namespace raftup::server
