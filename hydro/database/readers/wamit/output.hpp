#pragma once

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Reads the text output of one run of WAMIT (.out), which holds what its numeric files hold and
/// the bodies' places, volumes and centres; only the density is missing and comes from the options.
/// Its digits limit it: wave forces have phases of whole degrees (.5 degrees off, .9 % of the
/// force), hydrostatics five digits: findings say so; .3 and .hst hold more. Exciting forces are
/// those by diffraction, else by Haskind's relation. Bodies turned about z (PHIBODY) are refused.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_output(const SourceFile& file, const SourceOptions& options);

}  // namespace raftup::hydro
