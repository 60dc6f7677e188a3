#pragma once

#include <string>

#include "raftup/v1/model.pb.h"
#include "server/base/violations.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// @param path "joints[0]"
solver::Joint build_joint(const v1::Joint& message, const std::string& path,
                          Violations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_joint(const solver::Joint& joint, const solver::Model& model, v1::Joint& message);

}  // namespace raftup::server
