#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Keeps the frequencies `kept`, in that order, in every series over omega.
void select_frequencies(Database& database, const std::vector<Eigen::Index>& kept);

/// Sorts frequencies and wave directions ascending, with everything that hangs on them. A direction
/// that repeats the first one after a full circle goes, which a finding says: transfer functions
/// are periodic in direction.
/// @throws Error(kInvalidArgument) where a frequency or direction comes twice, or directions span
/// more than a circle
void order_samples(Database& database);

/// Removes frequencies at which A, B or X holds something that is not a number; a finding says how
/// many and which.
/// @throws Error(kInvalidArgument) where none is left
void drop_incomplete_frequencies(Database& database);

}  // namespace raftup::hydro
