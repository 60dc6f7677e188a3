#include "hydro/radiation/fit/state_space_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/reduction/model_reduction.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kFewestPoles = 8, kMorePoles = 4, kFewerPoles = 12;
constexpr double kFastestPole = 3.0;  // of the last frequency: the step must resolve it
constexpr double kFitEnd = 6.0;       // of the last frequency
constexpr Eigen::Index kLowFrequencies = 1, kTailFrequencies = 60;
constexpr double kPassivityShare = 0.9;  // of the tolerance for the fit before passivity
constexpr double kSlowestKernel = 60.0;  // s, over which kernels are compared

/// Beyond six bodies more poles take minutes to make passive, and a model of fewer states is worth
/// what it takes to find.
constexpr std::size_t kManyDofs = 36;
Eigen::Index most_poles(std::size_t dofs) { return dofs > kManyDofs ? 80 : 100; }
constexpr double kReducedError = 1e-2;      // what a reduced model is asked for at most
constexpr double kReducedShare = 0.8;       // of the tolerance, aimed at
constexpr Eigen::Index kReducedFrom = 64;   // poles of the model that it is truncated from
constexpr Eigen::Index kStatesPerDof = 11;  // of a reduced model, before it is closed and lifted
constexpr double kReducedEnd = 2.0;         // of the last frequency: where it is closed

/// Dofs that radiate more than noise.
std::vector<Eigen::Index> active_dofs(const RadiationCoefficients& coefficients) {
  std::vector<Eigen::Index> active;
  for (Eigen::Index i = 0; i < coefficients.dof_count(); ++i) {
    if (coefficients.dof_scale()[i] > 0.0) active.push_back(i);
  }
  return active;
}

double last_omega(const RadiationCoefficients& coefficients) {
  return coefficients.filed_omega()[coefficients.filed_omega().size() - 1];
}

/// The file's frequencies, some below them, which hold the model where it nears rest, and a
/// geometric grid beyond them.
VectorXd fit_grid(const VectorXd& filed) {
  VectorXd grid(kLowFrequencies + filed.size() + kTailFrequencies);
  const double first = filed[0], last = filed[filed.size() - 1];
  for (Eigen::Index k = 0; k < kLowFrequencies; ++k) {
    grid[k] = first * static_cast<double>(k + 1) / (kLowFrequencies + 1);
  }
  grid.segment(kLowFrequencies, filed.size()) = filed;
  for (Eigen::Index k = 0; k < kTailFrequencies; ++k) {
    const double share = static_cast<double>(k + 1) / kTailFrequencies;
    grid[kLowFrequencies + filed.size() + k] = last * power(kFitEnd, share);
  }
  return grid;
}

/// The file's frequencies and one below them.
VectorXd reduction_grid(const VectorXd& filed) {
  VectorXd grid(filed.size() + 1);
  grid << 0.5 * filed[0], filed;
  return grid;
}

/// B + i omega (A - A_inf) on the grid, of the active dofs, each divided by its scale.
FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active, const VectorXd& grid) {
  const auto size = static_cast<Eigen::Index>(active.size());
  const VectorXd inverse = coefficients.inverse_dof_scale();
  const Eigen::Index dofs = coefficients.dof_count();
  const RowMajorMatrix damping = coefficients.radiation_damping_rows(grid);
  const RowMajorMatrix added_mass = coefficients.added_mass_rows(grid);
  FrequencyResponse response{grid, RowMajorMatrix(grid.size(), size * size),
                             RowMajorMatrix(grid.size(), size * size)};
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    const double omega = grid[k];
    const MatrixXd B =
        inverse.asDiagonal() * matrix_of_row(damping, k, dofs) * inverse.asDiagonal();
    const MatrixXd A = inverse.asDiagonal() *
                       (matrix_of_row(added_mass, k, dofs) - coefficients.infinite_added_mass()) *
                       inverse.asDiagonal();
    // as-filed data may lack symmetry; what is fitted has it
    const MatrixXd real = 0.5 * (B + B.transpose()), imaginary = 0.5 * omega * (A + A.transpose());
    matrix_of_row(response.real, k, size) = real(active, active);
    matrix_of_row(response.imaginary, k, size) = imaginary(active, active);
  }
  return response;
}

/// Largest |A_ii| of every active dof, divided by the square of its scale.
VectorXd scaled_added_mass(const RadiationCoefficients& coefficients,
                           const std::vector<Eigen::Index>& active) {
  const RowMajorMatrix added_mass = coefficients.added_mass_rows(coefficients.filed_omega());
  VectorXd largest = VectorXd::Zero(coefficients.dof_count());
  for (Eigen::Index k = 0; k < added_mass.rows(); ++k) {
    largest = largest.cwiseMax(
        matrix_of_row(added_mass, k, coefficients.dof_count()).diagonal().cwiseAbs());
  }
  return largest.cwiseProduct(coefficients.inverse_dof_scale().cwiseAbs2())(active);
}

