#include "solver/numerics/coupling/fixed_point.hpp"

#include <fmt/format.h>

#include <vector>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

double checked_relaxation(double omega) {
  require(omega > 0.0 && omega <= 1.0,
          fmt::format("relaxation must be above 0 and at most 1, got {}", omega));
  return omega;
}

/// The columns of V that are kept, as orthonormal columns Q and the factor R: V = Q R.
struct FilteredQr {
  std::vector<VectorXd> Q;
  /// Columns of the upper triangular factor, each with its entries 0 to the diagonal.
  std::vector<VectorXd> R;
  std::vector<std::size_t> kept;  ///< index in V of each kept column
};

/// Gram-Schmidt orthogonalization, applied twice, so that rounding does not make the columns
/// dependent again.
FilteredQr factorize(const std::vector<VectorXd>& V, double filter) {
  FilteredQr factors;
  for (std::size_t i = 0; i < V.size(); ++i) {
    VectorXd column = V[i];
    VectorXd coefficients = VectorXd::Zero(static_cast<Eigen::Index>(factors.Q.size()) + 1);
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t j = 0; j < factors.Q.size(); ++j) {
        const double along = factors.Q[j].dot(column);
        coefficients[static_cast<Eigen::Index>(j)] += along;
        column -= along * factors.Q[j];
      }
    }
    const double rest = column.norm();
    if (!(rest > filter * V[i].norm())) continue;
    coefficients[coefficients.size() - 1] = rest;
    factors.Q.emplace_back(column / rest);
    factors.R.push_back(std::move(coefficients));
    factors.kept.push_back(i);
  }
  return factors;
}

/// Solves R c = -Q^T r for c.
VectorXd least_squares(const FilteredQr& factors, const VectorXd& r) {
  const auto size = static_cast<Eigen::Index>(factors.Q.size());
  VectorXd c(size);
  for (Eigen::Index i = 0; i < size; ++i) c[i] = -factors.Q[static_cast<std::size_t>(i)].dot(r);
  for (Eigen::Index i = size - 1; i >= 0; --i) {
    const VectorXd& column = factors.R[static_cast<std::size_t>(i)];
    c[i] /= column[i];
    c.head(i) -= c[i] * column.head(i);
  }
  return c;
}

}  // namespace

ConstantRelaxation::ConstantRelaxation(double omega) : omega_(checked_relaxation(omega)) {}

VectorXd ConstantRelaxation::next(const VectorXd& x, const VectorXd& mapped) {
  return x + omega_ * (mapped - x);
}

AitkenRelaxation::AitkenRelaxation(double omega)
    : first_omega_(checked_relaxation(omega)), omega_(omega) {}

VectorXd AitkenRelaxation::next(const VectorXd& x, const VectorXd& mapped) {
  const VectorXd residual = mapped - x;
  if (last_residual_.size() == 0) {
    omega_ = first_omega_;
  } else {
    const VectorXd change = residual - last_residual_;
    const double square = change.squaredNorm();
    if (square > 0.0) omega_ *= -last_residual_.dot(change) / square;
  }
  last_residual_ = residual;
  return x + omega_ * residual;
}

InterfaceQuasiNewton::InterfaceQuasiNewton(double omega, double filter)
    : omega_(checked_relaxation(omega)), filter_(filter) {}

void InterfaceQuasiNewton::reset() { calls_.clear(); }

VectorXd InterfaceQuasiNewton::next(const VectorXd& x, const VectorXd& mapped) {
  const VectorXd residual = mapped - x;
  std::vector<VectorXd> V;
  for (std::size_t i = calls_.size(); i-- > 0;) V.emplace_back(calls_[i].residual - residual);
  const FilteredQr factors = factorize(V, filter_);
  VectorXd result = factors.Q.empty() ? VectorXd(x + omega_ * residual) : mapped;
  if (!factors.Q.empty()) {
    const VectorXd c = least_squares(factors, residual);
    for (std::size_t i = 0; i < factors.kept.size(); ++i) {
      const Call& call = calls_[calls_.size() - 1 - factors.kept[i]];
      result += c[static_cast<Eigen::Index>(i)] * (call.mapped - mapped);
    }
  }
  calls_.push_back({residual, mapped});
  if (calls_.size() > static_cast<std::size_t>(x.size()) + 1) calls_.erase(calls_.begin());
  return result;
}

}  // namespace raftup::solver
