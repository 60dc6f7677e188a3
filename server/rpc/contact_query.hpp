#pragma once

#include "raftup/v1/contact_query.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Answers which shapes touch in the present state of a simulation: see
/// SessionService.QueryContacts.
/// @throws ServiceError(kBadField) if a shape is invalid or cannot be used in this query
void answer_contact_query(const solver::Simulation& simulation,
                          const v1::QueryContactsRequest& request,
                          v1::QueryContactsResponse& response);

}  // namespace raftup::server
