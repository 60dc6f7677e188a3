#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/radiation/convolution/convolution.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "hydro/radiation/radiation_coefficients.hpp"
#include "hydro/radiation/radiation_memory.hpp"
#include "hydro/radiation/radiation_options.hpp"
#include "hydro/radiation/radiation_tables.hpp"
#include "hydro/radiation/reduction/reduced_state_space.hpp"
#include "hydro/radiation/response_difference.hpp"
#include "hydro/radiation/state_space/state_space.hpp"

namespace raftup::hydro {
namespace {

/// Largest difference of a response from that by the data, of its peak, that a fit may leave: a
/// multiple of its tolerance, .3 % by default.
constexpr double kDifferencePerTolerance = 3.0;
constexpr double kWorthless = 1.0;  // an error as large as the data themselves: no model of them
constexpr double kDepthWorthWarning = 1e-2;  // of the peak of B: more than a kernel's cut end does
constexpr double kResponseWorthSaying = 1e-3, kResponseWorthWarning = 1e-2;  // of the peak
constexpr double kChangeWorthWarning = 5e-2;                                 // of A_inf
/// Lags beyond which transforms need fewer instructions than the direct sum: 97 with one body, 80
/// with two.
constexpr Eigen::Index kDirectLags = 96;

RadiationModel without_memory(const Database& database, bool body_interaction, double step) {
  MatrixXd added_mass = infinite_added_mass(database);
  if (!body_interaction) added_mass = diagonal_blocks(added_mass);
  RadiationModel model;
  model.memory = std::make_unique<NoMemory>(std::move(added_mass), step);
  return model;
}

/// Every option that a fit depends on; the step is not among them.
std::string fit_key(const Database& database, const RadiationOptions& options) {
  return fmt::format("fit-7:{}:{}:{:a}:{}", database_key(database),
                     options.data == RadiationData::kRepaired ? "repaired" : "as_filed",
                     options.tolerance, options.body_interaction ? "coupled" : "uncoupled");
}

/// Everything that a model depends on.
std::string model_key(const Database& database, const RadiationOptions& options, double step) {
  return fmt::format("{}:{}:{:a}:{:a}", fit_key(database, options), static_cast<int>(options.form),
                     options.kernel_duration.value_or(0.0), step);
}

RadiationSeries series_of(const StateSpaceFit& fit, const VectorXd& omega) {
  RadiationSeries series;
  for (const double at : omega) {
    const MatrixXcd H = fit.model.response(at);
    series.added_mass.emplace_back(fit.infinite_added_mass + H.imag() / at);
    series.radiation_damping.emplace_back(H.real());
  }
  return series;
}

/// What memories are held to: A and B of the file, else of the coefficients.
RadiationSeries held_to(const Database& database, const RadiationCoefficients& coefficients) {
  if (!coefficients.filed()) return radiation_series(coefficients, database.omega);
  RadiationSeries series;
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    const FiledRadiation& filed = *coefficients.filed();
    const Eigen::Index size = coefficients.dof_count();
    series.added_mass.emplace_back(matrix_of_row(filed.added_mass, k, size));
    series.radiation_damping.emplace_back(matrix_of_row(filed.damping, k, size));
  }
  return series;
}

/// Largest difference of compare_responses(), of the dof's peak; 0 where it compares none.
double worst_response(const Database& database, const RadiationSeries& reference,
                      const RadiationSeries& other) {
  double worst = 0.0;
  for (const ResponseDifference& row : compare_responses(database, reference, other)) {
    worst = std::max(worst, row.difference);
  }
  return worst;
}

/// Whether bodies that float freely respond to waves as by what memories are held to; true where
/// the database does not say how they float or what waves do.
FitCriterion same_responses(const Database& database, const RadiationCoefficients& coefficients,
                            double tolerance) {
  const RadiationSeries expected = held_to(database, coefficients);
  return [&database, expected, tolerance](const StateSpaceFit& fit) {
    if (database.radiation_damping.empty()) return true;
    return worst_response(database, expected, series_of(fit, database.omega)) <=
           kDifferencePerTolerance * tolerance;
  };
}

/// Whether responses by a fit are closer to those by the file than what a convolution is made of.
bool closer_than_repaired(const Database& database, const RadiationCoefficients& coefficients,
                          const StateSpaceFit& fit) {
  if (!coefficients.filed() || fit.errors.response() >= kWorthless) return false;
  const RadiationSeries file = held_to(database, coefficients);
  return worst_response(database, file, series_of(fit, database.omega)) <
         worst_response(database, file, radiation_series(coefficients, database.omega));
}

StateSpaceFit cached_fit(const Database& database, const RadiationOptions& options,
                         const RadiationCoefficients& coefficients, FitCache* cache) {
  const auto fitted = [&] {
    return fit_state_space(coefficients, options.tolerance, options.body_interaction,
                           same_responses(database, coefficients, options.tolerance));
  };
  if (cache == nullptr) return fitted();
  const std::string key = fit_key(database, options);
  if (const auto text = cache->find(key)) return fit_from_text(*text, coefficients.dof_count());
  StateSpaceFit fit = fitted();
  cache->store(key, fit_to_text(fit));
  return fit;
}

void use_state_space(StateSpaceFit fit, const RadiationCoefficients& coefficients, double step,
                     RadiationModel& model) {
  RadiationReport& report = model.report;
  report.form = RadiationForm::kStateSpace;
  report.pole_count = static_cast<int>(fit.model.pole_count());
  report.error_kernel = fit.errors.kernel;
  report.error_added_mass = fit.errors.added_mass;
  report.error_damping = fit.errors.damping;
  MatrixXd added_mass = fit.infinite_added_mass;
  if (fit.reduced) {
    report.state_count = static_cast<int>(fit.reduced->state_count());
    model.memory =
        std::make_unique<ReducedStateSpace>(*std::move(fit.reduced), std::move(added_mass), step);
  } else {
    const Eigen::Index dofs = (coefficients.dof_scale().array() > 0.0).count();
    report.state_count = static_cast<int>(fit.model.pole_count() * dofs);
    model.memory = std::make_unique<StateSpace>(std::move(fit.model), std::move(added_mass), step);
  }
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

bool partitioned(RadiationForm asked, const RetardationKernel& kernel) {
  if (asked == RadiationForm::kAuto) return kernel.step_count() > kDirectLags;
  return asked == RadiationForm::kPartitioned;
}

void use_convolution(const RadiationCoefficients& coefficients, const RadiationOptions& options,
                     double step, RadiationModel& model) {
  RetardationKernel kernel(coefficients, step, options.kernel_duration);
  const FitErrors errors = FitComparison(coefficients, kernel.duration()).response_errors(kernel);
  RadiationReport& report = model.report;
  const bool by_blocks = partitioned(options.form, kernel);
  report.form = by_blocks ? RadiationForm::kPartitioned : RadiationForm::kConvolution;
  report.kernel_duration = kernel.duration();
  report.error_added_mass = errors.added_mass;
  report.error_damping = errors.damping;
  if (kernel.passivity().lowest_before < 0.0) {
    report.findings.push_back(made_passive(kernel, errors));
  }
  model.memory = std::make_unique<Convolution>(
      std::move(kernel), coefficients.infinite_added_mass(),
      by_blocks ? ConvolutionSum::kPartitioned : ConvolutionSum::kDirect);
}

const char* name_of(RadiationForm form) {
  if (form == RadiationForm::kStateSpace) return "state_space";
  return form == RadiationForm::kPartitioned ? "partitioned" : "convolution";
}

/// Why the automatic choice fell as it did.
Finding choice(const FitErrors& errors, Eigen::Index poles, double tolerance, RadiationForm form) {
  return {"radiation_form", Severity::kInfo,
          fmt::format("radiation memory is {}: a passive state space of {} poles differs from the "
                      "data by {:.2g}, allowed {:.2g} (the tolerance, or the data's own residual)",
                      name_of(form), poles, errors.response(), tolerance),
          errors.response()};
}

/// The row of the largest difference; none where nothing is compared.
std::optional<ResponseDifference> worst_row(const std::vector<ResponseDifference>& rows) {
  if (rows.empty()) return std::nullopt;
  return *std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.difference < b.difference;
  });
}

