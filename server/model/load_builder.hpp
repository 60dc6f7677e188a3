#pragma once

#include <string>

#include "raftup/v1/model.pb.h"
#include "server/base/violations.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// @param path "loads[0]"
solver::Load build_load(const v1::Load& load, const std::string& path, Violations& violations);

/// Writes into `message` every default that building it has chosen; `model` gives the poses of
/// rest.
void complete_load(const solver::Load& load, const solver::Model& model, v1::Load& message);

}  // namespace raftup::server
