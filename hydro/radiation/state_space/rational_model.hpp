#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Matrix of rational functions with poles common to all entries:
///   H(s) = sum over real poles R / (s - p) + sum over pairs R / (s - p) + conj(R) / (s - conj(p)),
/// the transform of K(tau) = sum R exp(p tau) + ... It has no direct term.
/// It is kept in the real basis of vector fitting: a real pole gives 1/(s - p), a pair gives
/// 1/(s - p) + 1/(s - conj p) and i/(s - p) - i/(s - conj p), whose factors are Re R and Im R.
///
/// Invariant: poles in the left half plane, one of each pair (Im p > 0) or real (Im p = 0);
/// coefficients has pole_count() rows, each a symmetric matrix flattened row by row.
/// @source Gustavsen and Semlyen (1999)
struct RationalModel {
  VectorXcd poles;              ///< [rad/s]
  RowMajorMatrix coefficients;  ///< Re R and Im R in the order of the basis

  /// Number of real basis functions; a pair counts 2.
  Eigen::Index pole_count() const { return coefficients.rows(); }
  Eigen::Index size() const;

  /// H(i omega).
  MatrixXcd response(double omega) const;
  /// Residue R of poles[k].
  MatrixXcd residue(Eigen::Index k) const;
};

/// The basis at s = i omega; see RationalModel.
VectorXcd rational_basis(const VectorXcd& poles, double omega);

/// The basis in time: its inverse Laplace transform at a delay tau >= 0 [s].
VectorXd exponential_basis(const VectorXcd& poles, double tau);

/// Limit of omega^2 Re basis(i omega) for omega to infinity: -Re(R p) summed with the coefficients.
VectorXd basis_at_infinity(const VectorXcd& poles);

/// Limit of Re basis(i omega) / omega^2 for omega to 0 where H(0) = 0: Re(R / p^3) summed.
VectorXd basis_at_rest(const VectorXcd& poles);

/// Number of real basis functions of these poles.
Eigen::Index basis_size(const VectorXcd& poles);

}  // namespace raftup::hydro
