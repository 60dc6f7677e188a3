#pragma once

#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "raftup/v1/hydrostatics.pb.h"

namespace raftup::server {

/// Computes the answer to a ComputeHydrostatics request for a stored mesh.
/// @throws ServiceError(kBadField) if the mesh cannot serve as a hull, or if hydro::FloatingHull or
///         hydro::stability_curve() refuse a value of the request
void compute_hydrostatics(const hydro::MeshFile& mesh,
                          const v1::ComputeHydrostaticsRequest& request,
                          v1::ComputeHydrostaticsResponse& response);

}  // namespace raftup::server
