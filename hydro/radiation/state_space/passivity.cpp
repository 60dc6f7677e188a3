#include "hydro/radiation/state_space/passivity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

constexpr double kMargin = 1e-7;  // of the peak of B: above rounding, far below the fit's error
// Asked for at single frequencies, so that it holds between them: of what is lacking at first, and
// within what bounds.
constexpr double kAskedShare = 1e-4, kLeastAsked = 3e-7, kMostAsked = 1e-5;
constexpr int kRounds = 16;
constexpr int kSweeps = 100, kSweepsOfMany = 10;  // a round; of many dofs, where they are dear
constexpr Eigen::Index kMany = 36;                // whose last 1e-5 is lifted
constexpr double kOverrelaxation = 1.8;  // from 1 to 2: neighbours of one another press together
constexpr double kSettled = 0.1;         // of what is asked: a change that ends a round
constexpr double kSuspected = 2.0;       // of what is asked: eigenvalues that may be below 0 nearby
constexpr int kDensity = 4;  // of the scan: the lowest eigenvalue dips between what is constrained
constexpr int kLifts = 4;

/// Asks that G >= margin at one frequency.
struct Constraint {
  VectorXd row;              ///< of G there, in the coordinates of the change, of length 1
  Eigen::RowVectorXd slack;  ///< G - margin over that length, row after row, of the unchanged model
  MatrixXd multiplier;       ///< positive semidefinite; 0 where the constraint does not press
};

/// The positive semidefinite matrix next to a symmetric one, group by group: what does not couple
/// stays uncoupled.
MatrixXd positive_part(const MatrixXd& symmetric, const std::vector<Eigen::Index>& group) {
  MatrixXd result = MatrixXd::Zero(symmetric.rows(), symmetric.cols());
  for (auto begin = group.begin(); begin != group.end();) {
    const auto end = std::upper_bound(begin, group.end(), *begin);
    const Eigen::Index first = begin - group.begin(), size = end - begin;
    const SymmetricEigen eigen = symmetric_eigen(symmetric.block(first, first, size, size));
    const Eigen::Index positive = (eigen.values.array() > 0.0).count();
    const auto vectors = eigen.vectors.rightCols(positive);
    result.block(first, first, size, size) =
        vectors * eigen.values.tail(positive).asDiagonal() * vectors.transpose();
    begin = end;
  }
  return result;
}

/// The semidefinite programme: the smallest change Y of the coefficients (C = C_0 + Z Y, measured
/// as |R Y| with R of the QR factorisation of the weighted basis) that meets the constraints. In
/// its dual every constraint has a matrix of multipliers, R Y = sum over constraints of row x
/// multiplier.
class SmallestChange {
 public:
  SmallestChange(const RationalModel& model, const VectorXd& omega,
                 const std::vector<Eigen::Index>& group, double margin)
      : original_(model), group_(group), margin_(margin), Z_(zero_at_rest(model.poles)) {
    const MatrixXd weighted = stacked_basis(model.poles, omega) * Z_;
    R_ = orthogonal_factors(weighted).R;
    change_ = RowMajorMatrix::Zero(R_.rows(), model.coefficients.cols());
  }

  /// @param row of G at the frequency: G = row * coefficients
  void add(const VectorXd& row) {
    const Eigen::Index size = original_.size();
    Eigen::RowVectorXd G = row.transpose() * original_.coefficients;
    G.reshaped(size, size).diagonal().array() -= margin_;
    const VectorXd turned =
        R_.transpose().triangularView<Eigen::Lower>().solve(Z_.transpose() * row);
    const double length = turned.norm();
    constraints_.push_back({turned / length, G / length, MatrixXd::Zero(size, size)});
  }

