#pragma once

#include <span>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Reads a dataset of Capytaine, NetCDF-3 or NetCDF-4, of version 2 or 3, with the hydrostatics of
/// Nemoh's style beside it where there are any.
/// Dimensions are taken by name, in any order. The file's phasors are e^{-i omega t}: X and its
/// parts are conjugated. Numbers are SI, directions rad. omega = inf becomes A_inf, omega = 0 is
/// left out, as are frequencies without numbers, each with a finding.
/// Bodies come from the names of the dofs, "ship__Heave"; a single one may have "Heave" alone. Only
/// the six rigid-body dofs are read.
/// From the dataset where it has them, else from the .dat files, else from the options: centre of
/// gravity and of buoyancy, displaced volume, hydrostatic stiffness. Coefficients about another
/// rotation_center are turned to the centre of gravity.
/// @param dataset one file
/// @param beside  Hydrostatics_*.dat and KH_*.dat, in the order of the bodies
/// @throws Error(kInvalidArgument) naming file, variable, rule and value
/// @source https://capytaine.org (datasets)
Database read_capytaine(const SourceFile& dataset, std::span<const SourceFile> beside,
                        const SourceOptions& options);

}  // namespace raftup::hydro
