/// @file Findings about a radiation memory: its difference from the file, the likely cause, and the
///         frequencies [rad/s] that should be added.
#pragma once

#include <string_view>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"

namespace raftup::hydro {

/// Error of responses, relative to the peak, above which a memory is the subject of a warning
/// (kFarFromFile) and the automatic choice considers other forms. At 2 % the memory's error begins
/// to show beside that of panel data (decision 38).
inline constexpr double kResponseFarOff = 2e-2;
inline constexpr std::string_view kFarFromFile = "radiation_memory";

/// True if a file has both A and B, so that responses with a memory can be compared with those of
/// the file.
bool has_added_mass_and_damping(const Database& database);

/// The data to which fits are made at the frequencies of a database [rad/s]: A and B of the file,
/// symmetrised, or else those of the coefficients.
RadiationSeries held_to(const Database& database, const RadiationCoefficients& coefficients);

/// Largest difference found by compare_responses(), relative to the peak of the dof; 0 if it
/// compares none.
double worst_response(const Database& database, const RadiationSeries& reference,
                      const RadiationSeries& other);

/// A resonance of a fit that the frequencies of its file [rad/s] do not resolve.
struct UnresolvedResonance {
  double omega = 0.0;       ///< rad/s
  double half_width = 0.0;  ///< rad/s, from the peak to the frequency of half power: -Re p
  double gap = 0.0;         ///< rad/s, spacing of the file's frequencies there
  Eigen::Index dof = 0;     ///< the dof whose B it raises most
  double share = 0.0;       ///< its share of the peak of that B: |R_ii| / (-Re p)
};

/// Resonances narrower than the spacing of the file's frequencies [rad/s], |Re p| < gap, that make
/// up at least a tenth of the damping of some dof; by ascending frequency. Their position and
/// height are extrapolated by the fit from their flanks.
std::vector<UnresolvedResonance> unresolved_resonances(const RadiationCoefficients& coefficients,
                                                       const RationalModel& fitted);

/// Records the differences of a memory's responses from those with A and B of the file, and the
/// effect of the file's asymmetry: findings `radiation_response`, `radiation_asymmetry_response`,
/// and above kResponseFarOff `radiation_memory` with a remedy. Error [1] and frequencies [rad/s]
/// are written to the report.
/// @param database     with A and B
/// @param coefficients determine whether A and B are symmetrised, as for repaired data, and without
///         the blocks between bodies
/// @param options      with which the memory was made
void note_responses(const Database& database, const RadiationCoefficients& coefficients,
                    const RadiationOptions& options, const RadiationMemory& memory,
                    RadiationReport& report);

/// Records what a fit reveals about its file: findings `added_mass_infinite_fitted`,
/// `radiation_irregular_frequency`, `radiation_resonance_unresolved`, `radiation_damping_cut_off`.
/// Error [1] and frequencies [rad/s] are written to the report. Findings about repairs of data that
/// a fitted memory does not use are removed.
void note_fit(const Database& database, const RadiationCoefficients& coefficients,
              const StateSpaceFit& fit, RadiationReport& report);

/// The finding `retardation_kernel_fitted`: the kernel of a convolution comes from a fit.
Finding fitted_kernel(const StateSpaceFit& fit);

/// The finding `retardation_kernel_made_passive`: the change that made a truncated kernel passive.
Finding made_passive(const RetardationKernel& kernel, const FitErrors& errors);

/// The finding `radiation_form`: the reason of the automatic choice.
Finding choice(const FitErrors& errors, Eigen::Index poles, double tolerance, RadiationForm form);

/// Adds to the finding `radiation_memory`, if there is one, that data as filed come nearer.
/// @param error of responses with them, relative to the peak
void offer_as_filed(double error, RadiationReport& report);

/// A form of memory that the automatic choice has considered.
struct ComparedForm {
  std::string name;
  double error_response = 0.0;  ///< from its report
};

/// The finding `radiation_forms_compared`: the form that was chosen when responses with the
/// preferred form were far off.
/// @param forms the preferred one first
/// @param taken index of the chosen one
Finding compared_forms(const std::vector<ComparedForm>& forms, std::size_t taken);

}  // namespace raftup::hydro
