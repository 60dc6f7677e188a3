#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Symmetric matrix of rational functions whose elements have common poles:
///   H(s) = sum over real poles R / (s - p) + sum over pairs R / (s - p) + conj(R) / (s - conj(p)).
/// It is the Laplace transform of K(tau) = sum R exp(p tau) + ... and has no constant term. It is
/// represented in the real basis of vector fitting: a real pole gives the basis function 1/(s - p);
/// a conjugate pair gives 1/(s - p) + 1/(s - conj p) and i/(s - p) - i/(s - conj p), whose
/// coefficients are Re R and Im R.
///
/// Invariant: all poles are in the left half plane; of a pair only the pole with Im p > 0 is
/// present; `coefficients` has pole_count() rows, each a symmetric matrix flattened row by row.
/// @source Gustavsen and Semlyen (1999)
struct RationalModel {
  VectorXcd poles;  ///< real poles and one pole of each conjugate pair [rad/s]
  /// Residues as Re R and Im R, one row per basis function [N/m, N, N m].
  RowMajorMatrix coefficients;

  /// Number of real basis functions; a real pole counts 1, a conjugate pair 2.
  Eigen::Index pole_count() const { return coefficients.rows(); }
  /// Number of rows and columns of H.
  Eigen::Index size() const;

  /// Returns H(i omega) [N s/m, N s, N m s].
  MatrixXcd response(double omega) const;
  /// Returns the residue R of poles[k] [N/m, N, N m].
  MatrixXcd residue(Eigen::Index k) const;
};

/// Returns the basis functions of a RationalModel with these poles at s = i omega.
VectorXcd rational_basis(const VectorXcd& poles, double omega);

/// Returns the inverse Laplace transforms of the basis functions of a RationalModel at the delay
/// tau >= 0 [s].
VectorXd exponential_basis(const VectorXcd& poles, double tau);

/// Returns the limit of omega^2 times the real part of each basis function for omega to infinity.
/// Its sum with the coefficients of a model is -Re(R p), summed over all poles.
VectorXd basis_at_infinity(const VectorXcd& poles);

/// Returns the limit of the real part of each basis function, divided by omega^2, for omega to 0.
/// Its sum with the coefficients of a model is Re(R / p^3), summed over all poles, if the model has
/// H(0) = 0.
VectorXd basis_at_rest(const VectorXcd& poles);

/// Returns the number of real basis functions of a RationalModel with these poles; a conjugate pair
/// counts 2.
Eigen::Index basis_size(const VectorXcd& poles);

}  // namespace raftup::hydro
