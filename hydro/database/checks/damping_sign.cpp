#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kDampingTolerance = 1e-3;

}  // namespace

std::optional<Check> check_radiation_damping_sign(const Database& database) {
  if (database.radiation_damping.empty()) return std::nullopt;
  const VectorXd unit = inverse_root_reference_inertia(database);
  double smallest = 0.0;
  double largest = 0.0;
  Index smallest_at = 0;
  for (Index k = 0; std::cmp_less(k, database.radiation_damping.size()); ++k) {
    const MatrixXd& damping = database.radiation_damping[static_cast<std::size_t>(k)];
    const MatrixXd scaled =
        unit.asDiagonal() * (0.5 * (damping + damping.transpose())) * unit.asDiagonal();
    const VectorXd eigenvalues = symmetric_eigenvalues(scaled);
    largest = std::max(largest, eigenvalues.maxCoeff());
    if (eigenvalues.minCoeff() < smallest) {
      smallest = eigenvalues.minCoeff();
      smallest_at = k;
    }
  }
  const double scale = std::max(largest, -smallest);
  const double relative = scale > 0.0 ? smallest / scale : 0.0;
  return Check{
      "radiation_damping_negative", relative, kDampingTolerance,
      fmt::format("radiation damping must have no eigenvalue below -{:g} % of its largest, has "
                  "{:.3g} % at {:.4g} rad/s",
                  100.0 * kDampingTolerance, 100.0 * relative, database.omega[smallest_at])};
}

}  // namespace raftup::hydro
