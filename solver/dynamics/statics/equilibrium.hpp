#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "solver/dynamics/statics/still_water_system.hpp"

namespace raftup::solver {

/// Rotation that counts as much as 1 m of translation [rad]: 1 rad counts as 100 m.
inline constexpr double kRotationLength = 0.01;
/// Acceleration of gravity for weights that scale tolerances [m/s2].
inline constexpr double kStandardGravity = 9.81;
inline constexpr std::array<const char*, 6> kDofNames{"surge", "sway",  "heave",
                                                      "roll",  "pitch", "yaw"};

/// Thrown if the bodies have no position [m, rad] in which the forces balance, or if joints
/// contradict each other.
class NoEquilibrium : public std::runtime_error {
 public:
  NoEquilibrium(std::string path, std::string rule)
      : std::runtime_error(path + " " + rule), path_(std::move(path)), rule_(std::move(rule)) {}

  /// Path of the field that is at fault: "bodies" or "joints".
  const std::string& path() const { return path_; }
  /// The rule that is violated, in words.
  const std::string& rule() const { return rule_; }

 private:
  std::string path_, rule_;
};

/// The position at which the forces on bodies balance, or are assumed to balance.
struct Balance {
  /// Poses and velocities; velocities are 0 except for OperatingPoint::kPresent.
  Kinematics bodies;
  StillWaterSystem::HeldRows held;  ///< constraints at this position
  VectorXd multipliers;             ///< constraint forces of the joint rows in `held` [N, N m]
  Findings findings;  ///< mean loads that nothing balances, and an unstable equilibrium
  /// Remaining force that neither reactions nor a displacement can balance, world axes at the
  /// centers of mass [N, N m]. It is a mean load on motions without stiffness, and about 0 in other
  /// motions.
  VectorXd unbalanced;
  /// The unstable motion with its stiffness, such as "hull is unstable in roll: GM -2.4 m"; empty
  /// if the equilibrium is stable.
  std::string instability;
};

/// Finds a static equilibrium by Newton's method with line search on the forces of a simulation,
/// beginning at the initial poses:
///   [K -G^T; G 0] [dx; lambda] = [F; -g],
/// with K the stiffness [N/m, N, N m], which includes the rotation of reactions with the bodies. If
/// the matrix is singular, the solution of least norm is used. If K is negative in a free motion, K
/// is shifted, so that the iteration lowers the potential and does not lead to a saddle. Motions
/// without any stiffness, such as the drift of a vessel without moorings, are not changed. A mean
/// force on such a motion is a finding, and so is an unstable equilibrium.
/// @throws NoEquilibrium if the iteration does not converge or joints stay open
/// @source damped Newton: Dennis and Schnabel, Numerical Methods for Unconstrained Optimization and
///         Nonlinear Equations (1983)
Balance find_equilibrium(StillWaterSystem& system);

/// Takes given poses as the operating point, whatever the forces on the bodies, without reactions
/// of joints.
Balance assume_balanced(StillWaterSystem& system, const Kinematics& bodies);

}  // namespace raftup::solver
