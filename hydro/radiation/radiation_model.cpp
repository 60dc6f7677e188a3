#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/radiation/array_radiation_model.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/base/radiation_tables.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "hydro/radiation/constant_radiation_model.hpp"
#include "hydro/radiation/convolution/convolution.hpp"
#include "hydro/radiation/fit/state_space_fit.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "hydro/radiation/reduction/reduced_state_space.hpp"
#include "hydro/radiation/state_space/state_space.hpp"

namespace raftup::hydro {
namespace {

/// Largest difference of the motions by a fit from those by the data, relative to their peak, as a
/// multiple of the tolerance of the fit: .3 % by default. Chosen, not swept.
constexpr double kDifferencePerTolerance = 3.0;
// Error at which a model is useless, since it is as large as the data themselves.
constexpr double kWorthless = 1.0;
/// Ratio of the errors of motions of two forms below which the second form replaces the first one.
/// A factor of two prevents the choice from changing with rounding (decision 38).
constexpr double kMuchBetter = 0.5;
/// Number of lags above which transforms need fewer instructions than the direct sum: 97 with one
/// body, 80 with two.
constexpr Eigen::Index kDirectLags = 96;

void report_progress(FitCache* cache, const FitProgress& progress) {
  if (cache != nullptr) cache->making(progress);
}

RadiationModel without_memory(const Database& database, bool body_interaction, double step) {
  MatrixXd added_mass = infinite_added_mass(database);
  if (!body_interaction) added_mass = diagonal_blocks(added_mass);
  RadiationModel model;
  model.memory = std::make_unique<NoMemory>(std::move(added_mass), step);
  return model;
}

/// Returns a key that contains every option on which a fit depends; the step is not one of them.
std::string fit_key(const Database& database, const RadiationOptions& options) {
  return fmt::format("fit-7:{}:{}:{:a}:{}", database_key(database),
                     options.data == RadiationData::kRepaired ? "repaired" : "as_filed",
                     options.tolerance, options.body_interaction ? "coupled" : "uncoupled");
}

/// Returns a key that contains everything on which a model depends.
std::string model_key(const Database& database, const RadiationOptions& options, double step) {
  return fmt::format("{}:{}:{:a}:{:a}:{:a}", fit_key(database, options),
                     static_cast<int>(options.form), options.kernel_duration.value_or(0.0), step,
                     options.frequency.value_or(0.0));
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

/// Returns a criterion that is true if freely floating bodies have the same motions with the fit as
/// with the data. It is always true if the database lacks the data for this comparison.
FitCriterion same_responses(const Database& database, const RadiationCoefficients& coefficients,
                            double tolerance) {
  const RadiationSeries expected = held_to(database, coefficients);
  return [&database, expected, tolerance](const StateSpaceFit& fit) {
    if (database.radiation_damping.empty()) return true;
    return worst_response(database, expected, series_of(fit, database.omega)) <=
           kDifferencePerTolerance * tolerance;
  };
}

/// Returns true if motions by a fit are closer to those by the file than motions by the repaired
/// damping.
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
    return fit_state_space(
        coefficients, options.tolerance, options.body_interaction,
        same_responses(database, coefficients, options.tolerance),
        [cache](const FitProgress& progress) { report_progress(cache, progress); });
  };
  if (cache == nullptr) return fitted();
  const std::string key = fit_key(database, options);
  if (const auto text = cache->find(key)) return fit_from_text(*text, coefficients.dof_count());
  StateSpaceFit fit = fitted();
  cache->store(key, fit_to_text(fit));
  return fit;
}

bool partitioned(RadiationForm asked, const RetardationKernel& kernel) {
  if (asked == RadiationForm::kAuto) return kernel.step_count() > kDirectLags;
  return asked == RadiationForm::kPartitioned;
}

bool is_convolution(RadiationForm form) {
  return form == RadiationForm::kConvolution || form == RadiationForm::kPartitioned;
}

/// Returns true if a fit is needed: always for a state space; for a convolution if the file has A
/// and B and some dof radiates.
bool to_be_fitted(const RadiationCoefficients& coefficients, RadiationForm form) {
  return !is_convolution(form) ||
         (coefficients.filed() && coefficients.dof_scale().maxCoeff() > 0.0);
}

/// Creates the memory of one database in any of its forms, each with its report.
class MemoryMaker {
 public:
  MemoryMaker(const Database& database, const RadiationOptions& options, double step,
              FitCache* cache)
      : database_(database),
        options_(options),
        step_(step),
        cache_(cache),
        tables_(radiation_tables(database, options, cache)),
        coefficients_(tables_->coefficients()) {
    if (to_be_fitted(coefficients_, options.form)) {
      fit_ = cached_fit(database, options, coefficients_, cache);
    }
    allowed_ = std::max(options.tolerance, std::min(coefficients_.data_residual(), kWorthless));
    good_ = fit_ && (fit_->errors.response() <= allowed_ ||
                     closer_than_repaired(database, coefficients_, *fit_));
  }

