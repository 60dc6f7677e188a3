#pragma once

#include <string>

#include "hydro/radiation/radiation_options.hpp"
#include "server/model/hydrodynamics_builder.hpp"
#include "server/sessions/session_setup.hpp"

namespace raftup::server {

/// Builds the simulation that `spec` describes and checks everything else in it.
/// @param path  of `spec` in the request, prefix of every violation's path
/// @param cache of radiation fits, may be null
/// @throws ServiceError(kBadField) with every violation
SessionSetup set_up_session(const v1::SessionSpec& spec, const std::string& path,
                            const DatabaseLookup& databases, hydro::FitCache* cache);

/// The same, bit for bit, from the spec of a session that was: with its model as it is written out,
/// and the very databases that `spec.databases` names, one for each group of the model.
/// @throws as above, where a database is not there any more
SessionSetup set_up_again(const v1::SessionSpec& spec, const std::string& path,
                          const DatabaseLookup& databases, hydro::FitCache* cache);

}  // namespace raftup::server
