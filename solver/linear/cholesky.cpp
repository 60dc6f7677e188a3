#include "solver/linear/cholesky.hpp"

#include <cmath>

#include "hydro/numerics/clones.hpp"

namespace raftup::solver {

namespace {

/// kSize = 0: the size is known at run time only; else the compiler unrolls for one to three
/// bodies.
template <Eigen::Index kSize>
std::optional<Eigen::Index> factorise_rows(double* matrix, double* inverse, Eigen::Index size) {
  const Eigen::Index n = kSize > 0 ? kSize : size;
  for (Eigen::Index i = 0; i < n; ++i) {
    double* row = matrix + i * n;
    for (Eigen::Index j = 0; j < i; ++j) {
      const double* other = matrix + j * n;
      double sum = row[j];
      for (Eigen::Index k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = sum * inverse[j];
    }
    double pivot = row[i];
    for (Eigen::Index k = 0; k < i; ++k) pivot -= row[k] * row[k];
    if (!(pivot > 0.0)) return i;
    inverse[i] = 1.0 / std::sqrt(pivot);
  }
  return std::nullopt;
}

template <Eigen::Index kSize>
void solve_rows(const double* matrix, const double* inverse, double* b, Eigen::Index size) {
  const Eigen::Index n = kSize > 0 ? kSize : size;
  for (Eigen::Index i = 0; i < n; ++i) {
    double sum = b[i];
    for (Eigen::Index k = 0; k < i; ++k) sum -= matrix[i * n + k] * b[k];
    b[i] = sum * inverse[i];
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    b[i] *= inverse[i];
    for (Eigen::Index k = 0; k < i; ++k) b[k] -= matrix[i * n + k] * b[i];
  }
}

RAFTUP_CLONES
void solve_lanes(const double* matrix, const double* inverse, LaneArray* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    Lanes sum = b[i].lanes();
    for (std::size_t k = 0; k < i; ++k) sum -= b[k].lanes() * matrix[i * n + k];
    b[i].lanes() = sum * inverse[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    b[i].lanes() *= inverse[i];
    for (std::size_t k = 0; k < i; ++k) b[k].lanes() -= b[i].lanes() * matrix[i * n + k];
  }
}

}  // namespace

std::optional<Eigen::Index> Cholesky::factorise() {
  double* matrix = matrix_.data();
  double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return factorise_rows<3>(matrix, inverse, 3);
    case 6:
      return factorise_rows<6>(matrix, inverse, 6);
    case 9:
      return factorise_rows<9>(matrix, inverse, 9);
    default:
      return factorise_rows<0>(matrix, inverse, size());
  }
}

void Cholesky::solve(VectorXd& b) const {
  const double* matrix = matrix_.data();
  const double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return solve_rows<3>(matrix, inverse, b.data(), 3);
    case 6:
      return solve_rows<6>(matrix, inverse, b.data(), 6);
    case 9:
      return solve_rows<9>(matrix, inverse, b.data(), 9);
    default:
      return solve_rows<0>(matrix, inverse, b.data(), size());
  }
}

void Cholesky::solve_columns(LaneArray* b) const {
  solve_lanes(matrix_.data(), inverse_diagonal_.data(), b, static_cast<std::size_t>(size()));
}

}  // namespace raftup::solver
