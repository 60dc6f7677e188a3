#pragma once

#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "raftup/v1/hydrostatics.pb.h"

namespace raftup::server {

/// Answers a ComputeHydrostatics request about a stored mesh.
/// @throws ServiceError(kBadField) for a mesh that is no hull, and for what hydro::FloatingHull and
///         hydro::stability_curve() refuse
void compute_hydrostatics(const hydro::MeshFile& mesh,
                          const v1::ComputeHydrostaticsRequest& request,
                          v1::ComputeHydrostaticsResponse& response);

}  // namespace raftup::server