  /// Creates the memory that the options select. If the automatic choice gives motions far from
  /// those by the file and another form is much better, that form is used.
  RadiationModel made() const {
    if (options_.form == RadiationForm::kStateSpace) return state_space();
    if (is_convolution(options_.form)) return convolution();
    RadiationModel preferred = good_ ? state_space() : convolution();
    preferred.report.findings.push_back(
        choice(errors(), pole_count(), allowed_, preferred.report.form));
    if (!coefficients_.filed() || preferred.report.error_response <= kResponseFarOff) {
      return preferred;
    }
    return best_beside(std::move(preferred));
  }

 private:
  FitErrors errors() const { return fit_ ? fit_->errors : FitErrors{}; }
  Eigen::Index pole_count() const { return fit_ ? fit_->model.pole_count() : 0; }
  static RadiationModel begun(const RadiationCoefficients& coefficients);
  RadiationModel finished(RadiationModel model) const;
  RadiationModel state_space() const;
  RadiationModel convolution() const;
  RadiationModel convolution_of_damping() const;
  RadiationModel convolution_as_filed() const;
  RadiationModel as_it_stands() const;
  void use_kernel(const RadiationCoefficients& coefficients, RetardationKernel kernel,
                  const MatrixXd& added_mass, RadiationModel& model) const;
  RadiationModel best_beside(RadiationModel preferred) const;

