#pragma once

#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/bodies/shape.hpp"

namespace raftup::server {

/// The solids of a body; usable only where nothing was violated.
/// @param path of the body: "bodies[0]"
std::vector<solver::Shape> build_shapes(const v1::Body& message, const std::string& path,
                                        Violations& violations);

/// Writes into `message` every default of its shapes.
void complete_shapes(v1::Body& message);

}  // namespace raftup::server
