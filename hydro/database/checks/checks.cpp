#include "hydro/database/checks/checks.hpp"

#include <algorithm>
#include <array>
#include <string_view>
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
                                  check_far_coupling,
                                  check_qtf_symmetry,
                                  check_qtf_diagonal};
  Checks checks;
  for (const auto check : kChecks) {
    if (auto measured = check(database)) checks.push_back(*std::move(measured));
  }
  return checks;
}

bool is_check(const std::string& name) {
  constexpr std::array<std::string_view, 13> kNames = {"added_mass_asymmetric",
                                                       "radiation_damping_asymmetric",
                                                       "radiation_damping_negative",
                                                       "infinite_added_mass_mismatch",
                                                       "haskind",
                                                       "excitation_long_wave_heave",
                                                       "excitation_long_wave_surge",
                                                       "hydrostatics_mismatch",
                                                       "irregular_frequency",
                                                       "kernel_tail",
                                                       "far_coupling",
                                                       "qtf_triangles_disagree",
                                                       "mean_drift_disagrees"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

Findings run_checks(const Database& database) {
  Findings findings;
  for (const Check& check : measure_checks(database)) {
    if (check.is_broken()) findings.push_back(check.finding());
  }
  return findings;
}

}  // namespace raftup::hydro
