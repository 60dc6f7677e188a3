#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Result of one physical check of a database: the measured violation of a rule and the violation
/// that is allowed. It is kept whether or not the rule holds, so that a report can show the quality
/// of the data.
struct Check {
  /// Name of the finding if the rule is violated, for example "added_mass_asymmetric".
  std::string name;
  /// Relative violation, as the check defines it [1]; negative if the rule is a lower bound.
  double measured = 0.0;
  /// Largest violation that is allowed [1]; the rule holds while |measured| <= allowed.
  double allowed = 0.0;
  /// Text of the finding: the rule, the measured value and where it was measured.
  std::string message;

  bool is_broken() const { return measured > allowed || measured < -allowed; }

  /// Returns the finding that reports the rule as violated.
  Finding finding() const { return {name, Severity::kWarning, message, measured}; }
};

using Checks = std::vector<Check>;

/// Runs the physical checks of a valid database. Each check measures how well the data obey a rule;
/// a check that lacks the data it needs gives no result. A database contains no inertia. The checks
/// therefore use reference inertias of their own, m_i = rho V [kg] for translations and rho V^(5/3)
/// [kg m2] for rotations, as if the radius of gyration were the cube root of the displaced volume
/// V. They only set a scale: without them the rounding noise of a round body in yaw would look like
/// an error of 100 %.
Checks measure_checks(const Database& database);

/// Runs the physical checks and returns a finding for every rule that the data violate.
Findings run_checks(const Database& database);

/// Returns true if run_checks() can return a finding of this name.
bool is_check(const std::string& name);

/// Checks the symmetry of the added mass. It measures the largest value of
///   |A_ij - A_ji| / sqrt((m + |A|)_ii (m + |A|)_jj)
/// over all pairs of dofs and all frequencies, A_inf included, with the reference inertia m of
/// measure_checks(). .5 % are allowed.
/// @source symmetry of A and B by Green's theorem: Newman (1977)
std::optional<Check> check_added_mass_symmetry(const Database& database);

/// Checks the symmetry of the radiation damping. It measures the largest value of
///   |B_ij - B_ji| / (omega sqrt((m + |A|)_ii (m + |A|)_jj))
/// over all pairs of dofs and all frequencies, with the reference inertia m of measure_checks(). .5
/// % are allowed.
std::optional<Check> check_radiation_damping_symmetry(const Database& database);

/// Checks that the radiation damping takes energy from the bodies. It measures the smallest
/// eigenvalue of m^-1/2 (B + B^T)/2 m^-1/2 [1/s] over the frequencies, relative to the largest,
/// with the reference inertia m of measure_checks(). -.1 % are allowed; below that, waves would
/// supply energy to the bodies.
/// @source B is the mean power of radiated waves: Newman (1977)
std::optional<Check> check_radiation_damping_sign(const Database& database);

/// Checks the added mass at infinite frequency of the file against the mean that follows from A and
/// B by Ogilvie's relation. It measures the largest |difference|_ij / sqrt((m + |A_inf|)_ii (m +
/// |A_inf|)_jj) over all pairs of dofs, with the reference inertia m of measure_checks(). 1 % is
/// allowed.
std::optional<Check> check_infinite_added_mass(const Database& database);

/// Checks Haskind's relation between damping and excitation in deep water, for every dof i and
/// frequency,
///   B_ii = omega^3 / (4 pi rho g^3) integral_0^{2 pi} |X_i(direction)|^2 d direction.
/// It measures the largest difference of both sides relative to max_omega B_ii; 2 % are allowed.
/// The integral needs evenly spaced wave directions around the circle. Frequencies are compared up
/// to the first one at which the integral from every second direction differs. For heave of a body
/// of revolution one direction suffices.
/// @source Haskind (1957); Newman (1962)
std::optional<Check> check_haskind(const Database& database);

/// Returns the error of Haskind's relation over all frequencies together: the largest value over
/// the dofs of sum |difference| / sum |B_ii| [1], with the sums over the frequencies. A spike at an
/// irregular frequency hardly changes it. The database must have B and X.
double haskind_error_on_the_whole(const Database& database);

/// Checks that the retardation kernel of the file has died out at its end. It measures the largest
/// element of m^-1/2 K m^-1/2 in the last tenth of the delays [s], relative to the largest of all
/// delays, with the reference inertia m of measure_checks(). 1 % is allowed; above that, the kernel
/// was truncated too early.
std::optional<Check> check_kernel_tail(const Database& database);

