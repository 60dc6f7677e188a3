#include "hydro/radiation/state_space/passivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

// Relative to the peak of B: above rounding, far below the error of the fit.
constexpr double kMargin = 1e-7;
// Margin that is required at single frequencies so that passivity holds between them: its share of
// the first violation, and its bounds relative to the peak of B. Chosen, not swept: a smaller
// margin needs more rounds, a larger one changes B more than necessary.
constexpr double kAskedShare = 1e-4, kLeastAsked = 3e-7, kMostAsked = 1e-5;
constexpr int kRounds = 16, kRoundsOfMany = 6;
// Per round; fewer for many dofs, for which a sweep is expensive.
constexpr int kSweeps = 100, kSweepsOfMany = 10;
// Number of dofs above which a violation of less than 1e-5 is lifted.
constexpr Eigen::Index kMany = 36;
// Between 1 and 2, because neighboring constraints act together.
constexpr double kOverrelaxation = 1.8;
constexpr double kSettled = 0.1;  // change that ends a round, relative to the margin
// Relative to the margin: eigenvalues that may be below 0 nearby.
constexpr double kSuspected = 2.0;
// Of the scan, because the lowest eigenvalue dips between constrained frequencies.
constexpr int kDensity = 4;
constexpr int kLifts = 4;

/// The constraint that G >= margin at one frequency.
struct Constraint {
  VectorXd row;  ///< weights of G in the coordinates of the change, normalized
  /// (G - margin) of the unchanged model over the norm of the weights, row by row.
  Eigen::RowVectorXd slack;
  MatrixXd multiplier;  ///< positive semidefinite; 0 if the constraint is inactive
};

/// Returns the positive semidefinite matrix that is closest to a symmetric one, group by group:
/// dofs that do not couple remain uncoupled.
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

/// The semidefinite program: it finds the smallest change Y of the coefficients (C = C_0 + Z Y)
/// that satisfies the constraints. The change is measured as |R Y|, with R of the QR factorization
/// of the weighted basis. In its dual form, every constraint has a matrix of multipliers, and R Y
/// is the sum over the constraints of row x multiplier.
class SmallestChange {
 public:
  SmallestChange(const RationalModel& model, const FitMeasure& measure,
                 const std::vector<Eigen::Index>& group, double margin)
      : original_(model), group_(group), margin_(margin), Z_(zero_at_rest(model.poles)) {
    // An offset, whose column comes first, compensates as much of every change as it can.
    R_ = orthogonal_factors(measure.columns(model.poles, Z_))
             .R.bottomRightCorner(Z_.cols(), Z_.cols());
    change_ = RowMajorMatrix::Zero(R_.rows(), model.coefficients.cols());
  }

  /// @param row weights of G at the frequency: G = row * coefficients
  void add(const VectorXd& row) {
    const Eigen::Index size = original_.size();
    Eigen::RowVectorXd G = row.transpose() * original_.coefficients;
    G.reshaped(size, size).diagonal().array() -= margin_;
    const VectorXd turned =
        R_.transpose().triangularView<Eigen::Lower>().solve(Z_.transpose() * row);
    const double length = turned.norm();
    constraints_.push_back({turned / length, G / length, MatrixXd::Zero(size, size)});
  }

  /// Solves the program by Hildreth's method: each multiplier in turn is set to its own optimum,
  /// which for a matrix is a projection, with overrelaxation.
  void solve() {
    const int sweeps = original_.size() > kMany ? kSweepsOfMany : kSweeps;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      check_cancelled();
      double largest = 0.0;
      for (Constraint& constraint : constraints_) largest = std::max(largest, relax(constraint));
      if (largest < kSettled * margin_) break;
    }
  }

  RowMajorMatrix coefficients() const {
    return original_.coefficients + Z_ * R_.triangularView<Eigen::Upper>().solve(change_);
  }

 private:
  /// Improves the multiplier of one constraint.
  /// @returns the largest change of the multiplier
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

/// Adds `amount` to every eigenvalue of G at every frequency, by two real poles.
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

