/// @file Waves of a spectrum with an extreme in them: of the elevation at a place and time, or of
/// what responds to it.
#pragma once

#include <vector>

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A quantity that the components of a sea make, sum over n of Re H_n Z_n, Z_n the phasor of
/// component n at a place [m]: the elevation there with H = 1, a linear response with its transfer
/// function.
class ConditionedSea {
 public:
  /// @param random    components of a random sea, each of variance v_n = amplitude^2 / 2
  /// @param responses H_n, where the component has its crest at `position`; one per component
  /// @param position  m, world
  /// @param time      s, when the extreme is there
  /// @throws Error(kInvalidArgument) where nothing responds, or the current stops a component
  ConditionedSea(std::vector<WaveComponent> random, std::vector<Complex> responses,
                 const Vector2& position, double time, const Sea::Water& water);

  /// sqrt(m0), m0 = sum |H_n|^2 v_n.
  double deviation() const;
  /// T_z = 2 pi sqrt(m0 / m2), m2 = sum omega_n^2 |H_n|^2 v_n [s].
  double crossing_period() const;
  /// The most probable of the largest values in a duration, sqrt(m0) sqrt(2 ln(duration / T_z)).
  /// @param duration s, > T_z
  /// @throws Error(kInvalidArgument)
  double most_probable(double duration) const;

  /// The components [m] with which the quantity is `level` and its rate 0 at the time: with r = H Z
  /// and R those of the random sea or 0,
  ///   r_n = R_n + |H_n|^2 v_n [(level - Re sum R)/m0 - i omega_n (0 - Re sum i omega R)/m2],
  /// the mean of all seas of this spectrum in which it is so.
  /// @param in_random_sea R is that of the random components; else 0
  /// @source Taylor, Jonathan and Harland (1997), Time domain simulation of jack-up dynamics with
  ///         the extremes of a Gaussian process; Tromans, Anaturk and Hagemeijer (1991), A new model
  ///         for the kinematics of large ocean waves
  std::vector<WaveComponent> reaching(double level, bool in_random_sea) const;

  /// The level whose value less the lower of the troughs beside it is `height`; a trough is the
  /// lowest value between the zero crossings next to the crest.
  /// @param height > 0, in the unit of the quantity [m for an elevation]
  /// @throws Error(kInvalidArgument) where no crest within 1 % to 10 times the height does
  double level_of_height(double height, bool in_random_sea) const;

 private:
  /// Z_n [m] at the place and time.
  std::vector<Complex> phasors(double level, bool in_random_sea) const;
  /// sum of Re H_n Z_n exp(i omega_n t).
  double value(const std::vector<Complex>& phasors, double time) const;
  /// The lowest value between the first two zero crossings before (direction -1) or after (1) t = 0.
  double trough(const std::vector<Complex>& phasors, double direction) const;

  std::vector<WaveComponent> random_;
  std::vector<Complex> responses_;
  std::vector<double> turns_;  ///< of each component at the place and time without its phase
  double m0_ = 0.0, m2_ = 0.0;
};

}  // namespace raftup::hydro
