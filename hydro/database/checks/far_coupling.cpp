#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Factor on the coupling of two dipoles; the next term of the expansion is neglected.
constexpr double kAllowedCoupling = 2.0;
constexpr double kFar = 2.0;  ///< factor on the sum of the lengths of both bodies

bool can_know_infinite_added_mass(const Database& database) {
  return database.added_mass_infinite ||
         (!database.added_mass.empty() &&
          (!database.radiation_damping.empty() || !database.retardation_kernel.empty()));
}

/// Returns the horizontal distance of two bodies if they are far apart, else 0.
double far_distance(const Database& database, Index first, Index second) {
  if (is_carrier(database, first) || is_carrier(database, second)) return 0.0;
  const auto& bodies = database.bodies;
  const Vector3 apart = bodies[static_cast<std::size_t>(first)].center_of_gravity -
                        bodies[static_cast<std::size_t>(second)].center_of_gravity;
  const double distance = apart.head<2>().norm();
  const double lengths = hull_size(database, first).length + hull_size(database, second).length;
  return lengths > 0.0 && distance > kFar * lengths ? distance : 0.0;
}

}  // namespace

std::optional<Check> check_far_coupling(const Database& database) {
  if (database.body_count() < 2 || !can_know_infinite_added_mass(database)) return std::nullopt;
  const MatrixXd infinite = infinite_added_mass(database);
  const VectorXd inertia = reference_inertia_with(database, infinite);
  WorstEntry worst{-1.0};
  for (Index second = 1; second < database.body_count(); ++second) {
    for (Index first = 0; first < second; ++first) {
      const double distance = far_distance(database, first, second);
      if (distance == 0.0) continue;
      const double unit =
          2.0 * std::numbers::pi * database.water_density * distance * distance * distance;
      for (Index i = kDofs * first; i < kDofs * first + 3; ++i) {
        for (Index j = kDofs * second; j < kDofs * second + 3; ++j) {
          const double share = std::abs(infinite(i, j)) * unit / (inertia[i] * inertia[j]);
          if (share > worst.value) worst = {share, i, j};
        }
      }
    }
  }
  if (worst.value < 0.0) return std::nullopt;
  return Check{"far_coupling", worst.value, kAllowedCoupling,
               fmt::format("added mass between bodies far apart must stay below {:g} times that of "
                           "two dipoles, is {:.3g} times in {}, {}",
                           kAllowedCoupling, worst.value, dof_name(database, worst.row),
                           dof_name(database, worst.column))};
}

}  // namespace raftup::hydro
