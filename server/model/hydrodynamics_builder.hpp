#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/interactions/hydrodynamic_group.hpp"

namespace raftup::server {

/// Finds a database by its name in the catalogue ("hemisphere", "databases/hemisphere").
/// @throws Error(kNotFound)
using DatabaseLookup =
    std::function<std::shared_ptr<const hydro::Database>(const std::string& name)>;

/// A hydrodynamic group, its database reduced to the bodies that the model names. On a violation
/// the group may lack its database.
/// @param path "hydrodynamics[0]"
solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases, Violations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_group(solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message);

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path, Violations& violations);
void complete_interaction(solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message);

}  // namespace raftup::server