/// Frequencies half way to the neighbours of one that a file has: where more data would tell most.
std::string halfway(const VectorXd& omega, double at) {
  const auto k = std::lower_bound(omega.begin(), omega.end(), at) - omega.begin();
  std::string named;
  for (const Eigen::Index left : {k - 1, k}) {
    if (left < 0 || left + 1 >= omega.size()) continue;
    named += fmt::format("{}{:.4g}", named.empty() ? "" : " and ",
                         0.5 * (omega[left] + omega[left + 1]));
  }
  return named;
}

/// What a fit to A and B of the file does to responses, and what the file's lack of symmetry does,
/// which every memory lacks.
void note_responses(const Database& database, const RadiationCoefficients& coefficients,
                    const StateSpaceFit& fit, Findings& findings) {
  const RadiationSeries file{database.added_mass, database.radiation_damping};
  const RadiationSeries symmetric = held_to(database, coefficients);
  const auto by_fit =
      worst_row(compare_responses(database, symmetric, series_of(fit, database.omega)));
  if (!by_fit) return;
  const bool far = by_fit->difference > kResponseWorthWarning;
  findings.push_back(
      {"radiation_response", far ? Severity::kWarning : Severity::kInfo,
       fmt::format(
           "freely floating in regular waves, {} by the memory differs from that by A and B "
           "of the file by {:.2g} of its peak, most at {:.4g} rad/s; added mass by {:.2g}, "
           "damping by {:.2g} of theirs{}",
           dof_name(database, by_fit->dof), by_fit->difference, by_fit->difference_omega,
           fit.errors.added_mass, fit.errors.damping,
           far ? "; solve " + halfway(database.omega, by_fit->difference_omega) +
                     " rad/s too: a resonance between frequencies or an irregular one"
               : ""),
       by_fit->difference});
  const auto by_symmetry = worst_row(compare_responses(database, file, symmetric));
  if (!by_symmetry || by_symmetry->difference <= kResponseWorthSaying) return;
  findings.push_back(
      {"radiation_asymmetry_response", Severity::kInfo,
       fmt::format("A_ij and A_ji, B_ij and B_ji of the file differ: their means, which memories "
                   "have, give {} another response by {:.2g} of its peak at {:.4g} rad/s",
                   dof_name(database, by_symmetry->dof), by_symmetry->difference,
                   by_symmetry->difference_omega),
       by_symmetry->difference});
}

