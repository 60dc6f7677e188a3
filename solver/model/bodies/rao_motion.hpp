#pragma once

#include <array>
#include <complex>
#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// Complex displacement RAOs R of six motions [m/m, rad/m] over frequency [rad/s] and wave
/// direction [rad]. A wave a cos(omega t + phase) at the phase origin moves the vessel by Re{a R
/// exp(i (omega t + phase))}.
class RaoTable {
 public:
  using Motions = std::array<std::complex<double>, 6>;

  /// @param rao a description that has been checked
  explicit RaoTable(const DisplacementRao& rao);

  double lowest() const { return omega_.front(); }  ///< lowest frequency of the table [rad/s]
  double highest() const { return omega_.back(); }  ///< highest frequency of the table [rad/s]
  /// Interpolates R bilinearly in its real and imaginary parts. Below the lowest frequency it uses
  /// the values at the lowest frequency; above the highest frequency R is 0.
  /// @param omega     [rad/s]
  /// @param direction direction that the waves go to, relative to the bow [rad]
  Motions at(double omega, double direction) const;

 private:
  const Motions& entry(std::size_t row, std::size_t column) const {
    return entries_[row * directions_.size() + column];
  }
  Motions in_row(std::size_t row, double degrees) const;

  /// Frequencies [rad/s], and directions [deg], of which the last is the first one plus a full
  /// turn.
  std::vector<double> omega_, directions_;
  std::vector<Motions> entries_;
};

/// The motion of a vessel in the waves of a sea, computed from its displacement RAOs [m/m, rad/m].
class RaoMotion final : public MotionFunction {
 public:
  /// @param rao     a description that has been checked
  /// @param primary mean pose of the model frame, about which the vessel moves [m, world]
  /// @param sea     the waves, whose amplitudes do not change after the ramp at the start; none:
  ///                the vessel stays at its mean pose
  RaoMotion(const DisplacementRao& rao, const Pose& primary, const std::optional<hydro::Sea>& sea);

  MovingFrame at(double time) const override;

 private:
  struct Harmonic {
    double omega;              ///< rad/s
    RaoTable::Motions motion;  ///< complex motion a R exp(i phase) in the heading axes [m, rad]
  };
  struct Displacement {
    /// motion and its first two derivatives in time [m, rad; per s; per s2]
    Vector6 value, rate, second;
  };

  Displacement displacement(double time) const;
  /// The product of a displacement and a factor [1, 1/s, 1/s2].
  static Displacement faded(const Displacement& of, const hydro::Fading::Rates& by);

  Pose primary_;
  Vector3 origin_;
  Heading heading_;
  double ramp_ = 0.0;     ///< s, duration of the ramp of the sea at the start
  hydro::Fading fading_;  ///< factor of the waves in the stages of the run
  std::vector<Harmonic> harmonics_;
};

}  // namespace raftup::solver
