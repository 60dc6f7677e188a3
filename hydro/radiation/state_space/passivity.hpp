#pragma once

#include <vector>

#include "hydro/radiation/state_space/passivity_scan.hpp"

namespace raftup::hydro {

struct PassivityReport {
  int rounds = 0;
  double lowest_before = 0.0;  ///< lowest eigenvalue of G before
  double lowest_after = 0.0;   ///< and after
  double lifted = 0.0;         ///< what was added to every eigenvalue at the end
  bool passive = false;
};

/// Residues at -low and -high of the passive function whose G is the identity at every frequency,
///   high^2 / (low + high) s / ((s + low) (s + high)).
struct LiftResidues {
  double low, high;
};
LiftResidues lift_residues(const PassivityBand& band);

/// Changes the residues as little as possible, measured as the fit measures its error, so that G is
/// positive semidefinite at every frequency where the model violated it; these frequencies are
/// gathered round by round and the semidefinite programme is solved in its dual by Hildreth's
/// method, with a positive semidefinite matrix for the multiplier of a frequency. Symmetry, H(0) =
/// 0 and the poles stay. What is left after the last round is lifted: two real poles add the
/// passive function whose G is the same multiple of the identity at every frequency.
/// @param omega      frequencies of the fit [rad/s]
/// @param group      per dof, ascending: dofs of different groups do not couple and stay uncoupled
/// @source Gustavsen and Semlyen (2001); Hildreth (1957); Boyle and Dykstra (1986) for sets such as
///         the positive semidefinite matrices
PassivityReport enforce_passivity(RationalModel& model, const VectorXd& omega,
                                  const PassivityBand& band,
                                  const std::vector<Eigen::Index>& group);

}  // namespace raftup::hydro
