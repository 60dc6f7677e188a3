#include "hydro/radiation/fit/state_space_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/reduction/model_reduction.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

/// Number of poles of the first fit to repaired data; its increment; and its decrement if the fit
/// with the most poles has no passive model. Chosen, not swept. Smaller increments find a model of
/// fewer poles but need more fits.
constexpr Eigen::Index kFewestPoles = 8, kMorePoles = 4, kFewerPoles = 12;
/// Largest magnitude of a pole, as a multiple of the last frequency of the file. Its upper bound is
/// that the step of the simulation must resolve the fastest pole, its lower bound that poles must
/// be as fast as the data. The value itself was chosen, not swept.
constexpr double kFastestPole = 3.0;
/// Number of poles of the first fit to A and B of a file, and number of further poles after which
/// the search ends if the error at frequencies left out has not decreased. Chosen, not swept.
constexpr Eigen::Index kFewestForFile = 4, kPatience = 16;
/// The chosen fit has the fewest poles for which the error at frequencies left out is within this
/// multiple of the least one (decision 17). The multiple was chosen, not swept: with 1 the rounding
/// of a flat minimum would determine the number of poles, and a large multiple would reduce the
/// accuracy.
constexpr double kNextToLeast = 1.1;
/// A fit that meets the tolerance ends the search only if its error at frequencies left out is
/// within this multiple of the least one so far; beyond it the fit follows noise of the file.
/// Chosen, not swept.
constexpr double kSupported = 2.0;
/// Share of the tolerance that a fit must meet before it is made passive; the rest is reserved for
/// the change by passivity. Chosen, not swept. With 1 most models would miss the tolerance after
/// the change, and the optimization for passivity would have been in vain.
constexpr double kPassivityShare = 0.9;
/// Longest time [s] over which retardation kernels are compared. It covers several of the longest
/// periods of waves; chosen, not swept. It enters the reported error of K alone.
constexpr double kSlowestKernel = 60.0;

/// Number of dofs, those of six bodies, above which it takes minutes to make a model with the most
/// poles passive, so that a search for a model of fewer states is worthwhile (decision 8). The
/// bound was chosen between the two bodies and the nine bodies that were measured.
constexpr std::size_t kManyDofs = 36;
Eigen::Index most_poles(std::size_t dofs) { return dofs > kManyDofs ? 80 : 100; }
/// Least tolerance for which a model is reduced. For smaller tolerances common poles are used: the
/// refinement distributes the error evenly, and motions of nine bodies then differ by 1.4 % of
/// their peak instead of .20 % (decision 8).
constexpr double kReducedError = 1e-2;
/// Share of the tolerance that the reduction aims at; the rest is reserved for the lift that makes
/// the model passive. Chosen, not swept.
constexpr double kReducedShare = 0.8;
/// Number of poles of the model that is truncated if data are repaired. Chosen, not swept: it must
/// be far more accurate than the reduced model, and the cost of balancing grows with its states.
constexpr Eigen::Index kReducedFrom = 64;
/// Number of states per dof of a reduced model before the common poles are added. Found with nine
/// bodies (array9: 594 states of 54 dofs meet 1e-2); not swept over other databases.
constexpr Eigen::Index kStatesPerDof = 11;
/// Frequency up to which the reduced model is made passive, as a multiple of the last frequency of
/// the file. Chosen, not swept.
constexpr double kReducedEnd = 2.0;

double last_omega(const RadiationCoefficients& coefficients) {
  return coefficients.filed_omega()[coefficients.filed_omega().size() - 1];
}

/// Returns the frequencies of the file and one below them.
VectorXd reduction_grid(const VectorXd& filed) {
  VectorXd grid(filed.size() + 1);
  grid << 0.5 * filed[0], filed;
  return grid;
}

