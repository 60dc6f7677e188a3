#include "hydro/radiation/radiation_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hydro/base/cancellation.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {
namespace {

// The thresholds below determine which results are findings and their severity; they do not change
// any number of a simulation. All were chosen, not swept.
// Relative to the peak of B: more than the truncation of a kernel causes.
constexpr double kDepthWorthWarning = 1e-2;
// Relative to the peak of the motion.
constexpr double kResponseWorthSaying = 1e-3, kResponseWorthWarning = 1e-2;
constexpr double kChangeWorthWarning = 5e-2;  // relative to A_inf
// Relative to the peak of B, of a resonance or of B at the end of the file.
constexpr double kShareWorthSaying = 0.1;
// Relative to the median; relative to the peak of B.
constexpr double kOutlying = 5.0, kOutlierWorthSaying = 2e-2;
// Multiple of the last frequency to which a truncated file should extend.
constexpr double kBeyond = 1.5;

/// Returns the row of the largest difference; nothing if nothing was compared.
std::optional<ResponseDifference> worst_row(const std::vector<ResponseDifference>& rows) {
  if (rows.empty()) return std::nullopt;
  return *std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.difference < b.difference;
  });
}

/// Returns the frequencies half way between a frequency of the file and its neighbors, where
/// additional data would help most.
std::vector<double> halfway(const VectorXd& omega, double at) {
  const auto k = std::lower_bound(omega.begin(), omega.end(), at) - omega.begin();
  std::vector<double> found;
  for (const Eigen::Index left : {k - 1, k}) {
    if (left >= 0 && left + 1 < omega.size())
      found.push_back(0.5 * (omega[left] + omega[left + 1]));
  }
  return found;
}

/// Rounds a frequency to the digits that give three figures of the file's first frequency.
double rounded(double omega, double first) {
  const double per_unit = std::pow(10.0, 2.0 - std::floor(std::log10(first)));
  return std::nearbyint(omega * per_unit) / per_unit;
}

/// Adds frequencies that are neither in the file nor requested already, within a tenth of `width`.
void ask_for(const VectorXd& filed, const std::vector<double>& wanted, double width,
             std::vector<double>& asked) {
  for (double omega : wanted) {
    omega = rounded(omega, filed[0]);
    const auto near = [&](double other) { return std::abs(other - omega) <= 0.1 * width; };
    if (std::none_of(filed.begin(), filed.end(), near) &&
        std::none_of(asked.begin(), asked.end(), near)) {
      asked.push_back(omega);
    }
  }
  std::sort(asked.begin(), asked.end());
}

std::string listed(const std::vector<double>& omega) {
  std::string text;
  for (std::size_t k = 0; k < omega.size(); ++k) {
    if (k > 0) text += k + 1 < omega.size() ? ", " : " and ";
    text += fmt::format("{:.4g}", omega[k]);
  }
  return text;
}

/// Reports the difference between the fitted A_inf and that of the file.
void note_infinite_added_mass(const RadiationCoefficients& coefficients, const StateSpaceFit& fit,
                              RadiationReport& report) {
  const auto& filed = coefficients.filed()->infinite_added_mass;
  if (!filed) return;
  const VectorXd size = filed->diagonal().cwiseAbs();
  const VectorXd change = (fit.infinite_added_mass - *filed).diagonal().cwiseAbs();
  const auto compared = coefficients.dof_scale().array() > 0.0 && size.array() > 0.0;
  const double largest = compared.select(change.array() / size.array(), 0.0).maxCoeff();
  report.error_infinite_added_mass = largest;
  report.findings.push_back(
      {"added_mass_infinite_fitted",
       largest > kChangeWorthWarning ? Severity::kWarning : Severity::kInfo,
       fmt::format(
           "infinite-frequency added mass fitted with A and B: largest change on the "
           "diagonal {:.2g} of it{}",
           largest,
           largest > kChangeWorthWarning
               ? "; that of the file does not belong to its A and B, or these are irregular "
                 "at the last frequencies"
               : ""),
       largest});
}

