#include "hydro/database/checks/checks.hpp"

namespace raftup::hydro {

Findings run_checks(const Database& database) {
  Findings findings;
  check_added_mass_symmetry(database, findings);
  check_radiation_damping_symmetry(database, findings);
  check_radiation_damping_sign(database, findings);
  check_infinite_added_mass(database, findings);
  check_haskind(database, findings);
  check_kernel_tail(database, findings);
  return findings;
}

}  // namespace raftup::hydro
