#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "solver/linearisation/still_water_system.hpp"

namespace raftup::solver {

/// No position of the bodies balances, or joints contradict each other.
class NoEquilibrium : public std::runtime_error {
 public:
  NoEquilibrium(std::string path, std::string rule)
      : std::runtime_error(path + " " + rule), path_(std::move(path)), rule_(std::move(rule)) {}

  const std::string& path() const { return path_; }  ///< "bodies" or "joints"
  const std::string& rule() const { return rule_; }

 private:
  std::string path_, rule_;
};

/// Where bodies are balanced, or are taken to be.
struct Balance {
  Kinematics bodies;                ///< at rest but for OperatingPoint::kPresent
  StillWaterSystem::HeldRows held;  ///< there
  VectorXd multipliers;             ///< of the joints' rows in `held`, N, N m
  Findings findings;                ///< what is not balanced
};

/// Newton's method with line search on the forces of a step, from where the bodies start:
///   [K -G^T; G 0] [dx; lambda] = [F; -g],
/// K the stiffness with the turning of reactions; of least norm where it is singular. Where K is
/// negative in a free motion it is shifted, so that the step goes down the potential and not up to
/// a saddle. Motions that nothing holds, such as the drift of a vessel without moorings, stay where
/// they are; a mean force on them is a finding, and so is an equilibrium that is unstable.
/// @throws NoEquilibrium
/// @source damped Newton: Dennis and Schnabel, Numerical Methods for Unconstrained Optimization and
///         Nonlinear Equations (1983)
Balance find_equilibrium(StillWaterSystem& system);

/// The bodies as they are, whatever acts on them, without reactions.
Balance assume_balanced(StillWaterSystem& system, const Kinematics& bodies);

}  // namespace raftup::solver
