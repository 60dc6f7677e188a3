#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Physical checks of a valid database; each gives a finding where the data break its rule.
/// A database has no inertia, so the checks measure against reference inertias of their own:
/// m_i = rho V for translations and rho V^(5/3) for rotations, the radius of gyration taken as the
/// cube root of the displaced volume. They set a scale, nothing else: without them the rounding
/// noise of a round body's yaw would look like an error of 100 %.
Findings run_checks(const Database& database);

/// max over pairs and frequencies of |A_ij - A_ji| / sqrt((m + |A|)_ii (m + |A|)_jj), A_inf
/// included. Finding above .5 %.
void check_added_mass_symmetry(const Database& database, Findings& findings);

/// max over pairs and frequencies of |B_ij - B_ji| / (omega sqrt((m + |A|)_ii (m + |A|)_jj)).
/// Finding above .5 %.
void check_radiation_damping_symmetry(const Database& database, Findings& findings);

/// Smallest eigenvalue of m^-1/2 (B + B^T)/2 m^-1/2 over the frequencies, relative to the largest.
/// Finding below -.1 %: the waves would feed the bodies.
void check_radiation_damping_sign(const Database& database, Findings& findings);

/// max over pairs of |A_inf - Ogilvie's mean|_ij / sqrt((m + |A_inf|)_ii (m + |A_inf|)_jj).
/// Finding above 1 %.
void check_infinite_added_mass(const Database& database, Findings& findings);

/// Haskind's relation in deep water, for every dof i and frequency,
///   B_ii = omega^3 / (4 pi rho g^3) integral_0^{2 pi} |X_i(direction)|^2 d direction:
/// the largest difference relative to max_omega B_ii. The integral needs wave directions around the
/// circle and ends at the frequency where every second one gives another; heave of a body of
/// revolution needs one. Finding above 2 %.
/// @source Haskind (1957); Newman (1962)
void check_haskind(const Database& database, Findings& findings);

/// Largest entry of m^-1/2 K m^-1/2 in the last tenth of the filed delays, relative to the largest
/// of all. Finding above 1 %: the kernel was cut before it had died out.
void check_kernel_tail(const Database& database, Findings& findings);

}  // namespace raftup::hydro
