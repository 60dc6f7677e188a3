#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/radiation/convolution/convolution.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "hydro/radiation/radiation_coefficients.hpp"
#include "hydro/radiation/radiation_findings.hpp"
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
/// Lags beyond which transforms need fewer instructions than the direct sum: 97 with one body, 80
/// with two.
constexpr Eigen::Index kDirectLags = 96;

void tell(FitCache* cache, const FitProgress& progress) {
  if (cache != nullptr) cache->making(progress);
}

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
                           same_responses(database, coefficients, options.tolerance),
                           [cache](const FitProgress& progress) { tell(cache, progress); });
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

bool partitioned(RadiationForm asked, const RetardationKernel& kernel) {
  if (asked == RadiationForm::kAuto) return kernel.step_count() > kDirectLags;
  return asked == RadiationForm::kPartitioned;
}

/// Its kernel comes from the fit, where one is given, else from the damping of the coefficients.
void use_convolution(const RadiationCoefficients& coefficients, const RadiationOptions& options,
                     const std::optional<StateSpaceFit>& fit, double step, RadiationModel& model) {
  const MatrixXd& added_mass = fit ? fit->infinite_added_mass : coefficients.infinite_added_mass();
  RetardationKernel kernel =
      fit ? RetardationKernel(coefficients, fit->model, step, options.kernel_duration)
          : RetardationKernel(coefficients, step, options.kernel_duration);
  const FitErrors errors =
      FitComparison(coefficients, kernel.duration()).response_errors(kernel, added_mass);
  RadiationReport& report = model.report;
  const bool by_blocks = partitioned(options.form, kernel);
  report.form = by_blocks ? RadiationForm::kPartitioned : RadiationForm::kConvolution;
  report.kernel_duration = kernel.duration();
  report.error_added_mass = errors.added_mass;
  report.error_damping = errors.damping;
  if (fit) report.findings.push_back(fitted_kernel(*fit));
  if (kernel.passivity().lowest_before < 0.0) {
    report.findings.push_back(made_passive(kernel, errors));
  }
  model.memory = std::make_unique<Convolution>(
      std::move(kernel), added_mass,
      by_blocks ? ConvolutionSum::kPartitioned : ConvolutionSum::kDirect);
}

bool is_convolution(RadiationForm form) {
  return form == RadiationForm::kConvolution || form == RadiationForm::kPartitioned;
}

/// Whether there is something to fit: always where a state space is asked for, else where there is
/// A and B of a file, of which some dof radiates.
bool to_be_fitted(const RadiationCoefficients& coefficients, RadiationForm form) {
  return !is_convolution(form) ||
         (coefficients.filed() && coefficients.dof_scale().maxCoeff() > 0.0);
}

RadiationModel make_model(const Database& database, const RadiationOptions& options, double step,
                          FitCache* cache) {
  if (options.form == RadiationForm::kNone) {
    return without_memory(database, options.body_interaction, step);
  }
  tell(cache, {FitStage::kData});
  const auto tables = radiation_tables(database, options, cache);
  const RadiationCoefficients& coefficients = tables->coefficients();
  RadiationModel model;
  model.report.data_residual = coefficients.data_residual();
  model.report.findings = coefficients.findings();
  std::optional<StateSpaceFit> fit;
  if (to_be_fitted(coefficients, options.form)) {
    fit = cached_fit(database, options, coefficients, cache);
  }
  const double allowed =
      std::max(options.tolerance, std::min(coefficients.data_residual(), kWorthless));
  const FitErrors errors = fit ? fit->errors : FitErrors{};
  const Eigen::Index poles = fit ? fit->model.pole_count() : 0;
  const bool good =
      fit && (errors.response() <= allowed || closer_than_repaired(database, coefficients, *fit));
  const bool state_space =
      options.form == RadiationForm::kStateSpace || (good && options.form == RadiationForm::kAuto);
  if (coefficients.filed() && (good || state_space)) {
    note_fit(database, coefficients, *fit, model.report);
  }
  if (state_space) {
    use_state_space(*std::move(fit), coefficients, step, model);
  } else {
    tell(cache, {FitStage::kKernel, static_cast<int>(poles), 0, errors.response()});
    if (!good || !coefficients.filed()) fit.reset();
    use_convolution(coefficients, options, fit, step, model);
  }
  if (coefficients.filed()) note_responses(database, coefficients, *model.memory, model.report);
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