/// Largest |A_ii| of every active dof, divided by the square of its scale.
VectorXd scaled_added_mass(const RadiationCoefficients& coefficients,
                           const std::vector<Eigen::Index>& active) {
  const RowMajorMatrix added_mass = compared_added_mass(coefficients);
  VectorXd largest = VectorXd::Zero(coefficients.dof_count());
  for (Eigen::Index k = 0; k < added_mass.rows(); ++k) {
    largest = largest.cwiseMax(
        matrix_of_row(added_mass, k, coefficients.dof_count()).diagonal().cwiseAbs());
  }
  return largest.cwiseProduct(coefficients.inverse_dof_scale().cwiseAbs2())(active);
}

/// Converts a model of scaled active dofs to SI units and all dofs.
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

/// Samples H of a model on a grid, as data for a fit.
FrequencyResponse sampled(const RationalModel& model, const VectorXd& grid) {
  FrequencyResponse response{grid, RowMajorMatrix(grid.size(), model.coefficients.cols()),
                             RowMajorMatrix(grid.size(), model.coefficients.cols())};
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    check_cancelled();
    const VectorXcd basis = rational_basis(model.poles, grid[k]);
    response.real.row(k) = basis.real().transpose() * model.coefficients;
    response.imaginary.row(k) = basis.imag().transpose() * model.coefficients;
  }
  return response;
}

/// The search for a model of one database. It contains data that every number of poles needs,
/// computed once.
class FitSearch {
 public:
  FitSearch(const RadiationCoefficients& coefficients, bool body_interaction,
            const FitObserver& observer)
      : coefficients_(coefficients),
        observer_(observer),
        target_(fit_target(coefficients)),
        comparison_(coefficients, kSlowestKernel) {
    require(!target_.active.empty(),
            "a state-space memory needs a dof that radiates: B vanishes everywhere");
    for (const Eigen::Index dof : target_.active) {
      body_of_.push_back(body_interaction ? 0 : dof / kDofs);
    }
  }

  bool held_to_file() const { return target_.filed; }

  /// Returns the greatest number of poles of the search, which does not exceed the number of data.
  Eigen::Index most_poles() const {
    const Eigen::Index numbers = 2 * target_.response.omega.size();
    return std::min(hydro::most_poles(target_.active.size()), numbers - 2);
  }

  /// @param error least error of the search so far, 0 before its first fit; for the progress
  RationalFit raw(Eigen::Index poles, double error) const {
    report_progress({FitStage::kPoles, static_cast<int>(poles), 0, error});
    return fit_rational_model(target_.response, target_.measure, poles,
                              kFastestPole * last_omega(coefficients_));
  }

  /// Converts a model of scaled active dofs to SI units and computes its errors.
  StateSpaceFit measured(const RationalModel& scaled) const {
    StateSpaceFit fit;
    fit.model = in_units(scaled, coefficients_, target_.active);
    fit.infinite_added_mass = target_.infinite_added_mass;
    const RowMajorMatrix offset = best_offset(target_.response, target_.measure, scaled);
    const auto size = static_cast<Eigen::Index>(target_.active.size());
    const VectorXd scale = coefficients_.dof_scale()(target_.active);
    fit.infinite_added_mass(target_.active, target_.active) +=
        scale.asDiagonal() * offset.reshaped<Eigen::RowMajor>(size, size) * scale.asDiagonal();
    fit.errors = comparison_.response_errors(fit.model, fit.infinite_added_mass);
    return fit;
  }

  /// Makes a fit passive; returns nothing if no passive model was found.
  std::optional<StateSpaceFit> passive(const RationalFit& raw) const {
    if (!raw.model.poles.allFinite() || !raw.model.coefficients.allFinite()) return std::nullopt;
    RationalModel scaled = raw.model;
    const PassivityBand band{coefficients_.filed_omega()[0], last_omega(coefficients_)};
    const auto report_round = [this](int round, const RationalModel& model) {
      if (!observer_) return;
      const double error = measured(model).errors.response();
      report_progress({FitStage::kPassivity, static_cast<int>(model.pole_count()), round, error});
    };
    const bool found =
        enforce_passivity(scaled, target_.measure, band, body_of_, report_round).passive;
    if (!found) return std::nullopt;
    StateSpaceFit fit = measured(scaled);
    fit.errors_before_passivity = measured(raw.model).errors;
    fit.passive = true;
    return fit;
  }