void note_resonances(const Database& database, const RadiationCoefficients& coefficients,
                     const StateSpaceFit& fit, RadiationReport& report) {
  for (const UnresolvedResonance& found : unresolved_resonances(coefficients, fit.model)) {
    const std::vector<double> wanted = {found.omega - found.half_width, found.omega,
                                        found.omega + found.half_width};
    report.findings.push_back(
        {"radiation_resonance_unresolved", Severity::kWarning,
         fmt::format("a resonance at {:.4g} rad/s, {:.2g} rad/s wide and up to {:.2g} of the "
                     "damping of {}, lies between frequencies of the file that are {:.2g} rad/s "
                     "apart: its height is a guess from its flanks; solve {} rad/s too",
                     found.omega, 2.0 * found.half_width, found.share,
                     dof_name(database, found.dof), found.gap, listed(wanted)),
         found.omega});
    ask_for(coefficients.filed_omega(), wanted, found.half_width, report.frequencies_to_add);
  }
}

/// Reports a frequency at which A and B of the file are far from a passive function that fits the
/// data elsewhere: the largest |dH_ij| / sqrt(max B_ii max B_jj) with H = B + i omega A, and its
/// frequency.
void note_irregular(const RadiationCoefficients& coefficients, const StateSpaceFit& fit,
                    RadiationReport& report) {
  const FiledRadiation& filed = *coefficients.filed();
  const VectorXd& omega = coefficients.filed_omega();
  const VectorXd inverse = coefficients.inverse_dof_scale();
  const Eigen::Index size = coefficients.dof_count();
  VectorXd misfit(omega.size());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const Complex i_omega(0.0, omega[k]);
    const MatrixXcd off = fit.model.response(omega[k]) + i_omega * fit.infinite_added_mass -
                          matrix_of_row(filed.damping, k, size) -
                          i_omega * matrix_of_row(filed.added_mass, k, size);
    misfit[k] = (inverse.asDiagonal() * off * inverse.asDiagonal()).cwiseAbs().maxCoeff();
  }
  Eigen::Index at = 0;
  const double worst = misfit.maxCoeff(&at);
  std::sort(misfit.begin(), misfit.end());
  const double median = misfit[misfit.size() / 2];
  if (worst <= kOutlierWorthSaying || worst <= kOutlying * median) return;
  const std::vector<double> wanted = halfway(omega, omega[at]);
  report.findings.push_back(
      {"radiation_irregular_frequency", Severity::kWarning,
       fmt::format("at {:.4g} rad/s A and B of the file are {:.2g} of the peak damping away from "
                   "what passes near all others, whose median is {:.2g}: an irregular frequency of "
                   "hulls without a lid, or a resonance narrower than the frequencies are apart; "
                   "solve with lids, or {} rad/s too",
                   omega[at], worst, median, listed(wanted)),
       omega[at]});
  ask_for(omega, wanted, 0.0, report.frequencies_to_add);
}

/// Reports that B of some dof is far from zero at the last frequency of the file.
void note_cut_off(const Database& database, const RadiationCoefficients& coefficients,
                  RadiationReport& report) {
  const VectorXd& omega = coefficients.filed_omega();
  const Eigen::Index last = omega.size() - 1, size = coefficients.dof_count();
  const VectorXd left = matrix_of_row(coefficients.filed()->damping, last, size)
                            .diagonal()
                            .cwiseProduct(coefficients.inverse_dof_scale().cwiseAbs2());
  Eigen::Index dof = 0;
  const double share = left.maxCoeff(&dof);
  if (share <= kShareWorthSaying) return;
  report.findings.push_back(
      {"radiation_damping_cut_off", Severity::kInfo,
       fmt::format("the file ends at {:.4g} rad/s, where damping of {} is {:.2g} of its peak: "
                   "beyond it is drawn to a decay, and A_inf with it; a file to {:.3g} rad/s would "
                   "say",
                   omega[last], dof_name(database, dof), share, kBeyond * omega[last]),
       share});
}

/// Returns A and B of the file, without the blocks between bodies unless these interact.
RadiationSeries filed_series(const Database& database, bool body_interaction, bool symmetric) {
  const auto taken = [&](std::vector<MatrixXd> matrices) {
    for (MatrixXd& matrix : matrices) {
      if (symmetric) matrix = (0.5 * (matrix + matrix.transpose())).eval();
      if (!body_interaction) matrix = diagonal_blocks(std::move(matrix));
    }
    return matrices;
  };
  return {taken(database.added_mass), taken(database.radiation_damping)};
}

/// Returns true if A and B of the file are symmetric.
bool is_symmetric(const Database& database) {
  const auto symmetric = [](const std::vector<MatrixXd>& matrices) {
    return std::all_of(matrices.begin(), matrices.end(),
                       [](const MatrixXd& matrix) { return matrix == matrix.transpose(); });
  };
  return symmetric(database.added_mass) && symmetric(database.radiation_damping);
}

