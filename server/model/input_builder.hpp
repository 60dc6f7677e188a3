#pragma once

#include <string>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// @param path          "inputs[0]"
/// @param model         with its joints built
/// @param ramp_duration of the sea [s], which fades in streamed waves, too
solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration, Violations& violations);

/// Writes into `message` every default that building it has chosen, and short forms in full.
void complete_input(solver::Input& input, v1::Input& message);

}  // namespace raftup::server
