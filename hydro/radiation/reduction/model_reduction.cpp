#include "hydro/radiation/reduction/model_reduction.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "hydro/numerics/minimise.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/reduction/balanced_truncation.hpp"
#include "hydro/radiation/reduction/singular_frequencies.hpp"
#include "hydro/radiation/state_space/passivity.hpp"

namespace raftup::hydro {
namespace {

constexpr int kRounds = 6;
constexpr int kIterations = 40;   // a round
constexpr double kMargin = 1e-7;  // of the peak of B, as enforce_passivity() keeps
constexpr int kLifts = 4;

/// Adds `amount` to every eigenvalue of G at every frequency, or more: a common pole at -low, and a
/// change of the one that closes the model at -high.
ReducedModel lifted(ReducedModel model, double amount, const PassivityBand& band) {
  const LiftResidues residues = lift_residues(band);
  const Eigen::Index size = model.size();
  const MatrixXd identity = MatrixXd::Identity(size, size);
  RationalModel& common = model.common;
  matrix_of_row(common.coefficients, 0, size) += amount * residues.high * identity;
  common.poles.conservativeResize(2);
  common.poles[1] = -band.low;
  common.coefficients.conservativeResize(2, Eigen::NoChange);
  matrix_of_row(common.coefficients, 1, size) = amount * residues.low * identity;
  return model;
}

/// Where passivity is asked for before any scan: between the frequencies of the target and below.
std::vector<double> first_watched(const VectorXd& omega) {
  std::vector<double> watched;
  for (const double share : {0.1, 0.3}) watched.push_back(share * omega[0]);
  for (Eigen::Index k = 0; k + 1 < omega.size(); ++k) {
    watched.push_back(0.5 * (omega[k] + omega[k + 1]));
  }
  return watched;
}

/// A model whose passivity is proven, lifted by what it lacks.
std::optional<ReducedModel> proven(const ReducedModel& sunk, double lift,
                                   const PassivityBand& band) {
  for (int attempt = 0; attempt < kLifts; ++attempt) {
    ReducedModel model = lifted(sunk, lift, band);
    const double lowest = proven_lowest_eigenvalue(model, band);
    if (lowest > 0.0) return model;
    lift += 2.0 * (kMargin - lowest);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReducedModel> reduce_model(const RationalModel& model, const ReductionTarget& target,
                                         Eigen::Index state_count,
                                         const ReducedModelError& error_of, double tolerance) {
  const PassivityBand& band = target.band;
  ReductionLoss loss(target);
  loss.watch(first_watched(target.response.omega));
  RankOneModes modes = balanced_truncation(model, state_count);
  ReducedModel best;
  double best_error = std::numeric_limits<double>::infinity(), best_lift = 0.0;
  for (int round = 0; round < kRounds && best_error > tolerance; ++round) {
    VectorXd x = loss.variables(modes);
    minimise([&](const VectorXd& at, VectorXd& gradient) { return loss(at, gradient); }, x,
             loss.units(modes), kIterations);
    modes = loss.modes(x);
    ReducedModel closed = closed_by_common_pole(modes, band.high);
    const RationalModel scanned = closed.rational();
    const PassivityScanner scanner(scanned.poles, band);
    const PassivityScan seen = scanner.look_at(scanned);
    const std::vector<double> violations = scanner.violations(scanned, seen.lowest);
    const double lift = kMargin + std::max(0.0, -scanner.deepest(scanned, seen, violations));
    const double error = error_of(lifted(closed, lift, band));
    if (error < best_error) {
      best = std::move(closed);
      best_error = error;
      best_lift = lift;
    }
    loss.watch(violations);
  }
  if (best.size() == 0) return std::nullopt;
  return proven(best, best_lift, band);
}

}  // namespace raftup::hydro