/// Returns advice on how the memory could give motions closer to those by the file.
std::string way_out(const RadiationOptions& options, const std::vector<double>& frequencies) {
  std::string way;
  if (options.kernel_duration) way = "leave radiation.kernel_duration out; or ";
  if (options.form != RadiationForm::kAuto || options.data != RadiationData::kRepaired) {
    way += "leave out radiation.memory and radiation.data, so that the nearest form is taken; or ";
  }
  if (frequencies.empty()) {
    return way +
           "solve the database again at more frequencies near there, with lids in hulls that "
           "have irregular frequencies";
  }
  return way + "solve the database at " + listed(frequencies) + " rad/s, too";
}

Finding far_from_file(const Database& database, const ResponseDifference& worst,
                      const std::string& way_out) {
  return {
      std::string(kFarFromFile), Severity::kInfo,
      fmt::format("motions by the radiation memory should be those by A and B of its database "
                  "to {:.2g} % of their peak, freely floating: {} differs by {:.2g} % at {:.4g} "
                  "rad/s; {}",
                  100.0 * kResponseFarOff, dof_name(database, worst.dof), 100.0 * worst.difference,
                  worst.difference_omega, way_out),
      worst.difference};
}

}  // namespace

bool has_added_mass_and_damping(const Database& database) {
  return !database.added_mass.empty() && !database.radiation_damping.empty();
}

RadiationSeries held_to(const Database& database, const RadiationCoefficients& coefficients) {
  if (!coefficients.filed()) return radiation_series(coefficients, database.omega);
  return filed_series(database, coefficients.body_interaction(), true);
}

double worst_response(const Database& database, const RadiationSeries& reference,
                      const RadiationSeries& other) {
  const auto row = worst_row(compare_responses(database, reference, other));
  return row ? row->difference : 0.0;
}

std::vector<UnresolvedResonance> unresolved_resonances(const RadiationCoefficients& coefficients,
                                                       const RationalModel& fitted) {
  const VectorXd& filed = coefficients.filed_omega();
  const VectorXd inverse = coefficients.inverse_dof_scale();
  std::vector<UnresolvedResonance> found;
  for (Eigen::Index k = 0; k < fitted.poles.size(); ++k) {
    UnresolvedResonance resonance;
    resonance.omega = fitted.poles[k].imag();
    resonance.half_width = -fitted.poles[k].real();
    if (resonance.omega <= filed[0] || resonance.omega >= filed[filed.size() - 1]) continue;
    const auto above = std::upper_bound(filed.begin(), filed.end(), resonance.omega);
    resonance.gap = *above - *(above - 1);
    const VectorXd height =
        fitted.residue(k).diagonal().cwiseAbs().cwiseProduct(inverse.cwiseAbs2()) /
        resonance.half_width;
    resonance.share = height.maxCoeff(&resonance.dof);
    if (resonance.half_width < resonance.gap && resonance.share > kShareWorthSaying) {
      found.push_back(resonance);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.omega < b.omega; });
  return found;
}

void note_responses(const Database& database, const RadiationOptions& options,
                    const RadiationSeries& by_model, RadiationReport& report) {
  const bool symmetric = options.data == RadiationData::kRepaired;
  const RadiationSeries reference = filed_series(database, options.body_interaction, symmetric);
  const auto motions = std::make_shared<const ComparedMotions>(
      motions_in_waves_or_forces(database, reference, by_model));
  const auto by_memory = worst_row(largest_differences(*motions));
  if (!by_memory) return;
  report.motions = motions;
  report.error_response = by_memory->difference;
  const bool far = by_memory->difference > kResponseWorthWarning;
  const bool explained = std::any_of(
      report.findings.begin(), report.findings.end(),
      [](const Finding& finding) { return finding.name == "radiation_irregular_frequency"; });
  const std::vector<double> wanted = halfway(database.omega, by_memory->difference_omega);
  report.findings.push_back(
      {"radiation_response", far ? Severity::kWarning : Severity::kInfo,
       fmt::format("freely floating in regular {}, {} by the memory differs from that by A and B "
                   "of the file by {:.2g} of its peak, most at {:.4g} rad/s; added mass by {:.2g}, "
                   "damping by {:.2g} of theirs{}",
                   database.excitation.empty() ? "forces" : "waves",
                   dof_name(database, by_memory->dof), by_memory->difference,
                   by_memory->difference_omega, report.error_added_mass, report.error_damping,
                   far && !explained
                       ? "; solve " + listed(wanted) + " rad/s too: a resonance between frequencies"
                       : ""),
       by_memory->difference});
  if (far && !explained) ask_for(database.omega, wanted, 0.0, report.frequencies_to_add);
  if (by_memory->difference > kResponseFarOff) {
    report.findings.push_back(
        far_from_file(database, *by_memory, way_out(options, report.frequencies_to_add)));
  }
  if (!symmetric || is_symmetric(database)) return;
  const RadiationSeries file = filed_series(database, options.body_interaction, false);
  const auto by_symmetry = worst_row(
      // NOLINTNEXTLINE(readability-suspicious-call-argument): the file is what is referred to
      compare_responses(database, file, reference));
  if (!by_symmetry || by_symmetry->difference <= kResponseWorthSaying) return;
  report.findings.push_back(
      {"radiation_asymmetry_response", Severity::kInfo,
       fmt::format("A_ij and A_ji, B_ij and B_ji of the file differ: their means, which memories "
                   "have, give {} another response by {:.2g} of its peak at {:.4g} rad/s",
                   dof_name(database, by_symmetry->dof), by_symmetry->difference,
                   by_symmetry->difference_omega),
       by_symmetry->difference});
}

