#pragma once

#include <vector>

#include "hydro/radiation/rational_model.hpp"

namespace raftup::hydro {

/// What a passive model must hold to: Re H(i omega) positive semidefinite at every frequency, so
/// that the memory never gives energy. H(0) = 0 and the fall at infinity make the plain eigenvalues
/// vanish at both ends; they are measured as those of
///   G(omega) = (1 + (low / omega)^2) (1 + (omega / high)^2) Re H(i omega),
/// which has a limit at either end with the same sign.
struct PassivityBand {
  double low, high;  ///< rad/s: first and last frequency of the data
};

struct PassivityReport {
  int rounds = 0;
  double lowest_before = 0.0;  ///< lowest eigenvalue of G before
  double lowest_after = 0.0;   ///< and after
  double lifted = 0.0;         ///< what was added to every eigenvalue at the end
  bool passive = false;
};

/// Changes the residues as little as possible, measured as the fit measures its error, so that
/// v^T G v >= margin for eigenvectors v at every frequency where the model violated it; the
/// constraints are gathered round by round (the eigenvectors turn) and the quadratic programme
/// solved in its dual by Hildreth's method. Symmetry, H(0) = 0 and the poles stay.
/// What is left after the last round is lifted: two real poles add the passive function whose G is
/// the same multiple of the identity at every frequency.
/// @param omega      frequencies of the fit [rad/s]
/// @param group      per dof, ascending: dofs of different groups do not couple and stay uncoupled
/// @source Gustavsen and Semlyen (2001); Hildreth (1957)
PassivityReport enforce_passivity(RationalModel& model, const VectorXd& omega,
                                  const PassivityBand& band,
                                  const std::vector<Eigen::Index>& group);

/// Lowest eigenvalue of G over the given frequencies.
double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band);

}  // namespace raftup::hydro
