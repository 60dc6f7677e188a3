#include "hydro/database/checks/checks.hpp"

#include <array>
#include <utility>

namespace raftup::hydro {

Checks measure_checks(const Database& database) {
  constexpr std::array kChecks = {check_added_mass_symmetry,
                                  check_radiation_damping_symmetry,
                                  check_radiation_damping_sign,
                                  check_infinite_added_mass,
                                  check_haskind,
                                  check_long_wave_heave,
                                  check_long_wave_surge,
                                  check_hydrostatics,
                                  check_spikes,
                                  check_kernel_tail,
                                  check_far_coupling};
  Checks checks;
  for (const auto check : kChecks) {
    if (auto measured = check(database)) checks.push_back(*std::move(measured));
  }
  return checks;
}

Findings run_checks(const Database& database) {
  Findings findings;
  for (const Check& check : measure_checks(database)) {
    if (check.is_broken()) findings.push_back(check.finding());
  }
  return findings;
}

}  // namespace raftup::hydro