  /// Fits a passive model with a given number of poles; returns nothing if the fit before passivity
  /// already has an error above `allowed`.
  /// @param error least error of the search so far, for the progress
  std::optional<StateSpaceFit> attempt(Eigen::Index poles, double allowed, double error) const {
    const RationalFit fit = raw(poles, error);
    if (measured(fit.model).errors.response() > allowed) return std::nullopt;
    return passive(fit);
  }

  /// Returns true if the model has so many coupled dofs that a reduced model is worthwhile.
  bool reducible() const { return target_.active.size() > kManyDofs && body_of_.back() == 0; }

  /// Returns a model in scaled active dofs. A reduction starts from a passive model, since data of
  /// a file need not be passive.
  RationalModel scaled(const RationalModel& model) const {
    const auto size = static_cast<Eigen::Index>(target_.active.size());
    const VectorXd inverse = coefficients_.inverse_dof_scale();
    RationalModel result{model.poles, RowMajorMatrix(model.pole_count(), size * size)};
    for (Eigen::Index k = 0; k < model.pole_count(); ++k) {
      const MatrixXd row = inverse.asDiagonal() *
                           matrix_of_row(model.coefficients, k, inverse.size()) *
                           inverse.asDiagonal();
      matrix_of_row(result.coefficients, k, size) = row(target_.active, target_.active);
    }
    return result;
  }

  /// Computes reduced passive models and returns the one of least error relative to the model from
  /// which it is reduced. The search ends at the first model within the tolerance.
  std::optional<StateSpaceFit> reduced(const RationalModel& whole, double tolerance) const {
    const VectorXd& filed = coefficients_.filed_omega();
    const double last = last_omega(coefficients_);
    const StateSpaceFit accurate = measured(whole);
    const ReductionTarget target{sampled(whole, reduction_grid(filed)),
                                 scaled_added_mass(coefficients_, target_.active),
                                 {filed[0], kReducedEnd * last},
                                 kReducedShare * tolerance};
    const FitComparison to_whole = comparison_.with(accurate.model, accurate.infinite_added_mass);
    const auto error_of = [&](const ReducedModel& model) {
      return to_whole
          .response_errors(in_units(model.rational(), coefficients_, target_.active),
                           accurate.infinite_added_mass)
          .response();
    };
    const auto told_error_of = [&, round = 0](const ReducedModel& model) mutable {
      const double error = error_of(model);
      report_progress({FitStage::kReduction, static_cast<int>(whole.pole_count()), ++round, error});
      return error;
    };
    const auto size = static_cast<Eigen::Index>(target_.active.size());
    const auto found = reduce_model(whole, target, kStatesPerDof * size, told_error_of, tolerance);
    if (!found || error_of(*found) > tolerance) return std::nullopt;
    StateSpaceFit fit = measured(found->rational());
    fit.errors_before_passivity = accurate.errors;
    fit.reduced = in_units(*found, coefficients_, target_.active);
    fit.passive = true;
    return fit;
  }

  /// Adds the error of the kernel to the chosen model.
  StateSpaceFit finished(StateSpaceFit fit) const {
    fit.errors.kernel = comparison_.kernel_error(fit.model);
    return fit;
  }

 private:
  void report_progress(const FitProgress& progress) const {
    if (observer_) observer_(progress);
  }

  const RadiationCoefficients& coefficients_;
  const FitObserver& observer_;
  FitTarget target_;
  FitComparison comparison_;
  std::vector<Eigen::Index> body_of_;
};

