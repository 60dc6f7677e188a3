/// @file Waves of a given spectrum that contain an extreme value: of the elevation [m] at a place
///         and time, or of a linear response to the waves.
#pragma once

#include <vector>

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A random sea in which one quantity is given an extreme value at a place and time. The quantity
/// is linear in the waves: the sum over the components n of Re H_n Z_n, where Z_n is the complex
/// amplitude of component n at the place [m]. With H_n = 1 it is the elevation, otherwise a
/// response with the transfer function H_n.
class ConditionedSea {
 public:
  /// @param random    components of a random sea, each with the variance v_n = amplitude^2 / 2
  /// @param responses H_n, the response to a component of unit amplitude that has its crest at
  ///         `position`; one per component
  /// @param position  place of the extreme [m, world]
  /// @param time      time of the extreme [s]
  /// @throws Error(kInvalidArgument) if all responses are zero, or the current stops a component
  ConditionedSea(std::vector<WaveComponent> random, std::vector<Complex> responses,
                 const Vector2& position, double time, const Sea::Water& water);

  /// Standard deviation of the quantity, sqrt(m0) with m0 = sum |H_n|^2 v_n.
  double deviation() const;
  /// Mean zero-crossing period of the quantity, T_z = 2 pi sqrt(m0 / m2) [s], m2 = sum omega_n^2
  /// |H_n|^2 v_n.
  double crossing_period() const;
  /// Most probable largest value of the quantity within a duration, sqrt(m0) sqrt(2 ln(duration /
  /// T_z)).
  /// @param duration s, > T_z
  /// @throws Error(kInvalidArgument) if the duration is not longer than T_z
  double most_probable(double duration) const;

  /// Computes the components [m] of a sea in which the quantity has the value `level` and the rate
  /// 0 at the chosen time. With r_n = H_n Z_n, and R_n the value of r_n in the random sea or 0,
  ///   r_n = R_n + |H_n|^2 v_n [(level - Re sum R)/m0 - i omega_n (0 - Re sum i omega R)/m2].
  /// With R_n = 0 this is the mean of all seas of this spectrum that satisfy both conditions.
  /// @param in_random_sea true if R_n is the value in the random sea; false for R_n = 0
  /// @source Taylor, Jonathan and Harland (1997), Time domain simulation of jack-up dynamics with
  ///          the extremes of a Gaussian process; Tromans, Anaturk and Hagemeijer (1991), A new
  ///          model for the kinematics of large ocean waves
  std::vector<WaveComponent> reaching(double level, bool in_random_sea) const;

  /// Computes the level at which the crest is by `height` above the lower one of the two troughs
  /// beside it. A trough is the lowest value between the first two zero crossings on one side of
  /// the crest.
  /// @param height > 0, in the unit of the quantity [m for an elevation]
  /// @throws Error(kInvalidArgument) if no level between 1 % and 10 times the height gives this
  ///          height
  double level_of_height(double height, bool in_random_sea) const;

 private:
  /// Complex amplitudes Z_n [m] at the place and time of the extreme.
  std::vector<Complex> phasors(double level, bool in_random_sea) const;
  /// Value of the quantity, sum of Re H_n Z_n exp(i omega_n t), at the time t [s] after the
  /// extreme.
  double value(const std::vector<Complex>& phasors, double time) const;
  /// Lowest value of the quantity between the first two zero crossings before (direction -1) or
  /// after (direction 1) the extreme.
  double trough(const std::vector<Complex>& phasors, double direction) const;

  std::vector<WaveComponent> random_;
  std::vector<Complex> responses_;
  /// Phase of each component at the place and time, without its own phase angle [turns].
  std::vector<double> turns_;
  double m0_ = 0.0, m2_ = 0.0;
};

}  // namespace raftup::hydro
