#pragma once

#include <string>

#include "raftup/v1/model.pb.h"
#include "server/base/violations.hpp"
#include "solver/bodies/observer_frame.hpp"

namespace raftup::server {

/// @param path "observers[0]"
solver::ObserverFrame build_observer(const v1::ObserverFrame& message, const std::string& path,
                                     Violations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_observer(const solver::ObserverFrame& observer, v1::ObserverFrame& message);

}  // namespace raftup::server