  /// Hildreth's method: one multiplier after the other is set to what is best for it alone, which
  /// for a matrix is a projection, and some way beyond.
  void solve() {
    const int sweeps = original_.size() > kMany ? kSweepsOfMany : kSweeps;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      double largest = 0.0;
      for (Constraint& constraint : constraints_) largest = std::max(largest, relax(constraint));
      if (largest < kSettled * margin_) break;
    }
  }

  RowMajorMatrix coefficients() const {
    return original_.coefficients + Z_ * R_.triangularView<Eigen::Upper>().solve(change_);
  }

 private:
  /// @returns the largest change of its multiplier
  double relax(Constraint& constraint) {
    auto& [row, unchanged, multiplier] = constraint;
    const Eigen::RowVectorXd flat = unchanged + row.transpose() * change_;
    const auto slack = flat.reshaped(multiplier.rows(), multiplier.cols());
    const bool presses = !multiplier.isZero(0.0);
    if (!presses && is_positive_definite(slack)) return 0.0;
    const MatrixXd next = positive_part(multiplier - kOverrelaxation * slack, group_);
    const MatrixXd step = next - multiplier;
    multiplier = next;
    change_.noalias() += row * step.reshaped().transpose();
    return step.cwiseAbs().maxCoeff();
  }

  const RationalModel original_;
  const std::vector<Eigen::Index>& group_;
  double margin_;
  MatrixXd Z_, R_;
  RowMajorMatrix change_;  ///< R Y, a row per coordinate
  std::vector<Constraint> constraints_;
};

/// Adds `amount` to every eigenvalue of G at every frequency, as two real poles.
void lift(RationalModel& model, double amount, const PassivityBand& band) {
  const LiftResidues residues = lift_residues(band);
  const Eigen::Index poles = model.poles.size(), rows = model.pole_count(), size = model.size();
  model.poles.conservativeResize(poles + 2);
  model.poles.tail<2>() << Complex(-band.low), Complex(-band.high);
  model.coefficients.conservativeResize(rows + 2, Eigen::NoChange);
  matrix_of_row(model.coefficients, rows, size) =
      amount * residues.low * MatrixXd::Identity(size, size);
  matrix_of_row(model.coefficients, rows + 1, size) =
      amount * residues.high * MatrixXd::Identity(size, size);
}

/// Lifts what is left by its depth, which the report has: the lift adds the same to every
/// eigenvalue at every frequency, so nothing below zero remains that was seen. The lifted model is
/// scanned anew, on a grid that knows the two new poles, and lifted further where that finds
/// something deeper.
void lift_rest(RationalModel& model, const PassivityBand& band, PassivityReport& report) {
  double deepest = report.lowest_after;
  const RationalModel sunk = model;
  for (int attempt = 0; attempt < kLifts && !report.passive; ++attempt) {
    report.lifted += kMargin - deepest;
    model = sunk;
    lift(model, report.lifted, band);
    deepest = report.lowest_after =
        PassivityScanner(model.poles, band, kDensity).look_at(model).deepest;
    report.passive = model.coefficients.allFinite() && deepest >= 0.0;
  }
}

}  // namespace

LiftResidues lift_residues(const PassivityBand& band) {
  const double factor = band.high * band.high / ((band.low + band.high) * (band.high - band.low));
  return {-factor * band.low, factor * band.high};
}

PassivityReport enforce_passivity(RationalModel& model, const VectorXd& omega,
                                  const PassivityBand& band,
                                  const std::vector<Eigen::Index>& group) {
  const PassivityScanner scanner(model.poles, band, kDensity);
  PassivityReport report;
  report.lowest_before = scanner.look_at(model).deepest;
  const double asked = std::clamp(-kAskedShare * report.lowest_before, kLeastAsked, kMostAsked);
  const double liftable = model.size() > kMany ? asked : 0.0;
  SmallestChange programme(model, omega, group, asked);
  programme.add(scanner.start_row());
  programme.add(scanner.end_row());
  for (;; ++report.rounds) {
    const PassivityScan seen = scanner.look_at(model, kSuspected * asked);
    const std::vector<double> violations = scanner.violations(model, seen.lowest);
    report.lowest_after = scanner.deepest(model, seen, violations);
    report.passive = model.coefficients.allFinite() && report.lowest_after >= 0.0;
    if (report.passive) return report;
    if (report.rounds >= kRounds || report.lowest_after > -liftable) break;
    for (const double at : violations) programme.add(passivity_row(model.poles, at, band));
    programme.solve();
    model.coefficients = programme.coefficients();
  }
  lift_rest(model, band, report);
  return report;
}

}  // namespace raftup::hydro
