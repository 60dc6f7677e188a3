/// @file Names that the reader and the writer of BEMIO files share beyond the format; private to
/// hydro/database.
#pragma once

namespace raftup::hydro {

/// Below it stands, at the path of a dataset, what rounding took from its normalised numbers: SI
/// value minus product of filed number and scale.
inline constexpr const char* kBemioRounding = "/raftup/rounding";

/// Below it stand findings, sources and history. Other readers ignore both.
inline constexpr const char* kBemioProvenance = "/raftup/";

}  // namespace raftup::hydro