/// How far A_inf had to leave that of the file for A, B and A_inf to belong together.
void note_infinite_added_mass(const RadiationCoefficients& coefficients, const StateSpaceFit& fit,
                              Findings& findings) {
  const auto& filed = coefficients.filed()->infinite_added_mass;
  if (!filed) return;
  const VectorXd size = filed->diagonal().cwiseAbs();
  const VectorXd change = (fit.infinite_added_mass - *filed).diagonal().cwiseAbs();
  const auto compared = coefficients.dof_scale().array() > 0.0 && size.array() > 0.0;
  const double largest = compared.select(change.array() / size.array(), 0.0).maxCoeff();
  findings.push_back(
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

RadiationModel make_model(const Database& database, const RadiationOptions& options, double step,
                          FitCache* cache) {
  if (options.form == RadiationForm::kNone) {
    return without_memory(database, options.body_interaction, step);
  }
  const auto tables = radiation_tables(database, options, cache);
  const RadiationCoefficients& coefficients = tables->coefficients();
  RadiationModel model;
  model.report.data_residual = coefficients.data_residual();
  model.report.findings = coefficients.findings();
  if (options.form == RadiationForm::kConvolution || options.form == RadiationForm::kPartitioned) {
    use_convolution(coefficients, options, step, model);
    return model;
  }
  StateSpaceFit fit = cached_fit(database, options, coefficients, cache);
  const double allowed =
      std::max(options.tolerance, std::min(coefficients.data_residual(), kWorthless));
  const FitErrors errors = fit.errors;
  const Eigen::Index poles = fit.model.pole_count();
  const bool good =
      errors.response() <= allowed || closer_than_repaired(database, coefficients, fit);
  if (good || options.form == RadiationForm::kStateSpace) {
    if (coefficients.filed()) {
      std::erase_if(model.report.findings, [](const Finding& finding) {
        return finding.name == "added_mass_infinite_refitted" ||
               finding.name == "radiation_damping_tail" ||
               finding.name == "radiation_damping_clipped";
      });  // what was done to data that this memory is not made of
      note_responses(database, coefficients, fit, model.report.findings);
      note_infinite_added_mass(coefficients, fit, model.report.findings);
    }
    use_state_space(std::move(fit), coefficients, step, model);
  } else {
    use_convolution(coefficients, options, step, model);
  }
  if (options.form == RadiationForm::kAuto) {
    model.report.findings.push_back(choice(errors, poles, allowed, model.report.form));
  }
  return model;
}

}  // namespace

RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* cache) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  require(options.tolerance > 0.0 && std::isfinite(options.tolerance),
          fmt::format("radiation.tolerance must be positive, got {}", options.tolerance));
  // a database without a digest has no name to be remembered by
  if (cache == nullptr || database.sha256.empty()) {
    return make_model(database, options, step, nullptr);
  }
  const std::string key = model_key(database, options, step);
  if (auto known = cache->find_model(key)) return *std::move(known);
  RadiationModel model = make_model(database, options, step, cache);
  cache->store_model(key, model);
  return model;
}

}  // namespace raftup::hydro
