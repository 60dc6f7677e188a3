#pragma once

#include <string>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// A rigid body. Mass, position and attitude default to what the hydrodynamic group of the body
/// says, so the groups and the water of `model` must be built before.
/// @param path "bodies[0]"
solver::RigidBody build_body(const v1::Body& body, const std::string& path,
                             const solver::Model& model, Violations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_body(solver::RigidBody& body, v1::Body& message);

}  // namespace raftup::server
