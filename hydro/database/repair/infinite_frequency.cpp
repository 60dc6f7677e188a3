#include <fmt/format.h>

#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/repair/steps.hpp"

namespace raftup::hydro {

void fit_infinite_added_mass(Database& database) {
  const MatrixXd fitted = ogilvie_added_mass(database);
  const std::string what = "infinite-frequency added mass fitted to A and B";
  if (!database.added_mass_infinite) {
    note_repair(database, "added_mass_infinite_fitted", what + ": the file had none", 0.0);
  } else {
    const WorstEntry change = worst_entry(fitted - *database.added_mass_infinite,
                                          reference_inertia_with(database, fitted));
    note_repair(database, "added_mass_infinite_fitted",
                fmt::format("{}: largest change {:.3g} % of sqrt((m + A)_ii (m + A)_jj), in {}, {}",
                            what, 100.0 * change.value, dof_name(database, change.row),
                            dof_name(database, change.column)),
                change.value);
  }
  database.added_mass_infinite = fitted;
}

}  // namespace raftup::hydro
