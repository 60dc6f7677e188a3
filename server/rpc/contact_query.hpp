#pragma once

#include "raftup/v1/contact_query.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Answers a query about the contact shapes in the present state of a simulation: which shapes of
/// the model touch each other, or, if the request contains shapes, which shapes of the model touch
/// or are near these. See SessionService.QueryContacts.
/// @throws ServiceError(kBadField) if a shape of the request is invalid or cannot be used in this
///         query
void answer_contact_query(const solver::Simulation& simulation,
                          const v1::QueryContactsRequest& request,
                          v1::QueryContactsResponse& response);

}  // namespace raftup::server
