#include <fmt/format.h>

#include <string>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kSymmetryTolerance = 5e-3;

/// The worst asymmetry met so far and where it was.
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

/// A(omega) where the file has it, else A_inf.
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

}  // namespace raftup::hydro
