#pragma once

#include <span>

#include "raftup/v1/contact_event.pb.h"
#include "raftup/v1/contact_query.pb.h"
#include "solver/contacts/contact_events.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Largest number of events in one message.
inline constexpr std::size_t kContactEventLimit = 1000;

/// Converts contact events of steps of `model` to a message. A pure function.
v1::ContactEvents contact_events_to_proto(std::span<const solver::ContactEvent> events,
                                          const solver::Model& model);

/// Appends the contacts of the last step of a simulation to `pairs`.
/// @param most_points largest number of contact points in the message; further points are left out
void contacts_to_proto(const solver::Simulation& simulation, std::size_t most_points,
                       google::protobuf::RepeatedPtrField<v1::ShapePair>& pairs);

}  // namespace raftup::server
