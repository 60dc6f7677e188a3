/// @file What is said of a radiation memory: how far it is from the file, what is likely at fault,
/// which frequencies would tell more.
#pragma once

#include <string_view>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"

namespace raftup::hydro {

/// Error of responses, of the peak, above which a memory warns of itself (kFarFromFile) and the
/// automatic choice looks at other forms.
inline constexpr double kResponseFarOff = 2e-2;
inline constexpr std::string_view kFarFromFile = "radiation_memory";

/// Whether a file says both A and B, so that responses by a memory can be compared with its own.
bool has_added_mass_and_damping(const Database& database);

/// What fits are held to at the frequencies of a database: A and B of the file, symmetrised, else
/// of the coefficients.
RadiationSeries held_to(const Database& database, const RadiationCoefficients& coefficients);

/// Largest difference of compare_responses(), of the dof's peak; 0 where it compares none.
double worst_response(const Database& database, const RadiationSeries& reference,
                      const RadiationSeries& other);

/// A resonance of a fit that the frequencies of its file do not resolve.
struct UnresolvedResonance {
  double omega = 0.0;       ///< rad/s
  double half_width = 0.0;  ///< rad/s, from the peak to where half of the power is left: -Re p
  double gap = 0.0;         ///< rad/s, between the file's frequencies there
  Eigen::Index dof = 0;     ///< whose B it raises most
  double share = 0.0;       ///< of the peak of that B: |R_ii| / (-Re p)
};

/// Resonances narrower than the file's frequencies lie apart, |Re p| < gap, which make up at least
/// a tenth of some dof's damping; by ascending frequency. Where they are and how high is what the
/// fit makes of their flanks.
std::vector<UnresolvedResonance> unresolved_resonances(const RadiationCoefficients& coefficients,
                                                       const RationalModel& fitted);

/// Writes how far a memory's responses are from those by A and B of the file, and what the file's
/// lack of symmetry does: findings `radiation_response`, `radiation_asymmetry_response`, and above
/// kResponseFarOff `radiation_memory` with the way out; error and frequencies to the report.
/// @param database     with A and B
/// @param coefficients say whether both count symmetrised, as for repaired data, and without the
///                     blocks between bodies
/// @param options      that the memory was made by
void note_responses(const Database& database, const RadiationCoefficients& coefficients,
                    const RadiationOptions& options, const RadiationMemory& memory,
                    RadiationReport& report);

/// Writes what a fit says of its file: findings `added_mass_infinite_fitted`,
/// `radiation_irregular_frequency`, `radiation_resonance_unresolved`, `radiation_damping_cut_off`;
/// error and frequencies to the report. Those of repairs to data that a fitted memory is not made
/// of go.
void note_fit(const Database& database, const RadiationCoefficients& coefficients,
              const StateSpaceFit& fit, RadiationReport& report);

/// Where a convolution's kernel comes from: finding `retardation_kernel_fitted`.
Finding fitted_kernel(const StateSpaceFit& fit);

/// What the end of a kernel took: finding `retardation_kernel_made_passive`.
Finding made_passive(const RetardationKernel& kernel, const FitErrors& errors);

/// Why the automatic choice fell as it did: finding `radiation_form`.
Finding choice(const FitErrors& errors, Eigen::Index poles, double tolerance, RadiationForm form);

/// Adds to the finding `radiation_memory`, if there is one, that data as filed come nearer.
/// @param error of responses by them, of the peak
void offer_as_filed(double error, RadiationReport& report);

/// A form of memory that the automatic choice has looked at.
struct ComparedForm {
  std::string name;
  double error_response = 0.0;  ///< of its report
};

/// What the automatic choice took where responses by the form that it prefers are far off: finding
/// `radiation_forms_compared`.
/// @param forms the preferred one first
Finding compared_forms(const std::vector<ComparedForm>& forms, std::size_t taken);

}  // namespace raftup::hydro
