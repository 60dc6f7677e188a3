#include <fmt/format.h>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"

namespace raftup::hydro {

namespace {

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

}  // namespace raftup::hydro
