#pragma once

#include "hydro/radiation/base/floating_motions.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Error of standard deviations in a sea [1] above which a radiation memory is reported by a
/// warning. Chosen, not swept.
inline constexpr double kSeaFarOff = 3e-2;

/// Largest error of the standard deviation of a dof in a sea by the motions `other`:
///   |s_i - s_i,reference| / max_j s_j,reference,  s_i^2 = sum_c |x_i(omega_c)|^2 a_c^2 / 2,
/// where the maximum is over the dofs j of the kind of dof i (translation, rotation).
struct SeaError {
  double relative = 0.0;  ///< this error [1]
  Eigen::Index dof = 0;   ///< dof i
  /// Frequency at which the variance of the dof differs most [rad/s].
  double omega = 0.0;
};

/// Computes the largest error of standard deviations in a sea. |x|^2 is linear between the
/// frequencies of the motions, and constant outside.
/// @param motions motions in waves
/// @param sea     its waves, with their amplitudes as given if these vary
/// @param heading heading of the frame of the database [rad, world]
SeaError sea_error(const ComparedMotions& motions, const Sea& sea, double heading);

/// Computes the largest error of standard deviations where no sea is known. Each dof that moves (see
/// largest_differences()) is in a JONSWAP sea (gamma 3.3) whose peak is at the frequency at which the
/// dof moves most, from the direction in which it does; without excitation, the spectrum of the
/// force has that shape.
SeaError sea_error(const ComparedMotions& motions);

/// Writes the error of a memory in a sea to its report. The finding kFarFromFile receives this
/// error; it is a warning if the error is above kSeaFarOff.
/// @param database database of the memory, which names the dofs
/// @param sea      waves of the run; null if they are not known or if there are none
/// @param heading  heading of the frame of the database [rad, world]
void note_sea_error(const Database& database, const Sea* sea, double heading,
                    RadiationReport& report);

}  // namespace raftup::hydro
