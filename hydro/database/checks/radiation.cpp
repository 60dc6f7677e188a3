#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Allowed asymmetry of A and B, relative to sqrt of the product of the diagonal terms. Chosen, not
/// swept.
constexpr double kSymmetryTolerance = 5e-3;

/// The largest asymmetry so far and its place.
struct Worst {
  WorstEntry entry;
  std::string where;

  void consider(const WorstEntry& candidate, const std::string& place) {
    if (candidate.value <= entry.value) return;
    entry = candidate;
    where = place;
  }
};

std::string at_frequency(double omega) { return fmt::format("at {:.4g} rad/s", omega); }

Check symmetry(const Database& database, const Worst& worst, const std::string& name,
               const std::string& subject) {
  return {name, worst.entry.value, kSymmetryTolerance,
          fmt::format("{} must be symmetric to {:g} %, differs by {:.3g} % in {}, {} {}", subject,
                      100.0 * kSymmetryTolerance, 100.0 * worst.entry.value,
                      dof_name(database, worst.entry.row), dof_name(database, worst.entry.column),
                      worst.where)};
}

/// Returns A(omega) if the file has it, else A_inf.
const MatrixXd& added_mass_at(const Database& database, std::size_t frequency) {
  return database.added_mass.empty() ? *database.added_mass_infinite
                                     : database.added_mass[frequency];
}

}  // namespace

std::optional<Check> check_added_mass_symmetry(const Database& database) {
  if (database.added_mass.empty() && !database.added_mass_infinite) return std::nullopt;
  Worst worst;
  for (std::size_t k = 0; k < database.added_mass.size(); ++k) {
    const MatrixXd& added_mass = database.added_mass[k];
    worst.consider(worst_asymmetry(added_mass, reference_inertia_with(database, added_mass)),
                   at_frequency(database.omega[static_cast<Index>(k)]));
  }
  if (database.added_mass_infinite) {
    const MatrixXd& infinite = *database.added_mass_infinite;
    worst.consider(worst_asymmetry(infinite, reference_inertia_with(database, infinite)),
                   "at infinite frequency");
  }
  return symmetry(database, worst, "added_mass_asymmetric", "added mass");
}

std::optional<Check> check_radiation_damping_symmetry(const Database& database) {
  if (database.added_mass.empty() && !database.added_mass_infinite) return std::nullopt;
  if (database.radiation_damping.empty()) return std::nullopt;
  Worst worst;
  for (std::size_t k = 0; k < database.radiation_damping.size(); ++k) {
    const double omega = database.omega[static_cast<Index>(k)];
    const VectorXd inertia = reference_inertia_with(database, added_mass_at(database, k));
    worst.consider(worst_asymmetry(database.radiation_damping[k], omega * inertia),
                   at_frequency(omega));
  }
  return symmetry(database, worst, "radiation_damping_asymmetric", "radiation damping");
}

namespace {

/// Allowed magnitude of a negative eigenvalue of B, relative to the largest one. Chosen, not swept.
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

namespace {

/// Allowed difference of A_inf from Ogilvie's relation. Chosen, not swept.
constexpr double kInfiniteFrequencyTolerance = 1e-2;

}  // namespace

std::optional<Check> check_infinite_added_mass(const Database& database) {
  const bool can_compute = !database.added_mass.empty() && (!database.radiation_damping.empty() ||
                                                            !database.retardation_kernel.empty());
  if (!database.added_mass_infinite || !can_compute) return std::nullopt;
  const MatrixXd& filed = *database.added_mass_infinite;
  const WorstEntry worst =
      worst_entry(filed - ogilvie_added_mass(database), reference_inertia_with(database, filed));
  return Check{"infinite_added_mass_mismatch", worst.value, kInfiniteFrequencyTolerance,
               fmt::format("infinite-frequency added mass must agree with Ogilvie's relation to "
                           "{:g} %, differs by {:.3g} % in {}, {}",
                           100.0 * kInfiniteFrequencyTolerance, 100.0 * worst.value,
                           dof_name(database, worst.row), dof_name(database, worst.column))};
}

namespace {

/// Allowed magnitude of the kernel at its end, relative to its largest value. Chosen, not swept.
constexpr double kTailTolerance = 1e-2;
constexpr double kTailFraction = 0.1;  ///< share of the delays that is the end

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
