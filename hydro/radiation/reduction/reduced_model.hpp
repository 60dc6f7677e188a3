#pragma once

#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Sum of modes whose residues have rank one,
///   sum over k of c_k c_k^T p_k / (s - p_k) + conj(c_k c_k^T p_k) / (s - conj(p_k)).
/// The sum is a symmetric matrix, as radiation is symmetric.
struct RankOneModes {
  /// Poles p_k [rad/s], Re p < 0, Im p >= 0; a complex pole stands for itself and its conjugate,
  /// and a real pole has two real states too.
  VectorXcd poles;
  MatrixXcd vectors;  ///< vectors c_k, one column per mode
};

/// Symmetric matrix of rational functions with few states for many bodies. It consists of a few
/// real poles common to all pairs of dofs, as in RationalModel, and many modes whose residues have
/// rank one:
///   H(s) = common(s) + modes(s).
/// A common pole has one state per dof; a mode has only 2 states.
///
/// Invariant: H(0) = 0; no constant term; symmetric; all poles of `common` are real.
struct ReducedModel {
  RationalModel common;
  RankOneModes modes;

  /// Number of rows and columns of H.
  Eigen::Index size() const { return modes.vectors.rows(); }

  /// Number of real states: two per mode, and one per common pole and dof that radiates.
  Eigen::Index state_count() const;

  /// Returns H(i omega).
  MatrixXcd response(double omega) const;

  /// Returns the same function with a full residue matrix for every pole.
  RationalModel rational() const;
};

/// Returns the model that consists of the modes and one common real pole, chosen so that H(0) = 0
/// and no constant term is left at infinity:
///   H(s) = sum over modes of [p / (s - p) + decay / (s + decay)] c c^T + its conjugate.
/// @param decay the common pole is -decay [rad/s]; decay > 0
ReducedModel closed_by_common_pole(RankOneModes modes, double decay);

}  // namespace raftup::hydro
