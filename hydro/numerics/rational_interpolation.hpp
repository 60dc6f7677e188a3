#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Rational interpolant of several functions f of frequency omega, which are the values at s = i
/// omega of functions with real coefficients, so that f(-omega) is the conjugate of f(omega):
///   r(s) = sum_j [w_j f_j/(s - i omega_j) + conj(w_j f_j)/(s + i omega_j)]
///        / sum_j [w_j/(s - i omega_j) + conj(w_j)/(s + i omega_j)].
/// It takes the value f_j at each support omega_j. All functions have the same weights w_j, and
/// therefore the same poles.
/// @source Lietaert, Meerbergen, Perez and Vandereycken, Automatic rational approximation and
///          linearization of nonlinear eigenvalue problems, IMA J. Numer. Anal. 42 (2022);
///          Nakatsukasa, Sete and Trefethen, The AAA algorithm, SIAM J. Sci. Comput. 40 (2018)
class RationalInterpolant {
 public:
  /// @param supports rows of the values that are taken, ascending
  /// @param omega    frequency of every support [rad/s]
  /// @param weights  w_j of every support; only their ratios matter
  RationalInterpolant(std::vector<Eigen::Index> supports, VectorXd omega, VectorXcd weights);

  const std::vector<Eigen::Index>& supports() const { return supports_; }  ///< rows of the supports

  /// Returns the functions at a frequency.
  /// @param values values at the supports, one row per support, one column per function
  /// @param omega  rad/s
  Eigen::RowVectorXcd at(const MatrixXcd& values, double omega) const;

 private:
  std::vector<Eigen::Index> supports_;
  VectorXd omega_;     ///< frequency of every support [rad/s]
  VectorXcd weights_;  ///< weight of every support
};

/// Computes interpolants of the same functions with different numbers of supports. The supports are
/// chosen one by one: each time the frequency at which the interpolant so far misses the values
/// most. The weights minimize the linearized error at the frequencies that are no supports. The
/// least number of frequencies left out is that by which the data determine the weights.
/// @param omega  frequencies [rad/s], ascending, at least four
/// @param values one row per frequency, one column per function, of comparable size
/// @param count  number of interpolants, each with one support less than the one before
/// @returns fewer than `count` if less than half of the frequencies would be supports; none if there
///          are no functions
std::vector<RationalInterpolant> rational_interpolants(const VectorXd& omega,
                                                       const MatrixXcd& values, Eigen::Index count);

}  // namespace raftup
