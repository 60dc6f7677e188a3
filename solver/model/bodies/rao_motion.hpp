#pragma once

#include <array>
#include <complex>
#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// Complex displacement RAOs R of six motions [m/m, rad/m] over frequency [rad/s] and direction [rad], so that a
/// wave a cos(omega t + phase) at the phase origin moves the vessel by Re{a R exp(i (omega t +
/// phase))}.
class RaoTable {
 public:
  using Motions = std::array<std::complex<double>, 6>;

  /// @param rao checked
  explicit RaoTable(const DisplacementRao& rao);

  double lowest() const { return omega_.front(); }  ///< rad/s
  double highest() const { return omega_.back(); }  ///< rad/s
  /// Bilinear in the real and the imaginary part; below the lowest frequency as there, above the
  /// highest 0.
  /// @param omega     [rad/s]
  /// @param direction of the waves, from the vessel's bow, where they go [rad]
  Motions at(double omega, double direction) const;

 private:
  const Motions& entry(std::size_t row, std::size_t column) const {
    return entries_[row * directions_.size() + column];
  }
  Motions in_row(std::size_t row, double degrees) const;

  std::vector<double> omega_, directions_;  ///< rad/s; deg, one more than a turn apart where closed
  std::vector<Motions> entries_;
};

/// The motion of a vessel in the waves of a sea by its RAOs.
class RaoMotion final : public MotionFunction {
 public:
  /// @param rao     checked
  /// @param primary pose of the model frame that it moves about [m, world]
  /// @param sea     without it the vessel stays there; amplitudes do not change with time
  RaoMotion(const DisplacementRao& rao, const Pose& primary, const std::optional<hydro::Sea>& sea);

  MovingFrame at(double time) const override;

 private:
  struct Harmonic {
    double omega;              ///< rad/s
    RaoTable::Motions motion;  ///< m, rad: a R exp(i phase), axes of the heading
  };
  struct Displacement {
    Vector6 value, rate, second;  ///< m, rad; per s; per s2
  };

  Displacement displacement(double time) const;

  Pose primary_;
  Vector3 origin_;
  Heading heading_;
  double ramp_ = 0.0;  ///< s
  std::vector<Harmonic> harmonics_;
};

}  // namespace raftup::solver
