#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "solver/dynamics/statics/still_water_system.hpp"

namespace raftup::solver {

/// What stands for a metre among rotations [rad]: a radian counts as 100 m.
inline constexpr double kRotationLength = 0.01;
/// m/s2: of weights that set scales.
inline constexpr double kStandardGravity = 9.81;
inline constexpr std::array<const char*, 6> kDofNames{"surge", "sway",  "heave",
                                                      "roll",  "pitch", "yaw"};

/// The bodies have no position [m, rad] in which they balance, or joints contradict each other.
class NoEquilibrium : public std::runtime_error {
 public:
  NoEquilibrium(std::string path, std::string rule)
      : std::runtime_error(path + " " + rule), path_(std::move(path)), rule_(std::move(rule)) {}

  const std::string& path() const { return path_; }  ///< "bodies" or "joints"
  const std::string& rule() const { return rule_; }

 private:
  std::string path_, rule_;
};

/// The position at which bodies balance, or are assumed to balance.
struct Balance {
  Kinematics bodies;                ///< at rest but for OperatingPoint::kPresent
  StillWaterSystem::HeldRows held;  ///< constraints at this position
  VectorXd multipliers;             ///< of the rows of joints in `held` [N, N m]
  Findings findings;                ///< loads that are not in balance
  /// Force that neither reactions nor a displacement balance, world axes at the centres of mass [N,
  /// N m]; of a motion without stiffness a mean load
  VectorXd unbalanced;
  /// "hull is unstable in roll: GM -2.4 m", of other motions the stiffness; empty where the bodies
  /// rest stably
  std::string instability;
};

/// Finds a static equilibrium by Newton's method with line search on the forces of a step,
/// beginning at the initial poses:
///   [K -G^T; G 0] [dx; lambda] = [F; -g],
/// with K the stiffness [N/m, N, N m] including the turning of reactions, and the solution of least
/// norm where it is singular. If K is negative in a free motion it is shifted, so that the step
/// lowers the potential and does not lead to a saddle. Motions without any stiffness, such as the
/// drift of a vessel without moorings, are left as they are; a mean force on them is a finding, and
/// so is an unstable equilibrium.
/// @throws NoEquilibrium
/// @source damped Newton: Dennis and Schnabel, Numerical Methods for Unconstrained Optimization and
///         Nonlinear Equations (1983)
Balance find_equilibrium(StillWaterSystem& system);

/// The bodies at given poses, whatever the forces on them, without reactions of joints.
Balance assume_balanced(StillWaterSystem& system, const Kinematics& bodies);

}  // namespace raftup::solver
