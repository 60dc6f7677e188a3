#pragma once

#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// Names of the outputs to record: those of the message, else the motion of every body and the
/// waves. One that the model has not got is a violation and left out.
/// @param model with its bodies, joints, loads and observers
std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       Violations& violations);

}  // namespace raftup::server
