#include <fmt/format.h>

#include <algorithm>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kTailTolerance = 1e-2;
constexpr double kTailFraction = 0.1;

}  // namespace

std::optional<Check> check_kernel_tail(const Database& database) {
  const MatrixSeries& kernel = database.retardation_kernel;
  if (kernel.empty()) return std::nullopt;
  const VectorXd unit = inverse_root_reference_inertia(database);
  const double end = kernel.grid[kernel.grid.size() - 1];
  double largest = 0.0;
  double tail = 0.0;
  for (Index k = 0; k < kernel.grid.size(); ++k) {
    const MatrixXd& value = kernel.values[static_cast<std::size_t>(k)];
    const double size = (unit.asDiagonal() * value * unit.asDiagonal()).cwiseAbs().maxCoeff();
    largest = std::max(largest, size);
    if (kernel.grid[k] >= (1.0 - kTailFraction) * end) tail = std::max(tail, size);
  }
  const double share = largest > 0.0 ? tail / largest : 0.0;
  return Check{
      "kernel_tail", share, kTailTolerance,
      fmt::format("retardation kernel must fall below {:g} % of its largest value in its last "
                  "tenth, has {:.3g} % before {:.4g} s",
                  100.0 * kTailTolerance, 100.0 * share, end)};
}

}  // namespace raftup::hydro
