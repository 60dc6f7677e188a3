#pragma once

#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Modes whose residues have rank one,
///   sum over k of c_k c_k^T p_k / (s - p_k) + conj(c_k c_k^T p_k) / (s - conj(p_k)).
/// Reciprocal (symmetric) as radiation is.
struct RankOneModes {
  VectorXcd poles;    ///< p_k [rad/s], Re p < 0, Im p >= 0; a real pole carries two real modes
  MatrixXcd vectors;  ///< c_k, a column each
};

/// Matrix of rational functions of few states for many bodies: a few real poles common to all pairs
/// of dofs, as in RationalModel, and many modes of rank one:
///   H(s) = common(s) + modes(s).
/// Where a common pole carries a whole matrix, a state per dof, a mode carries 2 states.
///
/// Invariant: H(0) = 0; no direct term; symmetric; all poles of `common` are real.
struct ReducedModel {
  RationalModel common;
  RankOneModes modes;

  Eigen::Index size() const { return modes.vectors.rows(); }

  /// Real states: two a mode, and one per common pole and dof that radiates.
  Eigen::Index state_count() const;

  /// H(i omega).
  MatrixXcd response(double omega) const;

  /// The same function with a residue matrix for every pole.
  RationalModel rational() const;
};

/// Closes modes so that H(0) = 0 and nothing is left at infinity: with one common pole,
///   H(s) = sum over modes of [p / (s - p) + decay / (s + decay)] c c^T + its conjugate.
/// @param decay of the common pole [rad/s], > 0
ReducedModel closed_by_common_pole(RankOneModes modes, double decay);

}  // namespace raftup::hydro
