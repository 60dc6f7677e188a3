#pragma once

#include <optional>

#include "hydro/sea/sea.hpp"
#include "raftup/v1/model.pb.h"
#include "server/model/violations.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// The sea of a model; none = still water. Paths from "environment.sea".
/// @param water_depth m, may be infinite
/// @param gravity     m/s2
std::optional<hydro::Sea> build_sea(const v1::Sea& sea, double water_depth, double gravity,
                                    Violations& violations);

/// Adds a violation for each wave system with a component beyond the frequencies or directions of a
/// group's database.
/// @param model with its groups, its water and the sea that build_sea() made of the same message
void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             Violations& violations);

/// Writes the defaults of every wave system into `sea`.
void complete_sea(v1::Sea& sea);

}  // namespace raftup::server
