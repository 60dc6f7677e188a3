#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The value that a check measured in a database, and the value that its rule allows. It is kept
/// whether or not the rule holds, so that a report can show the quality of the data.
struct Check {
  std::string name;       ///< of the finding where the rule is broken: "added_mass_asymmetric"
  double measured = 0.0;  ///< relative, as the check documents; negative where its rule is a floor
  double allowed = 0.0;   ///< the rule holds while |measured| <= allowed
  std::string message;    ///< text of the finding: the rule, the measured value and its place

  bool is_broken() const { return measured > allowed || measured < -allowed; }

  /// Returns the finding that reports the rule as broken.
  Finding finding() const { return {name, Severity::kWarning, message, measured}; }
};

using Checks = std::vector<Check>;

/// Runs the physical checks of a valid database. Each measures how well the data obey a rule; a
/// check that lacks the data it needs returns nothing.
/// A database contains no inertia, so the checks compare with reference inertias of their own, m_i
/// = rho V [kg] for translations and rho V^(5/3) [kg m2] for rotations, as if the radius of
/// gyration were the cube root of the displaced volume. They only set a scale. Without them the
/// rounding noise in yaw of a round body would look like an error of 100 %.
Checks measure_checks(const Database& database);

/// A finding for every rule that the data break.
Findings run_checks(const Database& database);

/// Whether a finding of this name is one of run_checks().
bool is_check(const std::string& name);

/// max over pairs and frequencies of |A_ij - A_ji| / sqrt((m + |A|)_ii (m + |A|)_jj), A_inf
/// included. .5 % are allowed.
/// @source symmetry of A and B by Green's theorem: Newman (1977)
std::optional<Check> check_added_mass_symmetry(const Database& database);

/// max over pairs and frequencies of |B_ij - B_ji| / (omega sqrt((m + |A|)_ii (m + |A|)_jj)).
/// .5 % are allowed.
std::optional<Check> check_radiation_damping_symmetry(const Database& database);

/// Smallest eigenvalue of m^-1/2 (B + B^T)/2 m^-1/2 [1/s] over the frequencies, relative to the
/// largest.
/// -.1 % are allowed: below, the waves would feed the bodies.
/// @source B is the mean power of radiated waves: Newman (1977)
std::optional<Check> check_radiation_damping_sign(const Database& database);

/// max over pairs of |A_inf - Ogilvie's mean|_ij / sqrt((m + |A_inf|)_ii (m + |A_inf|)_jj).
/// 1 % is allowed.
std::optional<Check> check_infinite_added_mass(const Database& database);

/// Haskind's relation in deep water, for every dof i and frequency,
///   B_ii = omega^3 / (4 pi rho g^3) integral_0^{2 pi} |X_i(direction)|^2 d direction:
/// the largest difference relative to max_omega B_ii. The integral needs wave directions around the
/// circle and ends at the frequency where every second one gives another; heave of a body of
/// revolution needs one. 2 % are allowed.
/// @source Haskind (1957); Newman (1962)
std::optional<Check> check_haskind(const Database& database);

/// The relation as a whole: the largest over the dofs of sum |difference| / sum |B_ii| over the
/// frequencies [1], which a
/// spike at an irregular frequency hardly changes. B and X must be present.
double haskind_error_on_the_whole(const Database& database);

/// Largest entry of m^-1/2 K m^-1/2 in the last tenth of the filed delays [s], relative to the
/// largest of all. 1 % is allowed; above that the kernel was cut before it had died out.
std::optional<Check> check_kernel_tail(const Database& database);

/// Long waves in heave. Waves that are much longer than a body move it with the water and lift it
/// as still water of that level would. With the velocity v_j = (g k / omega cos b, g k / omega sin
/// b, i omega) eta_j of the water [m/s] and the elevation eta_j [m] at body j,
///   X_3 = C_33 eta + sum_j (i omega (rho V delta_3j + A_3j) + B_3j) v_j
/// over the translations of all bodies, at the lowest frequency, provided that the wavenumber k
/// times the length or draught of the body is below .1. The check measures the largest difference
/// relative to C_33 + omega^2 (rho V + A_33). 5 % are allowed, about the error of the long-wave
/// limit.
/// @source Newman (1977), section 6.18
std::optional<Check> check_long_wave_heave(const Database& database);

/// Long waves in surge and sway, where C is 0, for waves within 60 degrees of the dof: the largest
/// difference relative to the magnitude of the right-hand side. 10 % are allowed. The check detects
/// a wrong volume and a wrong water depth.
/// @source Newman (1977), section 6.18
std::optional<Check> check_long_wave_surge(const Database& database);

/// Moments of the water plane. The stiffness in heave, roll and pitch without its part
/// rho g V (z_b - z_g) must equal rho g times the integral of [1 y -x]^T [1 y -x] over the water
/// plane. It must therefore be symmetric and have no negative eigenvalue. The check measures the
/// largest violation, with each dof relative to |C_ii| + rho g V |z_b - z_g|; 1 % is allowed. Above
/// that, volume, centres and stiffness do not belong to the same hull.
/// @source Newman (1977), section 6.16
std::optional<Check> check_hydrostatics(const Database& database);

/// Largest spike on the diagonals of A and B, relative to the range of the curve [1]: one to three
/// neighbouring frequencies that stand out of a curve which is smooth on both sides
/// (hydro/database/spikes.hpp). 2 % are allowed. Spikes are irregular frequencies of the panel
/// method or resonances that the frequencies do not resolve.
/// @source John (1950); Lee and Sclavounos (1989)
std::optional<Check> check_spikes(const Database& database);

/// The coupling of bodies far apart is that of dipoles: for translations of bodies further apart
/// than twice
/// their lengths together, distance d,
///   |A_inf,ij| <= (m + A_inf)_ii (m + A_inf)_jj / (2 pi rho d^3).
/// The largest |A_inf,ij| relative to the bound; 2 are allowed, since the next term of the
/// expansion is not small at that distance.
/// @source Landau and Lifshitz, Fluid Mechanics, section 11; Taylor (1928)
std::optional<Check> check_far_coupling(const Database& database);

/// How far the two triangles of a quadratic transfer function disagree in pairs of one direction:
/// T_mn = T_nm* of differences, P_mn = P_nm of sums, relative to the largest value on the same body
/// of the same kind. 1 % is allowed.
/// @source Kim and Yue, The complete second-order diffraction solution, part 2, J. Fluid Mech. 211
///         (1990); WAMIT user manual, chapter "Second-order"
std::optional<Check> check_qtf_symmetry(const Database& database);

/// Makes a Database on which other code may rely: validates `filed` and appends the findings of the
/// checks. Findings of checks that the data pass now, for instance after a repair, are moved to the
/// history.
/// @throws Error(kInvalidArgument) as validate() does
Database make_database(Database filed);

}  // namespace raftup::hydro