/// Chooses among fits by ascending number of poles: the passive model of the fewest poles whose
/// error at frequencies left out is close to the least one. If it cannot be made passive, the
/// choice is repeated without it.
std::optional<StateSpaceFit> supported_by_data(const FitSearch& search,
                                               std::vector<RationalFit> fits) {
  while (!fits.empty()) {
    check_cancelled();
    const auto less = [](const RationalFit& a, const RationalFit& b) {
      return a.left_out < b.left_out;
    };
    const double least = std::min_element(fits.begin(), fits.end(), less)->left_out;
    const auto chosen = std::find_if(fits.begin(), fits.end(), [&](const RationalFit& fit) {
      return fit.left_out <= kNextToLeast * least;
    });
    if (auto passive = search.passive(*chosen)) return passive;
    fits.erase(chosen);
  }
  return std::nullopt;
}

/// Fits a model to A and B of a file, see fit_state_space().
std::optional<StateSpaceFit> fit_to_file(const FitSearch& search, double tolerance,
                                         const FitCriterion& criterion) {
  const auto met = [&](const StateSpaceFit& fit, double allowed) {
    return fit.errors.response() <= allowed && (!criterion || criterion(fit));
  };
  std::vector<RationalFit> fits;
  double least = std::numeric_limits<double>::infinity(), least_error = 0.0;
  Eigen::Index least_at = 0;
  const Eigen::Index most = search.most_poles();
  for (Eigen::Index poles = std::min(kFewestForFile, most); poles <= most; poles += kMorePoles) {
    check_cancelled();
    if (poles > least_at + kPatience && least_at > 0) break;
    const RationalFit& raw = fits.emplace_back(search.raw(poles, least_error));
    const StateSpaceFit measured = search.measured(raw.model);
    const double error = measured.errors.response();
    least_error = fits.size() == 1 ? error : std::min(least_error, error);
    if (raw.left_out < least) {
      least_at = poles;
      least = raw.left_out;
    }
    const bool supported = raw.left_out <= kSupported * least;
    if (!supported || !met(measured, kPassivityShare * tolerance)) continue;
    auto passive = search.passive(raw);
    if (passive && met(*passive, tolerance)) return passive;
  }
  return supported_by_data(search, std::move(fits));
}

/// Fits a model to repaired data: increases the number of poles until tolerance and criterion are
/// met.
std::optional<StateSpaceFit> fit_to_repaired(const FitSearch& search, double tolerance,
                                             const FitCriterion& criterion) {
  std::optional<StateSpaceFit> best;
  const auto met = [&] { return best && best->errors.response() <= tolerance; };
  const auto error = [&] { return best ? best->errors.response() : 0.0; };
  const Eigen::Index most = search.most_poles();
  for (Eigen::Index poles = kFewestPoles; poles <= most; poles += kMorePoles) {
    check_cancelled();
    if (met() && (!criterion || criterion(*best))) break;
    auto fit = search.attempt(poles, kPassivityShare * tolerance, error());
    if (!fit) continue;
    const bool better = !best || fit->errors.response() < best->errors.response();
    if (met() ? criterion(*fit) : better) best = std::move(fit);
  }
  // The tolerance is out of reach: choose the largest model that can be made passive.
  for (Eigen::Index poles = most; !best && poles >= kFewestPoles; poles -= kFewerPoles) {
    check_cancelled();
    best = search.attempt(poles, std::numeric_limits<double>::infinity(), error());
  }
  return best;
}

}  // namespace

StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion,
                              const FitObserver& observer) {
  const FitSearch search(coefficients, body_interaction, observer);
  const bool reducible = tolerance >= kReducedError && search.reducible();
  std::optional<StateSpaceFit> best;
  if (reducible && !search.held_to_file()) {
    best = search.reduced(search.raw(kReducedFrom, 0.0).model, tolerance);
  }
  if (!best) {
    best = search.held_to_file() ? fit_to_file(search, tolerance, criterion)
                                 : fit_to_repaired(search, tolerance, criterion);
  }
  if (best && reducible && search.held_to_file()) {
    auto smaller = search.reduced(search.scaled(best->model), tolerance);
    if (smaller) best = std::move(smaller);
  }
  if (!best) {
    throw SolverFailure(fmt::format(
        "state-space fit: no passive model with at most {} poles was found", search.most_poles()));
  }
  return search.finished(*std::move(best));
}

}  // namespace raftup::hydro
