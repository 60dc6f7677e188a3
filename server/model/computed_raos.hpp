/// @file Displacement RAOs [m/m, rad/m] that are computed from the hydrodynamic database of a body.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

class DatabaseLookup;

/// Returns true if the motion of a body is given by displacement RAOs with `database`.
bool has_computed_raos(const v1::Model& message);

/// Fills in the table of every body whose displacement RAOs have `database`. Its RAOs are the
/// solution x of
///   [-omega^2 (M + A) + i omega (B + D) + C] x = X
/// about the rest poses, in still water, with this body free and the other bodies of this kind
/// standing still, at the frequencies and directions of the database. They are those of the center
/// of mass, which is also the phase origin. A table that the message contains is kept if it was
/// computed for the same model. A body or model for which the table cannot be computed is a
/// violation.
/// @param message model as the client sent it, or as it was stored
void compute_raos(v1::Model& message, const DatabaseLookup& databases, FieldViolations& violations);

}  // namespace raftup::server
