#include "solver/numerics/linear/cholesky.hpp"

#include <algorithm>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

/// Eliminates each column from the columns to the right of it, so that chains of additions stay
/// short. The compiler unrolls the loops for one to three bodies.
template <Eigen::Index n>
std::optional<Eigen::Index> factorize_columns(double* matrix, double* inverse) {
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

constexpr auto kLanes = static_cast<Eigen::Index>(kLaneCount);

/// Number of columns of a larger matrix that are eliminated from later columns in one pass.
constexpr Eigen::Index kPanel = 8;

/// Eliminates `kColumns` columns from `kTargets` later columns, of which the first is column k.
/// Loaded values are used for all targets.
/// @param columns, targets their first columns, at row 0
template <std::size_t kWidth, std::size_t kColumns, std::size_t kTargets>
[[gnu::always_inline]] inline void eliminate(const double* __restrict columns,
                                             const double* inverse, Eigen::Index k,
                                             Eigen::Index stride, double* __restrict targets) {
  using V = typename SomeLanes<kWidth>::Type;
  double factors[kTargets][kColumns];
  for (std::size_t t = 0; t < kTargets; ++t) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      const Eigen::Index row = k + static_cast<Eigen::Index>(t);
      factors[t][c] = columns[static_cast<Eigen::Index>(c) * stride + row] * inverse[c];
    }
  }
  constexpr auto kStep = static_cast<Eigen::Index>(kWidth);
  for (Eigen::Index i = k - k % kStep; i < stride; i += kStep) {
    V rest[kTargets];
    for (std::size_t t = 0; t < kTargets; ++t) {
      rest[t] = *reinterpret_cast<V*>(targets + static_cast<Eigen::Index>(t) * stride + i);
    }
    for (std::size_t c = 0; c < kColumns; ++c) {
      const V column =
          *reinterpret_cast<const V*>(columns + static_cast<Eigen::Index>(c) * stride + i);
      for (std::size_t t = 0; t < kTargets; ++t) rest[t] -= column * factors[t][c];
    }
    for (std::size_t t = 0; t < kTargets; ++t) {
      *reinterpret_cast<V*>(targets + static_cast<Eigen::Index>(t) * stride + i) = rest[t];
    }
  }
}

/// Computes the same sums as factorize_columns(), for any size; columns begin at multiples of the
/// lanes.
template <std::size_t kWidth>
[[gnu::always_inline]] inline std::optional<Eigen::Index> factorize_panels(double* matrix,
                                                                           double* inverse,
                                                                           Eigen::Index n,
                                                                           Eigen::Index stride) {
  for (Eigen::Index first = 0; first < n; first += kPanel) {
    const Eigen::Index end = std::min(first + kPanel, n);
    for (Eigen::Index j = first; j < end; ++j) {
      const double* column = matrix + j * stride;
      if (!(column[j] > 0.0)) return j;
      inverse[j] = 1.0 / column[j];
      for (Eigen::Index k = j + 1; k < end; ++k) {
        eliminate<kWidth, 1, 1>(column, inverse + j, k, stride, matrix + k * stride);
      }
    }
    Eigen::Index k = end;
    for (; k + 2 <= n; k += 2) {
      eliminate<kWidth, kPanel, 2>(matrix + first * stride, inverse + first, k, stride,
                                   matrix + k * stride);
    }
    if (k < n) {
      eliminate<kWidth, kPanel, 1>(matrix + first * stride, inverse + first, k, stride,
                                   matrix + k * stride);
    }
    for (Eigen::Index j = first; j < end; ++j) {
      for (Eigen::Index i = j + 1; i < n; ++i) matrix[j * stride + i] *= inverse[j];
    }
  }
  return std::nullopt;
}

[[gnu::always_inline]] inline void eliminate_column(const double* __restrict column, double factor,
                                                    Eigen::Index begin, Eigen::Index n,
                                                    double* __restrict other) {
  for (Eigen::Index i = begin; i < n; ++i) other[i] -= factor * column[i];
}

[[gnu::always_inline]] inline void solve_any(const double* matrix, const double* inverse, double* b,
                                             Eigen::Index n, Eigen::Index stride) {
  for (Eigen::Index j = 0; j < n; ++j) eliminate_column(matrix + j * stride, b[j], j + 1, n, b);
  for (Eigen::Index i = n; i-- > 0;) {
    Lanes products{};
    Eigen::Index k = i + 1;
    for (; k + kLanes <= n; k += kLanes) {
      for (Eigen::Index lane = 0; lane < kLanes; ++lane) {
        products[lane] += matrix[i * stride + k + lane] * b[k + lane];
      }
    }
    double sum = 0.0;
    for (; k < n; ++k) sum += matrix[i * stride + k] * b[k];
    b[i] = b[i] * inverse[i] - (sum + fold(products));
  }
}

[[gnu::always_inline]] inline void solve_lanes(const double* matrix, const double* inverse,
                                               LaneArray* b, std::size_t n, std::size_t stride) {
  for (std::size_t i = 1; i < n; ++i) {
    Lanes sum = b[i].lanes();
    for (std::size_t k = 0; k < i; ++k) sum -= b[k].lanes() * matrix[k * stride + i];
    b[i].lanes() = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    Lanes sum = b[i].lanes() * inverse[i];
    for (std::size_t k = i + 1; k < n; ++k) sum -= b[k].lanes() * matrix[i * stride + k];
    b[i].lanes() = sum;
  }
}

}  // namespace

/// Columns are stored without gaps for the sizes with unrolled code.
Cholesky::Cholesky(Eigen::Index size)
    : stride_(size == 3 || size == 6 || size == 9 ? size : (size + kLanes - 1) / kLanes * kLanes),
      columns_(static_cast<std::size_t>(stride_ * size / kLanes + 1)),
      inverse_diagonal_(size) {}

std::optional<Eigen::Index> Cholesky::factorize() {
  double* matrix = columns_.data()->data();
  double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return factorize_columns<3>(matrix, inverse);
    case 6:
      return factorize_columns<6>(matrix, inverse);
    case 9:
      return factorize_columns<9>(matrix, inverse);
    default:
      return at_full_width<factorize_panels<8>, factorize_panels<4>, factorize_panels<2>>(
          matrix, inverse, size(), stride_);
  }
}

void Cholesky::solve(double* b) const {
  const double* matrix = columns_.data()->data();
  const double* inverse = inverse_diagonal_.data();
  switch (size()) {
    case 3:
      return solve_one<3>(matrix, inverse, b);
    case 6:
      return solve_one<6>(matrix, inverse, b);
    case 9:
      return solve_one<9>(matrix, inverse, b);
    default:
      return at_full_width<solve_any>(matrix, inverse, b, size(), stride_);
  }
}

void Cholesky::solve_columns(LaneArray* b) const {
  at_full_width<solve_lanes>(columns_.data()->data(), inverse_diagonal_.data(), b,
                             static_cast<std::size_t>(size()), static_cast<std::size_t>(stride_));
}

}  // namespace raftup::solver
