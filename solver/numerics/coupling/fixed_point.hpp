#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Finds a fixed point x = H(x) of a map of which only values are known, such as programs that
/// exchange forces and motions. Call order: next() with every x that was tried and its H(x), from
/// the first x on; reset() before another fixed point is searched for. All vectors have the same
/// size.
class FixedPoint {
 public:
  FixedPoint() = default;
  FixedPoint(const FixedPoint&) = delete;
  FixedPoint& operator=(const FixedPoint&) = delete;
  virtual ~FixedPoint() = default;

  /// Returns the next values to try after `x`, for which the map gave `mapped` = H(x).
  virtual VectorXd next(const VectorXd& x, const VectorXd& mapped) = 0;

  /// Discards the values of earlier calls.
  virtual void reset() = 0;
};

/// Relaxation with a constant weight: x + omega r, with r = H(x) - x. For a linear map with the
/// slope s along a direction it converges in this direction if |1 - omega (1 - s)| < 1.
/// @source Kuettler and Wall (2008)
class ConstantRelaxation final : public FixedPoint {
 public:
  /// @param omega 0 < omega <= 1
  /// @throws Error(kInvalidArgument) if omega is out of range
  explicit ConstantRelaxation(double omega);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override {}

 private:
  double omega_;
};

/// Aitken relaxation: x + omega_k r_k with the weight
///   omega_k = -omega_{k-1} r_{k-1} . (r_k - r_{k-1}) / |r_k - r_{k-1}|^2.
/// If x is a number this is the secant method, which finds the fixed point of a linear map at the
/// second call. omega_0 is given; omega is kept if r does not change.
/// @source Irons and Tuck (1969); Kuettler and Wall, Comput. Mech. 43 (2008)
class AitkenRelaxation final : public FixedPoint {
 public:
  /// @param omega the first weight, 0 < omega <= 1
  /// @throws Error(kInvalidArgument) if omega is out of range
  explicit AitkenRelaxation(double omega);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override { last_residual_.resize(0); }

 private:
  double first_omega_, omega_;
  VectorXd last_residual_;  ///< residual r of the last call; empty before the first call
};

/// Interface quasi-Newton method with the inverse Jacobian from a least-squares model. With columns
///   V_i = r_i - r_k,  W_i = H(x_i) - H(x_k)  over the earlier calls i, newest first,
///   x_{k+1} = H(x_k) + W c,  c minimizes |V c + r_k|.
/// The QR factorization of V skips a column if its component perpendicular to the other columns is
/// below `filter` times its length, since it would contain only rounding. A linear map of n
/// dimensions is solved within n + 1 calls. The first call relaxes with the weight omega.
/// @source Degroote, Bathe and Vierendeels, Comput. Struct. 87 (2009); the filter as QR2 of
///         Haelterman et al., Comput. Struct. 171 (2016)
class InterfaceQuasiNewton final : public FixedPoint {
 public:
  /// @param omega  0 < omega <= 1
  /// @param filter relative limit below which a column of V is skipped
  /// @throws Error(kInvalidArgument) if omega is out of range
  explicit InterfaceQuasiNewton(double omega, double filter = 1e-10);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override;

 private:
  struct Call {
    VectorXd residual, mapped;
  };

  double omega_, filter_;
  std::vector<Call> calls_;  ///< oldest first; at most one more than the number of dimensions
};

}  // namespace raftup::solver
