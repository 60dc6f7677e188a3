/// @file Meshes of shapes from their messages, with the files that they name.
#pragma once

#include <string>

#include "raftup/v1/contact.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_parts.hpp"
#include "solver/bodies/shape.hpp"

namespace raftup::server {

/// A mesh as it is simulated: read, repaired, simplified; on a violation it may be another.
/// @param path "shapes[0].mesh"
solver::TriangleMesh build_mesh(const v1::TriangleMesh& message, const std::string& path,
                                const DatabaseLookup& databases, Violations& violations);

/// The same of a convex solid: without triangles, and of a file, the hull of the vertices.
/// @param path "shapes[0].convex"
solver::Convex build_convex(const v1::TriangleMesh& message, const std::string& path,
                            const DatabaseLookup& databases, Violations& violations);

}  // namespace raftup::server
