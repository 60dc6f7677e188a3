#include "hydro/radiation/state_space_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "hydro/error.hpp"
#include "hydro/numerics/matrix_rows.hpp"
#include "hydro/radiation/passivity.hpp"
#include "hydro/radiation/retardation_kernel.hpp"
#include "hydro/radiation/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kFewestPoles = 8, kMorePoles = 4, kFewerPoles = 12;
constexpr double kFastestPole = 3.0;  // of the last frequency: the step must resolve it
constexpr double kFitEnd = 6.0;       // of the last frequency
constexpr Eigen::Index kLowFrequencies = 1, kTailFrequencies = 60;
constexpr double kPassivityShare = 0.9;  // of the tolerance for the fit before passivity
constexpr double kSlowestKernel = 60.0;  // s, over which kernels are compared

/// Beyond six bodies a model of more poles costs more to make passive than it gains.
Eigen::Index most_poles(std::size_t dofs) { return dofs > 36 ? 76 : 100; }

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
    grid[kLowFrequencies + filed.size() + k] = last * std::pow(kFitEnd, share);
  }
  return grid;
}

/// B + i omega (A - A_inf) on the grid, of the active dofs, each divided by its scale.
FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active) {
  const VectorXd grid = fit_grid(coefficients.filed_omega());
  const auto size = static_cast<Eigen::Index>(active.size());
  const VectorXd inverse = coefficients.inverse_dof_scale();
  FrequencyResponse response{grid, RowMajorMatrix(grid.size(), size * size),
                             RowMajorMatrix(grid.size(), size * size)};
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    const double omega = grid[k];
    const MatrixXd B =
        inverse.asDiagonal() * coefficients.radiation_damping(omega) * inverse.asDiagonal();
    const MatrixXd A = inverse.asDiagonal() *
                       (coefficients.added_mass(omega) - coefficients.infinite_added_mass()) *
                       inverse.asDiagonal();
    // as-filed data may lack symmetry; what is fitted has it
    const MatrixXd real = 0.5 * (B + B.transpose()), imaginary = 0.5 * omega * (A + A.transpose());
    matrix_of_row(response.real, k, size) = real(active, active);
    matrix_of_row(response.imaginary, k, size) = imaginary(active, active);
  }
  return response;
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

/// Largest |entry| / sqrt(scale_i scale_j) over the dofs of positive scale.
double worst_pair(const MatrixXd& difference, const VectorXd& scale) {
  const VectorXd inverse =
      scale.unaryExpr([](double s) { return s > 0.0 ? 1.0 / std::sqrt(s) : 0.0; });
  return (inverse.asDiagonal() * difference * inverse.asDiagonal()).cwiseAbs().maxCoeff();
}

}  // namespace

FitErrors fit_errors(const RationalModel& model, const RadiationCoefficients& coefficients,
                     double duration) {
  const Eigen::Index size = coefficients.dof_count();
  const VectorXd damping_scale = coefficients.dof_scale().array().square();
  const auto quiet = coefficients.dof_scale().array() <= 0.0;
  const VectorXd& omega = coefficients.filed_omega();
  std::vector<MatrixXd> added_mass_errors;
  VectorXd added_mass_scale = VectorXd::Zero(size);
  FitErrors errors;
  for (const double w : omega) {
    const MatrixXcd H = model.response(w);
    const MatrixXd A = coefficients.added_mass(w);
    errors.damping = std::max(
        errors.damping, worst_pair(H.real() - coefficients.radiation_damping(w), damping_scale));
    added_mass_scale = added_mass_scale.cwiseMax(A.diagonal().cwiseAbs());
    added_mass_errors.emplace_back(coefficients.infinite_added_mass() + H.imag() / w - A);
  }
  added_mass_scale = quiet.select(0.0, added_mass_scale);
  for (const MatrixXd& error : added_mass_errors) {
    errors.added_mass = std::max(errors.added_mass, worst_pair(error, added_mass_scale));
  }
  // resolves the fastest oscillation that the data have
  const auto points = static_cast<Eigen::Index>(std::ceil(4.0 * duration * omega.tail<1>()[0]));
  const VectorXd tau = VectorXd::LinSpaced(points, 0.0, duration);
  const RowMajorMatrix kernel = retardation_kernel_samples(coefficients, tau);
  const VectorXd kernel_scale =
      quiet.select(0.0, VectorXd(matrix_of_row(kernel, 0, size).diagonal().cwiseAbs()));
  for (Eigen::Index k = 0; k < points; ++k) {
    const Eigen::RowVectorXd row = model.kernel(tau[k]) - kernel.row(k);
    errors.kernel = std::max(
        errors.kernel,
        worst_pair(Eigen::Map<const RowMajorMatrix>(row.data(), size, size), kernel_scale));
  }
  return errors;
}

StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction) {
  const std::vector<Eigen::Index> active = active_dofs(coefficients);
  require(!active.empty(), "a state-space memory needs a dof that radiates: B vanishes everywhere");
  const FrequencyResponse response = scaled_response(coefficients, active);
  const PassivityBand band{coefficients.filed_omega()[0], last_omega(coefficients)};
  std::vector<Eigen::Index> body_of;
  for (const Eigen::Index dof : active) body_of.push_back(body_interaction ? 0 : dof / kDofs);
  const auto attempt = [&](Eigen::Index poles, double allowed) -> std::optional<StateSpaceFit> {
    RationalModel scaled =
        fit_rational_model(response, poles, kFastestPole * last_omega(coefficients));
    StateSpaceFit fit;
    fit.errors_before_passivity =
        fit_errors(in_units(scaled, coefficients, active), coefficients, kSlowestKernel);
    if (fit.errors_before_passivity.response() > allowed) return std::nullopt;
    fit.passive = enforce_passivity(scaled, response.omega, band, body_of).passive;
    if (!fit.passive) return std::nullopt;
    fit.model = in_units(scaled, coefficients, active);
    fit.errors = fit_errors(fit.model, coefficients, kSlowestKernel);
    return fit;
  };
  std::optional<StateSpaceFit> best;
  const auto better = [](const StateSpaceFit& a, const std::optional<StateSpaceFit>& b) {
    return !b || a.errors.response() < b->errors.response();
  };
  const Eigen::Index most = most_poles(active.size());
  for (Eigen::Index poles = kFewestPoles; poles <= most; poles += kMorePoles) {
    auto fit = attempt(poles, kPassivityShare * tolerance);
    if (fit && better(*fit, best)) best = std::move(fit);
    if (best && best->errors.response() <= tolerance) return *best;
  }
  // out of reach: the largest model that can be made passive
  for (Eigen::Index poles = most; !best && poles >= kFewestPoles; poles -= kFewerPoles) {
    best = attempt(poles, std::numeric_limits<double>::infinity());
  }
  if (!best) {
    throw Error(
        ErrorCode::kInternal,
        fmt::format("state-space fit: no passive model with at most {} poles was found", most));
  }
  return *best;
}

}  // namespace raftup::hydro
