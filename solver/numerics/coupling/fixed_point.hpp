#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Finds x = H(x) of a map that is only known by its values, as programs are that exchange forces
/// and motions. Call order: next() with every x that was tried and its H(x), from the first one on;
/// reset() where another fixed point is sought. All vectors have one size.
class FixedPoint {
 public:
  FixedPoint() = default;
  FixedPoint(const FixedPoint&) = delete;
  FixedPoint& operator=(const FixedPoint&) = delete;
  virtual ~FixedPoint() = default;

  /// The next values to try after `x`, for which the map gave `mapped` = H(x).
  virtual VectorXd next(const VectorXd& x, const VectorXd& mapped) = 0;

  virtual void reset() = 0;
};

/// x + omega r, r = H(x) - x. For a linear map of slope s along a direction it converges there
/// where |1 - omega (1 - s)| < 1.
/// @source Kuettler and Wall (2008)
class ConstantRelaxation final : public FixedPoint {
 public:
  /// @param omega 0 < omega <= 1
  /// @throws Error(kInvalidArgument) elsewhere
  explicit ConstantRelaxation(double omega);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override {}

 private:
  double omega_;
};

/// x + omega_k r_k with the weight found anew,
///   omega_k = -omega_{k-1} r_{k-1} . (r_k - r_{k-1}) / |r_k - r_{k-1}|^2,
/// the secant method where x is a number: of a linear map it then gives the fixed point at the
/// second call. omega_0 is given; where r does not change, omega stays.
/// @source Irons and Tuck (1969); Kuettler and Wall, Comput. Mech. 43 (2008)
class AitkenRelaxation final : public FixedPoint {
 public:
  /// @param omega the first weight, 0 < omega <= 1
  /// @throws Error(kInvalidArgument) elsewhere
  explicit AitkenRelaxation(double omega);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override { last_residual_.resize(0); }

 private:
  double first_omega_, omega_;
  VectorXd last_residual_;  ///< empty before the first call
};

/// Interface quasi-Newton with the inverse Jacobian from a least-squares model: with columns
///   V_i = r_i - r_k,  W_i = H(x_i) - H(x_k)  over the earlier calls i, newest first,
///   x_{k+1} = H(x_k) + W c,  c minimises |V c + r_k|,
/// by a QR factorisation of V in which a column is left out where what is new in it is below
/// `filter` times its length: it would only bring rounding. A linear map of n dimensions is solved
/// within n + 1 calls. The first call relaxes by omega.
/// @source Degroote, Bathe and Vierendeels, Comput. Struct. 87 (2009); the filter as QR2 of
///         Haelterman et al., Comput. Struct. 171 (2016)
class InterfaceQuasiNewton final : public FixedPoint {
 public:
  /// @param omega 0 < omega <= 1
  /// @throws Error(kInvalidArgument) elsewhere
  explicit InterfaceQuasiNewton(double omega, double filter = 1e-10);

  VectorXd next(const VectorXd& x, const VectorXd& mapped) override;
  void reset() override;

 private:
  struct Call {
    VectorXd residual, mapped;
  };

  double omega_, filter_;
  std::vector<Call> calls_;  ///< oldest first, at most one more than there are dimensions
};

}  // namespace raftup::solver
