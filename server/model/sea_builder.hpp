#pragma once

#include <optional>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// The current of a model; still water on a violation. Paths from "environment.current".
hydro::Current build_current(const v1::Current& current, Violations& violations);

/// The sea of a model; none = still water. Paths from "environment.sea".
std::optional<hydro::Sea> build_sea(const v1::Sea& sea, const hydro::Sea::Water& water,
                                    Violations& violations);

/// What does not change of a sea; systems that change are violations. Paths from `path`.
/// @param gravity m/s2
hydro::StationarySea build_stationary_sea(const v1::Sea& sea, const std::string& path,
                                          double gravity, Violations& violations);

/// Adds a violation for each wave system with a component beyond the frequencies or directions of a
/// group's database.
/// @param model with its groups, its water and the sea that build_sea() made of the same message
void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             Violations& violations);

/// Writes the defaults of every wave system into `sea`.
void complete_sea(v1::Sea& sea);

}  // namespace raftup::server
