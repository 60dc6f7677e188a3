#pragma once

#include <string>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// What a file is, by its content.
enum class SourceFormat {
  kRaftup,
  kBemio,
  kHdb5,
  kCapytaine,
  kNemohHydrostatics,  ///< Hydrostatics_*.dat or KH_*.dat, which belong to a Capytaine dataset
  kWamitNumeric,       ///< .1 .3 .3fk .3sc .hst .8 .9
  kWamitOutput,        ///< .out
  kDiodore
};

/// Tells formats by magic bytes, HDF5 objects, section names and the columns of the first row;
/// never by the file's name.
/// @throws Error(kInvalidArgument) where the file is of none of the formats, or damaged
SourceFormat source_format(const SourceFile& file);

}  // namespace raftup::hydro