/// Lifts the model by the remaining violation that the report contains. A lift adds the same to
/// every eigenvalue at every frequency, so that no violation remains that the scan has found. The
/// lifted model is scanned again, on a grid that includes the two new poles, and lifted further if
/// this scan finds a larger violation.
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

PassivityReport enforce_passivity(RationalModel& model, const FitMeasure& measure,
                                  const PassivityBand& band, const std::vector<Eigen::Index>& group,
                                  const PassivityObserver& observer) {
  const PassivityScanner scanner(model.poles, band, kDensity);
  PassivityReport report;
  report.lowest_before = scanner.look_at(model).deepest;
  const double asked = std::clamp(-kAskedShare * report.lowest_before, kLeastAsked, kMostAsked);
  const double liftable = model.size() > kMany ? asked : 0.0;
  const int rounds = model.size() > kMany ? kRoundsOfMany : kRounds;
  SmallestChange programme(model, measure, group, asked);
  programme.add(scanner.start_row());
  programme.add(scanner.end_row());
  for (;; ++report.rounds) {
    check_cancelled();
    if (observer) observer(report.rounds + 1, model);
    const PassivityScan seen = scanner.look_at(model, kSuspected * asked);
    const std::vector<double> violations = scanner.violations(model, seen.lowest);
    report.lowest_after = scanner.deepest(model, seen, violations);
    report.passive = model.coefficients.allFinite() && report.lowest_after >= 0.0;
    if (report.passive) return report;
    if (report.rounds >= rounds || report.lowest_after > -liftable) break;
    for (const double at : violations) programme.add(passivity_row(model.poles, at, band));
    programme.solve();
    model.coefficients = programme.coefficients();
  }
  lift_rest(model, band, report);
  return report;
}

namespace {

constexpr Eigen::Index kLinearPoints = 1500;
constexpr Eigen::Index kGeometricPoints = 400;

/// Returns the frequencies of a scan: dense over the data, far beyond them, and around every pole.
VectorXd scan_grid(const VectorXcd& poles, const PassivityBand& band, int density) {
  const Eigen::Index geometric = density * kGeometricPoints, linear = density * kLinearPoints;
  std::vector<double> grid;
  for (Eigen::Index k = 0; k < geometric; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(geometric - 1);
    grid.push_back(0.01 * band.low * power(1e4 * band.high / band.low, share));
  }
  for (Eigen::Index k = 1; k <= linear; ++k) {
    grid.push_back(1.2 * band.high * static_cast<double>(k) / static_cast<double>(linear));
  }
  for (const Complex p : poles) {
    for (const double offset : {-4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0}) {
      const double omega = p.imag() + offset * p.real();
      if (omega > 0.01 * band.low) grid.push_back(omega);
    }
  }
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return Eigen::Map<VectorXd>(grid.data(), static_cast<Eigen::Index>(grid.size()));
}

/// Computes the lowest eigenvalue of G at each frequency, or a very large number if a factorization
/// already proves that it is above the level.
VectorXd scan(const RationalModel& model, const VectorXd& grid, const PassivityBand& band,
              double level) {
  constexpr Eigen::Index kBatch = 64;
  VectorXd lowest(grid.size());
  for (Eigen::Index begin = 0; begin < grid.size(); begin += kBatch) {
    check_cancelled();
    const Eigen::Index count = std::min(kBatch, grid.size() - begin);
    RowMajorMatrix rows(count, model.pole_count());
    for (Eigen::Index k = 0; k < count; ++k) {
      rows.row(k) = passivity_row(model.poles, grid[begin + k], band).transpose();
    }
    const RowMajorMatrix table = rows * model.coefficients;
    for (Eigen::Index k = 0; k < count; ++k) {
      const MatrixXd G = matrix_of_row(table, k, model.size());
      const MatrixXd above = G - level * MatrixXd::Identity(model.size(), model.size());
      const bool proven = is_positive_definite(above);
      lowest[begin + k] = proven ? std::numeric_limits<double>::max() : lowest_eigenvalue(G);
    }
  }
  return lowest;
}

/// Finds the minimum of the lowest eigenvalue between the neighbors of a grid point by
/// golden-section search.
double refined_minimum(const RationalModel& model, double left, double right,
                       const PassivityBand& band) {
  const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
  double inner_left = right - ratio * (right - left), inner_right = left + ratio * (right - left);
  double value_left = lowest_eigenvalue(passivity_matrix(model, inner_left, band));
  double value_right = lowest_eigenvalue(passivity_matrix(model, inner_right, band));
  for (int step = 0; step < 8; ++step) {
    if (value_left < value_right) {
      right = inner_right;
      inner_right = inner_left;
      value_right = value_left;
      inner_left = right - ratio * (right - left);
      value_left = lowest_eigenvalue(passivity_matrix(model, inner_left, band));
    } else {
      left = inner_left;
      inner_left = inner_right;
      value_left = value_right;
      inner_right = left + ratio * (right - left);
      value_right = lowest_eigenvalue(passivity_matrix(model, inner_right, band));
    }
  }
  return value_left < value_right ? inner_left : inner_right;
}

}  // namespace

