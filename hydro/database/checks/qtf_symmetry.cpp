#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

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
/// Allowed difference of mean drift and diagonal, relative to the largest of the same dof. Chosen,
/// not swept: programs that compute both in different ways agree so far on fine meshes.
constexpr double kDiagonalTolerance = 2e-2;
/// Mean drift of a dof, relative to the largest of its kind, below which it is round-off of a
/// symmetric body.
constexpr double kNoDrift = 1e-2;
constexpr double kSameInGrid = 1e-6;  ///< rad, rad/s: difference that is round-off of a file

/// Index of a value in a grid; none if it is not one of the grid.
std::optional<Eigen::Index> index_in(const VectorXd& grid, double value, double same) {
  Eigen::Index at = 0;
  if (grid.size() == 0 || (grid.array() - value).abs().minCoeff(&at) > same) return std::nullopt;
  return at;
}

/// Largest |D| of a dof over all directions and frequencies.
double largest_drift(const Database& database, Eigen::Index dof) {
  double largest = 0.0;
  for (const MatrixXd& of_direction : database.mean_drift_force) {
    largest = std::max(largest, of_direction.row(dof).cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

std::optional<Check> check_qtf_diagonal(const Database& database) {
  if (database.mean_drift_force.empty()) return std::nullopt;
  const QuadraticTransferFunction& qtf = database.qtf_difference;
  std::optional<double> worst;
  Eigen::Index worst_dof = 0;
  for (const auto& entry : qtf.entries) {
    const auto direction = index_in(database.wave_directions, entry.direction_1, kSameInGrid);
    if (!direction || entry.direction_1 != entry.direction_2) continue;
    const Eigen::Index dof = entry.influenced_dof, first = dof - dof % 3;
    double of_kind = 0.0;
    for (Eigen::Index i = first; i < first + 3; ++i) {
      of_kind = std::max(of_kind, largest_drift(database, i));
    }
    const double largest = largest_drift(database, dof);
    if (largest <= kNoDrift * of_kind) continue;
    const MatrixXd& drift = database.mean_drift_force[static_cast<std::size_t>(*direction)];
    for (Eigen::Index n = 0; n < qtf.omega.size(); ++n) {
      const auto frequency = index_in(database.omega, qtf.omega[n], kSameInGrid);
      if (!frequency) continue;
      const double difference = std::abs(entry.values(n, n).real() - drift(dof, *frequency));
      if (worst && difference / largest <= *worst) continue;
      worst = difference / largest;
      worst_dof = dof;
    }
  }
  if (!worst) return std::nullopt;
  return Check{
      "mean_drift_disagrees", *worst, kDiagonalTolerance,
      fmt::format("mean drift forces must be the diagonal of the difference-frequency "
                  "transfer functions, to {:g} % of the largest of each dof: those of {} "
                  "differ by {:.3g} %, so that second_order.method mean and full rest at "
                  "different places",
                  100.0 * kDiagonalTolerance, dof_name(database, worst_dof), 100.0 * *worst)};
}

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