void note_fit(const Database& database, const RadiationCoefficients& coefficients,
              const StateSpaceFit& fit, RadiationReport& report) {
  std::erase_if(report.findings, [](const Finding& finding) {
    return finding.name == "added_mass_infinite_refitted" ||
           finding.name == "radiation_damping_tail" || finding.name == "radiation_damping_clipped";
  });
  note_infinite_added_mass(coefficients, fit, report);
  note_irregular(coefficients, fit, report);
  note_resonances(database, coefficients, fit, report);
  note_cut_off(database, coefficients, report);
}

Finding fitted_kernel(const StateSpaceFit& fit) {
  return {"retardation_kernel_fitted", Severity::kInfo,
          fmt::format("retardation kernel of the passive fit to A and B of the file, {} poles: "
                      "added mass {:.2g}, damping {:.2g} off",
                      fit.model.pole_count(), fit.errors.added_mass, fit.errors.damping),
          fit.errors.response()};
}

Finding made_passive(const RetardationKernel& kernel, const FitErrors& errors) {
  const KernelPassivity& passivity = kernel.passivity();
  const double depth = -passivity.lowest_before;
  return {"retardation_kernel_made_passive",
          depth > kDepthWorthWarning ? Severity::kWarning : Severity::kInfo,
          fmt::format("retardation kernel of {:.4g} s made passive: cut there, its damping fell to "
                      "{:.3g} of the peak at {:.3g} rad/s, where motion would grow; now the "
                      "damping differs from the data by {:.2g} of its peak, the added mass by "
                      "{:.2g} of it",
                      kernel.duration(), -depth, passivity.lowest_omega, errors.damping,
                      errors.added_mass),
          -depth};
}

Finding choice(const FitErrors& errors, Eigen::Index poles, double tolerance, RadiationForm form) {
  const char* name = form == RadiationForm::kStateSpace    ? "state_space"
                     : form == RadiationForm::kPartitioned ? "partitioned"
                                                           : "convolution";
  return {"radiation_form", Severity::kInfo,
          fmt::format("radiation memory is {}: a passive state space of {} poles differs from the "
                      "data by {:.2g}, allowed {:.2g} (the tolerance, or the data's own residual)",
                      name, poles, errors.response(), tolerance),
          errors.response()};
}

void offer_as_filed(double error, RadiationReport& report) {
  for (Finding& finding : report.findings) {
    if (finding.name != kFarFromFile) continue;
    finding.message += fmt::format(
        "; or set radiation.data to as_filed, by which they differ by {:.2g} %, and which may give "
        "energy, so that motion grows, where damping of the file is negative",
        100.0 * error);
  }
}

Finding compared_forms(const std::vector<ComparedForm>& forms, std::size_t taken) {
  std::string others;
  for (std::size_t k = 0; k < forms.size(); ++k) {
    if (k == taken) continue;
    others += fmt::format("{} {:.2g} by {}", others.empty() ? "" : " and", forms[k].error_response,
                          forms[k].name);
  }
  return {"radiation_forms_compared", Severity::kInfo,
          fmt::format("radiation memory is made of {}: responses by it differ from those by A and "
                      "B of the file by {:.2g} of their peak,{}",
                      forms[taken].name, forms[taken].error_response, others),
          forms[taken].error_response};
}

}  // namespace raftup::hydro
