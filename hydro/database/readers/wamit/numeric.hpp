#pragma once

#include <span>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Reads the numeric files of one run of WAMIT: .1 and .3 (or .2), and where they are there .3fk,
/// .3sc, .hst, and .8 or .9 (mean drift, of which the waves of one direction are kept).
/// The columns say what a file holds; only .3fk and .3sc, whose columns are those of .3, go by the
/// end of their name. Where all three are there their sum is checked.
/// These files have neither scales nor points: density, gravity, depth, length, centre of gravity
/// and displaced volume come from the options. Coefficients are taken as about the centre of
/// gravity. Phasors are ours. Periods are s, directions degrees.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_numeric(std::span<const SourceFile> files, const SourceOptions& options);

}  // namespace raftup::hydro
