#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {

double asymmetry(const QuadraticTransferFunction& qtf, bool difference) {
  struct Largest {
    double value = 0.0, difference = 0.0;
  };
  std::map<Eigen::Index, Largest> of_kind;  // forces and moments of each body
  for (const auto& entry : qtf.entries) {
    Largest& largest = of_kind[entry.influenced_dof / 3];
    largest.value = std::max(largest.value, entry.values.cwiseAbs().maxCoeff());
    if (entry.direction_1 != entry.direction_2) continue;
    const MatrixXcd mirrored =
        difference ? MatrixXcd(entry.values.adjoint()) : MatrixXcd(entry.values.transpose());
    largest.difference =
        std::max(largest.difference, (entry.values - mirrored).cwiseAbs().maxCoeff());
  }
  double worst = 0.0;
  for (const auto& [kind, largest] : of_kind) {
    if (largest.value > 0.0) worst = std::max(worst, largest.difference / largest.value);
  }
  return worst;
}

namespace {

/// Allowed asymmetry, relative to the largest element of the same kind. Chosen, not swept.
constexpr double kQtfTolerance = 1e-2;

}  // namespace

std::optional<Check> check_qtf_symmetry(const Database& database) {
  if (database.qtf_difference.entries.empty() && database.qtf_sum.entries.empty()) {
    return std::nullopt;
  }
  const double difference = asymmetry(database.qtf_difference, true);
  const double sum = asymmetry(database.qtf_sum, false);
  const double worst = std::max(difference, sum);
  return Check{
      "qtf_triangles_disagree", worst, kQtfTolerance,
      fmt::format("quadratic transfer functions must be the same whichever wave comes "
                  "first, T_nm = T_mn* and P_nm = P_mn, to {:g} % of the largest: those "
                  "of {} frequencies differ by {:.3g} %",
                  100.0 * kQtfTolerance, sum > difference ? "sum" : "difference", 100.0 * worst)};
}

}  // namespace raftup::hydro
