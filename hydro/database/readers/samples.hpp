/// @file Operations of readers on the frequencies [rad/s] and wave directions [rad] of a file.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Keeps the frequencies [rad/s] with the indices `kept`, in that order, in every series over
/// omega.
void select_frequencies(Database& database, const std::vector<Eigen::Index>& kept);

/// Removes omega = 0, at which B and X have no meaning; a finding says so.
void drop_zero_frequencies(Database& database);

/// Sorts frequencies [rad/s] and wave directions [rad] in ascending order, with all data that
/// depend on them. A direction that repeats the first one after a full circle is removed, since
/// transfer functions are periodic in direction; a finding says so.
/// @throws Error(kInvalidArgument) if a frequency or direction occurs twice, or directions span
///         more than a circle
void order_samples(Database& database);

/// Removes frequencies [rad/s] at which A, B or X contains something that is not a number; a
/// finding says how many and which.
/// @throws Error(kInvalidArgument) if none is left
void drop_incomplete_frequencies(Database& database);

/// Refuses periods that are not 2 pi / omega to .1 %: one of both is in another unit, or of another
/// run. Infinite frequency and period 0 agree.
/// @param omega   [rad/s]
/// @param periods [s], in the same order
/// @param place   of the periods in the file
/// @throws Error(kInvalidArgument) naming the place, the rule and the first pair that breaks it
void require_periods(const VectorXd& omega, const VectorXd& periods, const std::string& place);

/// X = froude_krylov + diffraction, for files that hold the two parts alone.
/// @param froude_krylov,diffraction as many wave directions each, matrices of one shape
TransferFunction excitation_sum(const TransferFunction& froude_krylov,
                                const TransferFunction& diffraction);

}  // namespace raftup::hydro
