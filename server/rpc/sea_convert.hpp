#pragma once

#include "raftup/v1/sea_components.pb.h"
#include "solver/model.hpp"

namespace raftup::server {

/// The waves of a model as the solver has them, see GetSeaResponse. A pure function.
void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message);

}  // namespace raftup::server
