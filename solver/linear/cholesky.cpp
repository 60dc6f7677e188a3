#include "solver/linear/cholesky.hpp"

#include <algorithm>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

/// Column after column is eliminated from those right of it: what is left to add up stays short.
/// The compiler unrolls it for one to three bodies.
template <Eigen::Index n>
std::optional<Eigen::Index> factorise_columns(double* matrix, double* inverse) {
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

template <Eigen::Index n>
void solve_one(const double* matrix, const double* inverse, double* b) {
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= matrix[j * n + i] * b[j];
  }
  for (Eigen::Index j = 0; j < n; ++j) b[j] *= inverse[j];
  for (Eigen::Index i = n - 1; i > 0; --i) {
    for (Eigen::Index j = 0; j < i; ++j) b[j] -= matrix[j * n + i] * b[i];
  }
}

/// As many columns of a larger matrix are eliminated from each later one in one pass over it.
constexpr Eigen::Index kPanel = 8;

[[gnu::always_inline]] inline void eliminate_panel(const double* __restrict panel,
                                                   const double* inverse, Eigen::Index k,
                                                   Eigen::Index n, double* __restrict other) {
  double factors[kPanel];
  for (Eigen::Index p = 0; p < kPanel; ++p) factors[p] = panel[p * n + k] * inverse[p];
  for (Eigen::Index i = k; i < n; ++i) {
    double rest = other[i];
    for (Eigen::Index p = 0; p < kPanel; ++p) rest -= factors[p] * panel[p * n + i];
    other[i] = rest;
  }
}

[[gnu::always_inline]] inline void eliminate_column(const double* __restrict column, double factor,
                                                    Eigen::Index begin, Eigen::Index n,
                                                    double* __restrict other) {
  for (Eigen::Index i = begin; i < n; ++i) other[i] -= factor * column[i];
}

/// The same sums as factorise_columns(), for any size.
[[gnu::always_inline]] inline std::optional<Eigen::Index> factorise_panels(double* matrix,
                                                                           double* inverse,
                                                                           Eigen::Index n) {
  for (Eigen::Index first = 0; first < n; first += kPanel) {
    const Eigen::Index end = std::min(first + kPanel, n);
    for (Eigen::Index j = first; j < end; ++j) {
      const double* column = matrix + j * n;
      if (!(column[j] > 0.0)) return j;
      inverse[j] = 1.0 / column[j];
      for (Eigen::Index k = j + 1; k < end; ++k) {
        eliminate_column(column, column[k] * inverse[j], k, n, matrix + k * n);
      }
    }
    for (Eigen::Index k = end; k < n; ++k) {
      eliminate_panel(matrix + first * n, inverse + first, k, n, matrix + k * n);
    }
    for (Eigen::Index j = first; j < end; ++j) {
      for (Eigen::Index i = j + 1; i < n; ++i) matrix[j * n + i] *= inverse[j];
    }
  }
  return std::nullopt;
}

[[gnu::always_inline]] inline void solve_any(const double* matrix, const double* inverse, double* b,
                                             Eigen::Index n) {
  for (Eigen::Index j = 0; j < n; ++j) eliminate_column(matrix + j * n, b[j], j + 1, n, b);
  constexpr auto kLanes = static_cast<Eigen::Index>(kLaneCount);
  for (Eigen::Index i = n; i-- > 0;) {
    Lanes products{};
    Eigen::Index k = i + 1;
    for (; k + kLanes <= n; k += kLanes) {
      for (Eigen::Index lane = 0; lane < kLanes; ++lane) {
        products[lane] += matrix[i * n + k + lane] * b[k + lane];
      }
    }
    double sum = 0.0;
    for (; k < n; ++k) sum += matrix[i * n + k] * b[k];
    b[i] = b[i] * inverse[i] - (sum + fold(products));
  }
}

[[gnu::always_inline]] inline void solve_lanes(const double* matrix, const double* inverse,
                                               LaneArray* b, std::size_t n) {
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
      return factorise_columns<3>(matrix, inverse);
    case 6:
      return factorise_columns<6>(matrix, inverse);
    case 9:
      return factorise_columns<9>(matrix, inverse);
    default:
      return at_full_width<factorise_panels>(matrix, inverse, size());
  }
}

void Cholesky::solve(double* b) const {
  const double* matrix = matrix_.data();
  const double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return solve_one<3>(matrix, inverse, b);
    case 6:
      return solve_one<6>(matrix, inverse, b);
    case 9:
      return solve_one<9>(matrix, inverse, b);
    default:
      return at_full_width<solve_any>(matrix, inverse, b, size());
  }
}

void Cholesky::solve_columns(LaneArray* b) const {
  at_full_width<solve_lanes>(matrix_.data(), inverse_diagonal_.data(), b,
                             static_cast<std::size_t>(size()));
}

}  // namespace raftup::solver
