#pragma once

#include "raftup/v1/contact_query.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// What touches what where a simulation stands: see SessionService.QueryContacts.
/// @throws ServiceError(kBadField) where a shape is none, or none that can be asked so
void answer_contact_query(const solver::Simulation& simulation,
                          const v1::QueryContactsRequest& request,
                          v1::QueryContactsResponse& response);

}  // namespace raftup::server
