/// @file Findings about a radiation memory: the difference between motions by the memory and by the
///         data of the file, the likely cause, and the frequencies [rad/s] that should be added to
///         the file.
#pragma once

#include <string_view>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"

namespace raftup::hydro {

/// Error of motions relative to their peak [1] above which a memory is reported by a warning
/// (kFarFromFile) and the automatic choice of the form considers other forms. Above 2 % the error
/// of the memory is no longer small beside that of panel data (decision 38).
inline constexpr double kResponseFarOff = 2e-2;
/// Name of the warning that a memory gives motions far from those by the file.
inline constexpr std::string_view kFarFromFile = "radiation_memory";

/// Returns true if a database has both added mass A [kg, kg m, kg m2] and radiation damping B [N
/// s/m, N s, N m s], so that motions with a memory can be compared with those by the file.
bool has_added_mass_and_damping(const Database& database);

/// Returns the A and B to which a memory is fitted, at the frequencies of the database [rad/s]:
/// those of the file, made symmetric, or those of the coefficients if the coefficients keep no data
/// of the file.
RadiationSeries held_to(const Database& database, const RadiationCoefficients& coefficients);

/// Returns the largest difference that compare_responses() finds, relative to the peak of the dof
/// [1]; 0 if it compares no dof.
double worst_response(const Database& database, const RadiationSeries& reference,
                      const RadiationSeries& other);

/// A resonance of a fitted model that the frequencies of the file [rad/s] do not resolve.
struct UnresolvedResonance {
  /// Frequency of the resonance, the imaginary part of its pole p [rad/s].
  double omega = 0.0;
  double half_width = 0.0;  ///< half the width of the resonance at half power, -Re p [rad/s]
  double gap = 0.0;         ///< spacing of the file's frequencies around the resonance [rad/s]
  /// Dof whose damping B_ii the resonance raises most, in relation to the peak of B_ii.
  Eigen::Index dof = 0;
  /// Contribution |R_ii| / (-Re p) of the resonance to that B_ii, relative to its peak [1].
  double share = 0.0;
};

/// Finds resonances that are narrower than the spacing of the file's frequencies [rad/s], |Re p| <
/// gap, and that contribute at least a tenth of the damping of some dof. The file has no value near
/// the peak of such a resonance; the fit extrapolates its position and height from its flanks.
/// @returns the resonances by ascending frequency
std::vector<UnresolvedResonance> unresolved_resonances(const RadiationCoefficients& coefficients,
                                                       const RationalModel& fitted);

/// Compares the motions by a memory with those by A and B of the file and adds findings:
/// `radiation_response` is the error of the memory, `radiation_asymmetry_response` the effect of
/// making A and B symmetric, and `radiation_memory`, with a remedy, is added if the error is above
/// kResponseFarOff. The error [1] and the frequencies to add [rad/s] are written to the report.
/// @param database database that has A and B
/// @param options  options with which the memory was created; they determine whether A and B of the
///         file are made symmetric, and whether the blocks between bodies are set to 0
/// @param by_model A and B of the memory at the frequencies of the database
void note_responses(const Database& database, const RadiationOptions& options,
                    const RadiationSeries& by_model, RadiationReport& report);

/// Adds findings about the file that follow from a fit: `added_mass_infinite_fitted`,
/// `radiation_irregular_frequency`, `radiation_resonance_unresolved` and
/// `radiation_damping_cut_off`. The error of A_inf [1] and the frequencies to add [rad/s] are
/// written to the report. Findings about repairs of data that a fitted memory does not use are
/// removed from the report.
void note_fit(const Database& database, const RadiationCoefficients& coefficients,
              const StateSpaceFit& fit, RadiationReport& report);

/// Returns the finding `retardation_kernel_fitted`: the kernel of the convolution was computed from
/// a fit.
Finding fitted_kernel(const StateSpaceFit& fit);

/// Returns the finding `retardation_kernel_made_passive`: a truncated kernel was changed to make it
/// passive.
/// @param errors errors of A and B of the changed kernel
Finding made_passive(const RetardationKernel& kernel, const FitErrors& errors);

/// Returns the finding `radiation_form`: the reason for which the automatic choice took this form.
/// @param errors    errors of the state-space fit
/// @param poles     number of poles of the fit
/// @param tolerance largest error that was allowed
Finding choice(const FitErrors& errors, Eigen::Index poles, double tolerance, RadiationForm form);

/// Extends the message of the finding `radiation_memory`, if the report has it, by the advice to
/// use the data as filed, because motions are then closer to those by the file.
/// @param error error of motions with data as filed, relative to the peak [1]
void offer_as_filed(double error, RadiationReport& report);

/// A form of memory that the automatic choice has considered.
struct ComparedForm {
  std::string name;
  /// Largest error of motions relative to their peak [1], from the report of this form.
  double error_response = 0.0;
};

/// Returns the finding `radiation_forms_compared`: the form that was chosen after motions by the
/// preferred form had turned out to be far from those by the file.
/// @param forms compared forms, the preferred one first
/// @param taken index of the chosen form
Finding compared_forms(const std::vector<ComparedForm>& forms, std::size_t taken);

}  // namespace raftup::hydro
