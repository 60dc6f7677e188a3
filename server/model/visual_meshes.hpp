#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_parts.hpp"

namespace raftup::server {

/// Checks what viewers are to be shown, which no simulation needs: the names of visual meshes
/// become those with their digests, where the catalogue has them.
void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        Violations& violations);

}  // namespace raftup::server