/// Back to SI units and all dofs.
RationalModel in_units(const RationalModel& scaled, const RadiationCoefficients& coefficients,
                       const std::vector<Eigen::Index>& active) {
  const Eigen::Index size = coefficients.dof_count();
  const auto& scale = coefficients.dof_scale();
  RationalModel model{scaled.poles, RowMajorMatrix::Zero(scaled.pole_count(), size * size)};
  for (std::size_t i = 0; i < active.size(); ++i) {
    for (std::size_t j = 0; j < active.size(); ++j) {
      model.coefficients.col(active[i] * size + active[j]) =
          scale[active[i]] * scale[active[j]] *
          scaled.coefficients.col(static_cast<Eigen::Index>(i * active.size() + j));
    }
  }
  return model;
}

ReducedModel in_units(const ReducedModel& scaled, const RadiationCoefficients& coefficients,
                      const std::vector<Eigen::Index>& active) {
  ReducedModel model{
      in_units(scaled.common, coefficients, active),
      {scaled.modes.poles, MatrixXcd::Zero(coefficients.dof_count(), scaled.modes.vectors.cols())}};
  for (std::size_t i = 0; i < active.size(); ++i) {
    model.modes.vectors.row(active[i]) = coefficients.dof_scale()[active[i]] *
                                         scaled.modes.vectors.row(static_cast<Eigen::Index>(i));
  }
  return model;
}

/// One database's search: what every number of poles needs, computed once.
class FitSearch {
 public:
  FitSearch(const RadiationCoefficients& coefficients, bool body_interaction)
      : coefficients_(coefficients),
        active_(active_dofs(coefficients)),
        comparison_(coefficients, kSlowestKernel) {
    require(!active_.empty(),
            "a state-space memory needs a dof that radiates: B vanishes everywhere");
    response_ = scaled_response(coefficients, active_, fit_grid(coefficients.filed_omega()));
    for (const Eigen::Index dof : active_) body_of_.push_back(body_interaction ? 0 : dof / kDofs);
  }

  Eigen::Index most_poles() const { return hydro::most_poles(active_.size()); }

  /// The passive model of so many poles, unless the raw fit is worse than allowed already.
  std::optional<StateSpaceFit> attempt(Eigen::Index poles, double allowed) const {
    const double last = last_omega(coefficients_);
    RationalModel scaled = fit_rational_model(response_, poles, kFastestPole * last);
    StateSpaceFit fit;
    fit.model = in_units(scaled, coefficients_, active_);
    fit.errors_before_passivity = comparison_.response_errors(fit.model);
    if (fit.errors_before_passivity.response() > allowed) return std::nullopt;
    const PassivityBand band{coefficients_.filed_omega()[0], last};
    fit.passive = enforce_passivity(scaled, response_.omega, band, body_of_).passive;
    if (!fit.passive) return std::nullopt;
    fit.model = in_units(scaled, coefficients_, active_);
    fit.errors = comparison_.response_errors(fit.model);
    return fit;
  }

  /// Whether the model has so many coupled dofs that a reduced one is worth looking for.
  bool reducible() const { return active_.size() > kManyDofs && body_of_.back() == 0; }

  /// The reduced passive model of least error, looked for until one is within the tolerance.
  std::optional<StateSpaceFit> reduced(double tolerance) const {
    const VectorXd& filed = coefficients_.filed_omega();
    const double last = last_omega(coefficients_);
    const ReductionTarget target{scaled_response(coefficients_, active_, reduction_grid(filed)),
                                 scaled_added_mass(coefficients_, active_),
                                 {filed[0], kReducedEnd * last},
                                 kReducedShare * tolerance};
    const RationalModel raw = fit_rational_model(response_, kReducedFrom, kFastestPole * last);
    StateSpaceFit fit;
    fit.errors_before_passivity =
        comparison_.response_errors(in_units(raw, coefficients_, active_));
    const auto error_of = [&](const ReducedModel& model) {
      return comparison_.response_errors(in_units(model.rational(), coefficients_, active_))
          .response();
    };
    const auto found =
        reduce_model(raw, target, kStatesPerDof * static_cast<Eigen::Index>(active_.size()),
                     error_of, tolerance);
    if (!found) return std::nullopt;
    fit.reduced = in_units(*found, coefficients_, active_);
    fit.model = fit.reduced->rational();
    fit.errors = comparison_.response_errors(fit.model);
    fit.passive = true;
    return fit;
  }

  /// What is left to say of the model that was chosen.
  StateSpaceFit finished(StateSpaceFit fit) const {
    fit.errors.kernel = comparison_.kernel_error(fit.model);
    return fit;
  }

 private:
  const RadiationCoefficients& coefficients_;
  std::vector<Eigen::Index> active_;
  FitComparison comparison_;
  FrequencyResponse response_;
  std::vector<Eigen::Index> body_of_;
};

}  // namespace

StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion) {
  const FitSearch search(coefficients, body_interaction);
  std::optional<StateSpaceFit> best;
  if (tolerance >= kReducedError && search.reducible()) best = search.reduced(tolerance);
  const auto met = [&] { return best && best->errors.response() <= tolerance; };
  const Eigen::Index most = search.most_poles();
  for (Eigen::Index poles = kFewestPoles; poles <= most; poles += kMorePoles) {
    if (met() && (!criterion || criterion(best->model))) break;
    auto fit = search.attempt(poles, kPassivityShare * tolerance);
    if (!fit) continue;
    const bool better = !best || fit->errors.response() < best->errors.response();
    if (met() ? criterion(fit->model) : better) best = std::move(fit);
  }
  // out of reach: the largest model that can be made passive
  for (Eigen::Index poles = most; !best && poles >= kFewestPoles; poles -= kFewerPoles) {
    best = search.attempt(poles, std::numeric_limits<double>::infinity());
  }
  if (!best) {
    throw Error(
        ErrorCode::kInternal,
        fmt::format("state-space fit: no passive model with at most {} poles was found", most));
  }
  return search.finished(*std::move(best));
}

namespace {

/// 1 / sqrt(scale_i scale_j) of every pair, flattened; 0 for dofs that are quiet.
Eigen::RowVectorXd pair_weights(const VectorXd& scale, const VectorXd& dof_scale) {
  const VectorXd inverse = (dof_scale.array() > 0.0 && scale.array() > 0.0)
                               .select(scale.cwiseSqrt().cwiseInverse(), 0.0);
  const RowMajorMatrix weights = inverse * inverse.transpose();
  return Eigen::Map<const Eigen::RowVectorXd>(weights.data(), weights.size());
}

/// Largest entry of the rows, every column times its weight.
double worst_pair(const RowMajorMatrix& rows, const Eigen::RowVectorXd& weights) {
  return rows.cwiseAbs().colwise().maxCoeff().cwiseProduct(weights).maxCoeff();
}

}  // namespace

FitComparison::FitComparison(const RadiationCoefficients& coefficients, double kernel_duration)
    : coefficients_(coefficients),
      kernel_duration_(kernel_duration),
      damping_(coefficients.radiation_damping_rows(coefficients.filed_omega())) {
  const Eigen::Index size = coefficients.dof_count();
  RowMajorMatrix added_mass = coefficients.added_mass_rows(coefficients.filed_omega());
  VectorXd scale = VectorXd::Zero(size);
  for (Eigen::Index k = 0; k < added_mass.rows(); ++k) {
    scale = scale.cwiseMax(matrix_of_row(added_mass, k, size).diagonal().cwiseAbs());
    matrix_of_row(added_mass, k, size) -= coefficients.infinite_added_mass();
  }
  memory_added_mass_ = std::move(added_mass);
  damping_weight_ =
      pair_weights(coefficients.dof_scale().array().square(), coefficients.dof_scale());
  added_mass_weight_ = pair_weights(scale, coefficients.dof_scale());
}

FitErrors FitComparison::response_errors(const RationalModel& model) const {
  const VectorXd& omega = coefficients_.filed_omega();
  RowMajorMatrix real(omega.size(), model.pole_count()), imaginary(real.rows(), real.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const VectorXcd basis = rational_basis(model.poles, omega[k]);
    real.row(k) = basis.real().transpose();
    imaginary.row(k) = basis.imag().transpose() / omega[k];
  }
  return errors_of(real * model.coefficients, imaginary * model.coefficients);
}

FitErrors FitComparison::response_errors(const RetardationKernel& kernel) const {
  const VectorXd& omega = coefficients_.filed_omega();
  RowMajorMatrix damping(omega.size(), damping_.cols()), added_mass(damping.rows(), damping.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const MatrixXcd response = kernel.transform(omega[k]);
    matrix_of_row(damping, k, kernel.dof_count()) = response.real();
    matrix_of_row(added_mass, k, kernel.dof_count()) = response.imag() / omega[k];
  }
  return errors_of(damping, added_mass);
}

FitErrors FitComparison::errors_of(const RowMajorMatrix& damping,
                                   const RowMajorMatrix& memory_added_mass) const {
  FitErrors errors;
  errors.damping = worst_pair(damping - damping_, damping_weight_);
  errors.added_mass = worst_pair(memory_added_mass - memory_added_mass_, added_mass_weight_);
  return errors;
}

double FitComparison::kernel_error(const RationalModel& model) const {
  const VectorXd& filed = coefficients_.filed_omega();
  // resolves the fastest oscillation that the data have
  const auto points =
      static_cast<Eigen::Index>(std::ceil(4.0 * kernel_duration_ * filed[filed.size() - 1]));
  const VectorXd tau = VectorXd::LinSpaced(points, 0.0, kernel_duration_);
  RowMajorMatrix basis(points, model.pole_count());
  for (Eigen::Index k = 0; k < points; ++k) {
    basis.row(k) = exponential_basis(model.poles, tau[k]).transpose();
  }
  const RowMajorMatrix kernel = retardation_kernel_samples(coefficients_, tau);
  const VectorXd scale = matrix_of_row(kernel, 0, coefficients_.dof_count()).diagonal().cwiseAbs();
  return worst_pair(basis * model.coefficients - kernel,
                    pair_weights(scale, coefficients_.dof_scale()));
}

}  // namespace raftup::hydro
