#include "solver/linear/cholesky.hpp"

#include "hydro/numerics/clones.hpp"

namespace raftup::solver {

namespace {

/// Column after column is eliminated from those right of it: what is left to add up stays short.
/// kSize = 0: the size is known at run time only; else the compiler unrolls for one to three
/// bodies.
template <Eigen::Index kSize>
std::optional<Eigen::Index> factorise_columns(double* matrix, double* inverse, Eigen::Index size) {
  const Eigen::Index n = kSize > 0 ? kSize : size;
  for (Eigen::Index j = 0; j < n; ++j) {
    double* column = matrix + j * n;
    if (!(column[j] > 0.0)) return j;
    inverse[j] = 1.0 / column[j];
    for (Eigen::Index k = j + 1; k < n; ++k) {
      const double factor = column[k] * inverse[j];
      double* other = matrix + k * n;
      for (Eigen::Index i = k; i < n; ++i) other[i] -= factor * column[i];
    }
    for (Eigen::Index i = j + 1; i < n; ++i) column[i] *= inverse[j];
  }
  return std::nullopt;
}

template <Eigen::Index kSize>
void solve_one(const double* matrix, const double* inverse, double* b, Eigen::Index size) {
  const Eigen::Index n = kSize > 0 ? kSize : size;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= matrix[j * n + i] * b[j];
  }
  for (Eigen::Index j = 0; j < n; ++j) b[j] *= inverse[j];
  for (Eigen::Index i = n - 1; i > 0; --i) {
    for (Eigen::Index j = 0; j < i; ++j) b[j] -= matrix[j * n + i] * b[i];
  }
}

RAFTUP_CLONES
void solve_lanes(const double* matrix, const double* inverse, LaneArray* b, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    Lanes sum = b[i].lanes();
    for (std::size_t k = 0; k < i; ++k) sum -= b[k].lanes() * matrix[k * n + i];
    b[i].lanes() = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    Lanes sum = b[i].lanes() * inverse[i];
    for (std::size_t k = i + 1; k < n; ++k) sum -= b[k].lanes() * matrix[i * n + k];
    b[i].lanes() = sum;
  }
}

}  // namespace

std::optional<Eigen::Index> Cholesky::factorise() {
  double* matrix = matrix_.data();
  double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return factorise_columns<3>(matrix, inverse, 3);
    case 6:
      return factorise_columns<6>(matrix, inverse, 6);
    case 9:
      return factorise_columns<9>(matrix, inverse, 9);
    default:
      return factorise_columns<0>(matrix, inverse, size());
  }
}

void Cholesky::solve(double* b) const {
  const double* matrix = matrix_.data();
  const double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return solve_one<3>(matrix, inverse, b, 3);
    case 6:
      return solve_one<6>(matrix, inverse, b, 6);
    case 9:
      return solve_one<9>(matrix, inverse, b, 9);
    default:
      return solve_one<0>(matrix, inverse, b, size());
  }
}

void Cholesky::solve_columns(LaneArray* b) const {
  solve_lanes(matrix_.data(), inverse_diagonal_.data(), b, static_cast<std::size_t>(size()));
}

}  // namespace raftup::solver