  const Database& database_;
  const RadiationOptions& options_;
  double step_;
  FitCache* cache_;
  std::shared_ptr<const RadiationTables> tables_;
  const RadiationCoefficients& coefficients_;
  std::optional<StateSpaceFit> fit_;
  double allowed_ = 0.0;  ///< largest error of the fit that is allowed
  /// True if the fit is good enough for a state space and for the kernel of a convolution.
  bool good_ = false;
};

RadiationModel MemoryMaker::begun(const RadiationCoefficients& coefficients) {
  RadiationModel model;
  model.report.data_residual = coefficients.data_residual();
  model.report.findings = coefficients.findings();
  return model;
}

RadiationModel MemoryMaker::finished(RadiationModel model) const {
  if (has_added_mass_and_damping(database_)) {
    note_responses(database_, options_, radiation_series(*model.memory, database_.omega),
                   model.report);
  }
  return model;
}

RadiationModel MemoryMaker::state_space() const {
  RadiationModel model = begun(coefficients_);
  RadiationReport& report = model.report;
  if (coefficients_.filed()) note_fit(database_, coefficients_, *fit_, report);
  report.form = RadiationForm::kStateSpace;
  report.pole_count = static_cast<int>(pole_count());
  report.error_kernel = fit_->errors.kernel;
  report.error_added_mass = fit_->errors.added_mass;
  report.error_damping = fit_->errors.damping;
  if (fit_->reduced) {
    report.state_count = static_cast<int>(fit_->reduced->state_count());
    model.memory =
        std::make_shared<ReducedStateSpace>(*fit_->reduced, fit_->infinite_added_mass, step_);
  } else {
    const Eigen::Index dofs = (coefficients_.dof_scale().array() > 0.0).count();
    report.state_count = static_cast<int>(pole_count() * dofs);
    model.memory = std::make_shared<StateSpace>(fit_->model, fit_->infinite_added_mass, step_);
  }
  return finished(std::move(model));
}

/// Creates a convolution. Its kernel comes from the fit if the fit is good, otherwise from the
/// damping of the coefficients.
RadiationModel MemoryMaker::convolution() const {
  report_progress(cache_,
                  {FitStage::kKernel, static_cast<int>(pole_count()), 0, errors().response()});
  if (!good_ || !coefficients_.filed()) return convolution_of_damping();
  RadiationModel model = begun(coefficients_);
  note_fit(database_, coefficients_, *fit_, model.report);
  model.report.findings.push_back(fitted_kernel(*fit_));
  use_kernel(coefficients_,
             RetardationKernel(coefficients_, fit_->model, step_, options_.kernel_duration),
             fit_->infinite_added_mass, model);
  return finished(std::move(model));
}

/// Creates a convolution from the damping of the coefficients: repaired, unless the options select
/// data as filed.
RadiationModel MemoryMaker::convolution_of_damping() const {
  RadiationModel model = begun(coefficients_);
  use_kernel(coefficients_, RetardationKernel(coefficients_, step_, options_.kernel_duration),
             coefficients_.infinite_added_mass(), model);
  return finished(std::move(model));
}

/// Creates a convolution from the damping of the file without repairs, made symmetric and passive.
RadiationModel MemoryMaker::convolution_as_filed() const {
  RadiationOptions options = options_;
  options.data = RadiationData::kAsFiled;
  const auto tables = radiation_tables(database_, options, cache_);
  const RadiationCoefficients& as_filed = tables->coefficients();
  RadiationModel model = begun(as_filed);
  const MatrixXd& A = as_filed.infinite_added_mass();
  use_kernel(as_filed,
             RetardationKernel::passive_as_filed(as_filed, step_, options_.kernel_duration),
             0.5 * (A + A.transpose()), model);
  return finished(std::move(model));
}

void MemoryMaker::use_kernel(const RadiationCoefficients& coefficients, RetardationKernel kernel,
                             const MatrixXd& added_mass, RadiationModel& model) const {
  const FitErrors errors =
      FitComparison(coefficients, kernel.duration()).response_errors(kernel, added_mass);
  RadiationReport& report = model.report;
  const bool by_blocks = partitioned(options_.form, kernel);
  report.form = by_blocks ? RadiationForm::kPartitioned : RadiationForm::kConvolution;
  report.kernel_duration = kernel.duration();
  report.error_added_mass = errors.added_mass;
  report.error_damping = errors.damping;
  if (kernel.passivity().lowest_before < 0.0) {
    report.findings.push_back(made_passive(kernel, errors));
  }
  model.memory = std::make_shared<Convolution>(
      std::move(kernel), added_mass,
      by_blocks ? ConvolutionSum::kPartitioned : ConvolutionSum::kDirect);
}

/// Creates the memory for `data: as_filed`. The automatic choice never uses it, since it need not
/// be passive.
RadiationModel MemoryMaker::as_it_stands() const {
  RadiationOptions options = options_;
  options.form = RadiationForm::kConvolution;
  options.data = RadiationData::kAsFiled;
  return MemoryMaker(database_, options, step_, cache_).made();
}

/// Returns the form with the least error of motions if its error is much less than that of
/// `preferred`.
RadiationModel MemoryMaker::best_beside(RadiationModel preferred) const {
  std::vector<ComparedForm> forms{
      {good_ ? "a state space fitted to A and B" : "the repaired damping",
       preferred.report.error_response}};
  RadiationModel best = std::move(preferred);
  const double bound = kMuchBetter * best.report.error_response;
  std::size_t taken = 0;
  const auto compare = [&](const char* name, RadiationModel other) {
    const double error = other.report.error_response;
    if (error < std::min(bound, best.report.error_response)) {
      best = std::move(other);
      taken = forms.size();
    }
    forms.push_back({name, error});
  };
  if (good_) {
    compare("the repaired damping", convolution_of_damping());
  } else if (fit_) {
    compare("a state space fitted to A and B", state_space());
  }
  compare("the damping as filed", convolution_as_filed());
  if (database_.body_count() >= kBodiesOfArray && !database_.radiation_damping.empty()) {
    compare("a kernel for arrays", make_array_radiation(database_, options_, step_));
  }
  best.report.findings.push_back(compared_forms(forms, taken));
  const double left = as_it_stands().report.error_response;
  if (left < kMuchBetter * best.report.error_response) offer_as_filed(left, best.report);
  return best;
}

/// The automatic choice is an array where no other form is possible.
bool is_array(const Database& database, const RadiationOptions& options) {
  if (options.form == RadiationForm::kArray) return true;
  return options.form == RadiationForm::kAuto && database.dof_count() > kMostOtherDofs;
}

RadiationModel make_model(const Database& database, const RadiationOptions& options, double step,
                          FitCache* cache) {
  if (options.form == RadiationForm::kNone) {
    return without_memory(database, options.body_interaction, step);
  }
  if (options.form == RadiationForm::kConstant) {
    return make_constant_radiation(database, options, step);
  }
  report_progress(cache, {FitStage::kData});
  if (is_array(database, options)) return make_array_radiation(database, options, step);
  require(
      database.dof_count() <= kMostOtherDofs,
      fmt::format("radiation.memory must be array, constant or none for more than {} dofs, got {} "
                  "of {} dofs",
                  kMostOtherDofs, names_of(options.form)[static_cast<std::size_t>(options.form)],
                  database.dof_count()));
  return MemoryMaker(database, options, step, cache).made();
}

}  // namespace

RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* cache) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  require(options.tolerance > 0.0 && std::isfinite(options.tolerance),
          fmt::format("radiation.tolerance must be positive, got {}", options.tolerance));
  // The models of a database without a digest cannot be cached, since they have no key.
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
