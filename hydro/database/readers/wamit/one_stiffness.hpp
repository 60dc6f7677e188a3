/// @file The file .hst in WAMIT's layout that other programs write beside their own files.
#pragma once

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Returns true for a file .hst in WAMIT's layout.
bool is_wamit_stiffness(const SourceFile& file);

/// Reads the hydrostatic stiffness [N/m, N, N m] of one body, made nondimensional with the length 1 m.
/// @param unit density of the water times gravity [N/m3]
/// @throws Error(kInvalidArgument) with the file, the line and the rule
Matrix6 read_one_stiffness(const SourceFile& file, double unit);

}  // namespace raftup::hydro