/// Checks the heave force in long waves. Waves that are much longer than a body move it with the
/// water and lift it as still water of the same level would. The velocity of the water [m/s] at
/// body j, with the wave elevation eta_j [m] there, is
///   v_j = (g k / omega cos b, g k / omega sin b, i omega) eta_j.
/// The heave force on a body must then be
///   X_3 = C_33 eta + sum_j (i omega (rho V delta_3j + A_3j) + B_3j) v_j,
/// with the sum over the translations of all bodies, at the lowest frequency. The check is made if
/// the wave number k times the length or draft of the body is below .1. It measures the largest
/// difference relative to C_33 + omega^2 (rho V + A_33). 5 % are allowed, about the error of the
/// long-wave limit.
/// @source Newman (1977), section 6.18
std::optional<Check> check_long_wave_heave(const Database& database);

/// Checks the surge and sway forces in long waves as check_long_wave_heave() checks heave, with C =
/// 0, for waves within 60 degrees of the dof. It measures the largest difference relative to the
/// magnitude of the expected force. 10 % are allowed. The check detects a wrong volume and a wrong
/// water depth.
/// @source Newman (1977), section 6.18
std::optional<Check> check_long_wave_surge(const Database& database);

/// Checks the hydrostatic stiffness against the geometry of a water plane. The stiffness in heave,
/// roll and pitch without its part rho g V (z_b - z_g) must equal rho g times the integral of [1 y
/// -x]^T [1 y -x] over the water plane. It must therefore be symmetric and have no negative
/// eigenvalue. The check measures the largest violation, with each dof relative to |C_ii| + rho g V
/// |z_b - z_g|; 1 % is allowed. Above that, volume, centers and stiffness do not belong to the same
/// hull.
/// @source Newman (1977), section 6.16
std::optional<Check> check_hydrostatics(const Database& database);

/// Checks for spikes on the diagonals of A and B: one to three neighboring frequencies whose values
/// deviate from a curve that is smooth on both sides of them (hydro/database/spikes.hpp). It
/// measures the largest spike relative to the range of its curve [1]. 2 % are allowed. Spikes are
/// irregular frequencies of the panel method or resonances that the frequencies do not resolve.
/// @source John (1950); Lee and Sclavounos (1989)
std::optional<Check> check_spikes(const Database& database);

/// Checks the added mass between bodies that are far apart. For translations of two bodies whose
/// distance d is more than twice the sum of their lengths, the coupling is that of two dipoles:
///   |A_inf,ij| <= (m + A_inf)_ii (m + A_inf)_jj / (2 pi rho d^3).
/// The check measures the largest |A_inf,ij| relative to this bound. A ratio of 2 is allowed, since
/// the next term of the expansion is not small at that distance.
/// @source Landau and Lifshitz, Fluid Mechanics, section 11; Taylor (1928)
std::optional<Check> check_far_coupling(const Database& database);

/// Checks the symmetry of quadratic transfer functions for pairs of waves of the same direction.
/// The difference-frequency function must satisfy T_mn = T_nm* and the sum-frequency function P_mn
/// = P_nm. The check measures the largest violation relative to the largest value on the same body
/// of the same kind, force or moment. 1 % is allowed.
/// @source Kim and Yue, The complete second-order diffraction solution, part 2, J. Fluid Mech. 211
///          (1990); WAMIT user manual, chapter "Second-order"
std::optional<Check> check_qtf_symmetry(const Database& database);

/// Checks that the mean drift forces D are the diagonal of the difference-frequency transfer
/// function T for waves of one direction. It measures the largest value of |Re T_nn - D| over all
/// frequencies and directions that both have, relative to the largest |D| of the same dof, of dofs
/// whose D is at least a hundredth of the largest of the same kind. 2 % are allowed.
std::optional<Check> check_qtf_diagonal(const Database& database);

/// Creates a valid Database: validates `filed`, runs the checks and appends their findings.
/// Findings of checks that the data pass now, for instance after a repair, are moved to the
/// history.
/// @throws Error(kInvalidArgument) as validate() does
Database make_database(Database filed);

}  // namespace raftup::hydro
