#pragma once

#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/rao_table.hpp"

namespace raftup::solver {

/// A motion in waves in the axes of a heading, and its first two derivatives in time [m, rad; per
/// s; per s2].
struct RaoDisplacement {
  Vector6 value = Vector6::Zero(), rate = Vector6::Zero(), second = Vector6::Zero();
};

/// The factor of the waves of a sea by time: its ramp at the start, (1 - cos(pi t/T))/2 up to the
/// duration T, or the presence of the waves in the stages of the run.
class WaveGrowth {
 public:
  WaveGrowth() = default;
  explicit WaveGrowth(const hydro::Sea& sea) : ramp_(sea.ramp_duration()), fading_(sea.fading()) {}

  /// The displacement [m, rad] times the factor at a time [s], with the derivatives of the product.
  RaoDisplacement of(const RaoDisplacement& full, double time) const;

 private:
  hydro::Fading::Rates rates(double time) const;

  double ramp_ = 0.0;     ///< s, duration of the ramp of the sea at the start
  hydro::Fading fading_;  ///< factor of the waves in the stages of the run
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

  RaoDisplacement displacement(double time) const;

  Pose primary_;
  Vector3 origin_;
  Heading heading_;
  WaveGrowth growth_;
  std::vector<Harmonic> harmonics_;
};

}  // namespace raftup::solver
