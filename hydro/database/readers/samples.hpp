/// @file Operations of readers on the frequencies [rad/s] and wave directions [rad] of a database.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Keeps only the frequencies [rad/s] with the indices `kept`, in that order, in every series of
/// the database over omega.
void select_frequencies(Database& database, const std::vector<Eigen::Index>& kept);

/// Removes the frequency omega = 0 rad/s, at which B and X have no meaning; a finding reports the
/// removal.
void drop_zero_frequencies(Database& database);

/// Sorts frequencies [rad/s] and wave directions [rad] in ascending order, with all data that
/// depend on them. If the last direction repeats the first one after a full circle, it is removed,
/// since transfer functions are periodic in direction; a finding reports the removal.
/// @throws Error(kInvalidArgument) if a frequency or direction occurs twice, or directions span
///          more than a circle
void order_samples(Database& database);

/// Removes frequencies [rad/s] at which A, B or X contains NaN or infinity; a finding reports how
/// many and which.
/// @throws Error(kInvalidArgument) if no frequency is left
void drop_incomplete_frequencies(Database& database);

/// Checks that periods equal 2 pi / omega to .1 %. If they do not, one of them is in another unit
/// or from another run. Infinite frequency and period 0 agree.
/// @param omega   frequencies [rad/s]
/// @param periods periods [s], in the same order
/// @param place   place of the periods in the file, for the message
/// @throws Error(kInvalidArgument) with the place, the rule and the first pair that violates it
void require_periods(const VectorXd& omega, const VectorXd& periods, const std::string& place);

/// Returns the excitation X = froude_krylov + diffraction, for files that contain only the two
/// parts.
/// @param froude_krylov,diffraction transfer functions with the same wave directions and shapes
TransferFunction excitation_sum(const TransferFunction& froude_krylov,
                                const TransferFunction& diffraction);

}  // namespace raftup::hydro