double band_factor(double omega, const PassivityBand& band) {
  const double below = band.low / omega, above = omega / band.high;
  return (1.0 + below * below) * (1.0 + above * above);
}

VectorXd passivity_row(const VectorXcd& poles, double omega, const PassivityBand& band) {
  return band_factor(omega, band) * rational_basis(poles, omega).real();
}

MatrixXd passivity_matrix(const RationalModel& model, double omega, const PassivityBand& band) {
  return weighted_matrix(model.coefficients, passivity_row(model.poles, omega, band), model.size());
}

double lowest_eigenvalue(const MatrixXd& symmetric) { return symmetric_eigenvalues(symmetric)[0]; }

double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band) {
  double lowest = std::numeric_limits<double>::max();
  for (const double w : omega)
    lowest = std::min(lowest, lowest_eigenvalue(passivity_matrix(model, w, band)));
  return lowest;
}

PassivityScanner::PassivityScanner(const VectorXcd& poles, const PassivityBand& band, int density)
    : band_(band),
      grid_(scan_grid(poles, band, density)),
      start_row_(band.low * band.low * basis_at_rest(poles)),
      end_row_(basis_at_infinity(poles) / (band.high * band.high)) {}

PassivityScan PassivityScanner::look_at(const RationalModel& model, double level) const {
  PassivityScan found{weighted_matrix(model.coefficients, start_row_, model.size()),
                      weighted_matrix(model.coefficients, end_row_, model.size()),
                      scan(model, grid_, band_, level), 0.0};
  found.deepest = std::min(
      {found.lowest.minCoeff(), lowest_eigenvalue(found.start), lowest_eigenvalue(found.end)});
  return found;
}

std::vector<double> PassivityScanner::violations(const RationalModel& model,
                                                 const VectorXd& lowest) const {
  std::vector<double> found;
  const Eigen::Index last = grid_.size() - 1;
  for (Eigen::Index k = 0; k <= last; ++k) {
    check_cancelled();
    const bool minimum =
        (k == 0 || lowest[k] <= lowest[k - 1]) && (k == last || lowest[k] < lowest[k + 1]);
    if (!minimum || lowest[k] == std::numeric_limits<double>::max()) continue;
    const double omega = refined_minimum(model, grid_[std::max<Eigen::Index>(k - 1, 0)],
                                         grid_[std::min(k + 1, last)], band_);
    const bool violated =
        lowest[k] < 0.0 || lowest_eigenvalue(passivity_matrix(model, omega, band_)) < 0.0;
    if (violated) found.push_back(omega);
  }
  return found;
}

double PassivityScanner::deepest(const RationalModel& model, const PassivityScan& seen,
                                 const std::vector<double>& violations) const {
  double deepest = seen.deepest;
  for (const double omega : violations) {
    deepest = std::min(deepest, lowest_eigenvalue(passivity_matrix(model, omega, band_)));
  }
  return deepest;
}

}  // namespace raftup::hydro
