#pragma once

#include <array>

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

/// A frequency of motions and the share of the energy of a wave that belongs to it [1].
struct FrequencyShare {
  Eigen::Index frequency;
  double share;
};

/// Returns the two frequencies between which a wave lies, with shares that add up to 1; beyond the
/// ends of the frequencies, all of it belongs to the nearer end.
/// @param omega    ascending [rad/s]
/// @param of_wave  frequency of the wave [rad/s]
std::array<FrequencyShare, 2> neighbours(const VectorXd& omega, double of_wave);

/// Variances of all dofs by two sets of motions, summed over waves of the frequencies omega.
class ComparedVariances {
 public:
  /// @param omega frequencies [rad/s]
  ComparedVariances(VectorXd omega, Eigen::Index dof_count);

  /// Adds the variances in waves of one frequency.
  /// @param reference,other motions per meter of amplitude [m/m, rad/m], one per dof
  /// @param energy          a^2 / 2 of the waves [m2]
  void add(Eigen::Index frequency, const VectorXcd& reference, const VectorXcd& other,
           double energy);

  /// The error of the standard deviation of a dof, with the frequency at which its variance differs
  /// most.
  SeaError error_of(Eigen::Index dof) const;

 private:
  VectorXd omega_;
  MatrixXd reference_, other_;  ///< one row per dof, one column per frequency [m2, rad2]
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

/// Replaces the error of a memory in a sea, which was that of freely floating bodies, by the error of
/// a whole model. The finding kFarFromFile receives it as well, and is a warning only if it is above
/// kSeaFarOff.
/// @param error in the motions of the bodies of `database`, with all loads and joints of the model
void note_sea_error_of_model(const Database& database, const SeaError& error,
                             RadiationReport& report);

}  // namespace raftup::hydro
