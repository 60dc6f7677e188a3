#include "hydro/radiation/passivity.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/matrix_rows.hpp"
#include "hydro/radiation/vector_fitting.hpp"

namespace raftup::hydro {
namespace {

constexpr double kMargin = 1e-7;  // of the peak of B: above rounding, far below the fit's error
constexpr int kRounds = 16, kRoundsOfMany = 10;  // of many dofs, whose rounds are dear
constexpr Eigen::Index kMany = 36;
constexpr int kLifts = 4;
constexpr int kPatience = 6;  // rounds before the margin grows
constexpr int kSweeps = 300;
constexpr double kLargestGrowth = 32.0;
constexpr Eigen::Index kLinearPoints = 1500;
constexpr Eigen::Index kGeometricPoints = 400;

double band_factor(double omega, const PassivityBand& band) {
  const double below = band.low / omega, above = omega / band.high;
  return (1.0 + below * below) * (1.0 + above * above);
}

/// Row of G: G(omega) = row * coefficients.
VectorXd constraint_row(const VectorXcd& poles, double omega, const PassivityBand& band) {
  return band_factor(omega, band) * rational_basis(poles, omega).real();
}

/// Where a violation can hide: dense over the data, far beyond them, and around every pole.
VectorXd scan_grid(const VectorXcd& poles, const PassivityBand& band) {
  std::vector<double> grid;
  for (Eigen::Index k = 0; k < kGeometricPoints; ++k) {
    const double share = static_cast<double>(k) / (kGeometricPoints - 1);
    grid.push_back(0.01 * band.low * power(1e4 * band.high / band.low, share));
  }
  for (Eigen::Index k = 1; k <= kLinearPoints; ++k) {
    grid.push_back(1.2 * band.high * static_cast<double>(k) / kLinearPoints);
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

/// One linear constraint: v^T G(omega) v >= margin.
struct Constraint {
  VectorXd row;     ///< of G at its frequency, in the coordinates of the change
  VectorXd vector;  ///< v
  double value;     ///< v^T G v of the model before any change
  double multiplier = 0.0;
  int idle = 0;  ///< programmes in a row in which it did not press
};

/// The quadratic programme: the smallest change Y of the coefficients (C = C_0 + Z Y, measured as
/// |R Y| with R of the QR factorisation of the weighted basis) that meets the constraints.
class SmallestChange {
 public:
  SmallestChange(const RationalModel& model, const VectorXd& omega)
      : original_(model), Z_(zero_at_rest(model.poles)) {
    const MatrixXd weighted = stacked_basis(model.poles, omega) * Z_;
    const Eigen::HouseholderQR<MatrixXd> qr(weighted);
    R_ = qr.matrixQR().topRows(weighted.cols()).triangularView<Eigen::Upper>();
  }

  void add(const VectorXd& row, const VectorXd& vector) {
    const Eigen::RowVectorXd G = row.transpose() * original_.coefficients;
    const Eigen::Index size = original_.size();
    const double value =
        vector.dot(Eigen::Map<const RowMajorMatrix>(G.data(), size, size) * vector);
    VectorXd turned = R_.transpose().triangularView<Eigen::Lower>().solve(Z_.transpose() * row);
    constraints_.push_back({std::move(turned), vector, value});
  }

  /// Hildreth's method: coordinate ascent on the dual, multipliers >= 0.
  void solve(double margin) {
    const auto count = static_cast<Eigen::Index>(constraints_.size());
    MatrixXd rows(R_.rows(), count), vectors(original_.size(), count);
    VectorXd target(count), multiplier(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Constraint& constraint = constraints_[static_cast<std::size_t>(k)];
      rows.col(k) = constraint.row;
      vectors.col(k) = constraint.vector;
      target[k] = 2.0 * margin - constraint.value;
      multiplier[k] = constraint.multiplier;
    }
    const MatrixXd Q =
        (rows.transpose() * rows).array() * (vectors.transpose() * vectors).array().square();
    VectorXd slope = target - Q * multiplier;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double change = 0.0;
      for (Eigen::Index k = 0; k < count; ++k) {
        const double updated = std::max(0.0, multiplier[k] + slope[k] / Q(k, k));
        const double step = updated - multiplier[k];
        if (step == 0.0) continue;
        slope -= step * Q.col(k);
        multiplier[k] = updated;
        change = std::max(change, std::abs(step) * Q(k, k));
      }
      if (change < 0.1 * margin) break;
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      constraints_[static_cast<std::size_t>(k)].multiplier = multiplier[k];
    }
  }

  RowMajorMatrix coefficients() const {
    const Eigen::Index size = original_.size();
    RowMajorMatrix change = RowMajorMatrix::Zero(R_.rows(), size * size);
    for (const Constraint& constraint : constraints_) {
      if (constraint.multiplier == 0.0) continue;
      const RowMajorMatrix direction = constraint.vector * constraint.vector.transpose();
      change += constraint.multiplier * constraint.row *
                Eigen::Map<const Eigen::RowVectorXd>(direction.data(), direction.size());
    }
    return original_.coefficients + Z_ * R_.triangularView<Eigen::Upper>().solve(change);
  }

  /// Constraints that have not pressed in two programmes are forgotten; the scan finds them again
  /// if they come back.
  void forget_idle() {
    for (Constraint& constraint : constraints_) {
      constraint.idle = constraint.multiplier == 0.0 ? constraint.idle + 1 : 0;
    }
    std::erase_if(constraints_, [](const Constraint& constraint) { return constraint.idle > 1; });
  }

 private:
  const RationalModel original_;
  MatrixXd Z_, R_;
  std::vector<Constraint> constraints_;
};

/// G at one frequency.
MatrixXd measured_at(const RationalModel& model, double omega, const PassivityBand& band) {
  return weighted_matrix(model.coefficients, constraint_row(model.poles, omega, band),
                         model.size());
}

double lowest_of(const MatrixXd& G) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(G, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/// Lowest eigenvalue of G at each frequency, or a large number where a factorisation already
/// proves it positive.
VectorXd scan(const RationalModel& model, const VectorXd& grid, const PassivityBand& band) {
  constexpr Eigen::Index kBatch = 64;
  VectorXd lowest(grid.size());
  for (Eigen::Index begin = 0; begin < grid.size(); begin += kBatch) {
    const Eigen::Index count = std::min(kBatch, grid.size() - begin);
    RowMajorMatrix rows(count, model.pole_count());
    for (Eigen::Index k = 0; k < count; ++k) {
      rows.row(k) = constraint_row(model.poles, grid[begin + k], band).transpose();
    }
    const RowMajorMatrix table = rows * model.coefficients;
    for (Eigen::Index k = 0; k < count; ++k) {
      const MatrixXd G = matrix_of_row(table, k, model.size());
      const bool positive = Eigen::LLT<MatrixXd>(G).info() == Eigen::Success;
      lowest[begin + k] = positive ? std::numeric_limits<double>::max() : lowest_of(G);
    }
  }
  return lowest;
}

/// Golden-section search of the lowest eigenvalue between two neighbours of a grid point.
double refined_minimum(const RationalModel& model, double left, double right,
                       const PassivityBand& band) {
  const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
  double inner_left = right - ratio * (right - left), inner_right = left + ratio * (right - left);
  double value_left = lowest_of(measured_at(model, inner_left, band));
  double value_right = lowest_of(measured_at(model, inner_right, band));
  for (int step = 0; step < 8; ++step) {
    if (value_left < value_right) {
      right = inner_right;
      inner_right = inner_left;
      value_right = value_left;
      inner_left = right - ratio * (right - left);
      value_left = lowest_of(measured_at(model, inner_left, band));
    } else {
      left = inner_left;
      inner_left = inner_right;
      value_left = value_right;
      inner_right = left + ratio * (right - left);
      value_right = lowest_of(measured_at(model, inner_right, band));
    }
  }
  return value_left < value_right ? inner_left : inner_right;
}

/// Adds a constraint for every eigenvector of G, group by group, whose value is below the margin.
void constrain(const MatrixXd& G, const VectorXd& row, const std::vector<Eigen::Index>& group,
               double margin, SmallestChange& programme) {
  for (auto begin = group.begin(); begin != group.end();) {
    const auto end = std::upper_bound(begin, group.end(), *begin);
    const Eigen::Index first = begin - group.begin(), size = end - begin;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(G.block(first, first, size, size));
    for (Eigen::Index k = 0; k < size && eigen.eigenvalues()[k] < margin; ++k) {
      VectorXd vector = VectorXd::Zero(G.rows());
      vector.segment(first, size) = eigen.eigenvectors().col(k);
      programme.add(row, vector);
    }
    begin = end;
  }
}

/// Adds the passive function whose G is `amount` times the identity at every frequency,
///   amount high^2 / (low + high) s / ((s + low) (s + high)),
/// as two real poles.
void lift(RationalModel& model, double amount, const PassivityBand& band) {
  const double low = band.low, high = band.high;
  const double factor = amount * high * high / ((low + high) * (high - low));
  const Eigen::Index poles = model.poles.size(), rows = model.pole_count(), size = model.size();
  model.poles.conservativeResize(poles + 2);
  model.poles.tail<2>() << Complex(-low), Complex(-high);
  model.coefficients.conservativeResize(rows + 2, Eigen::NoChange);
  matrix_of_row(model.coefficients, rows, size) = -factor * low * MatrixXd::Identity(size, size);
  matrix_of_row(model.coefficients, rows + 1, size) =
      factor * high * MatrixXd::Identity(size, size);
}

/// G of a model at the frequencies of a scan and in its limits at both ends.
struct Scan {
  MatrixXd start, end;
  VectorXd lowest;  ///< lowest eigenvalue per frequency, see scan()
  double deepest;   ///< of all
};

/// Where a model is scanned, and the rows of its limits.
class Scanner {
 public:
  Scanner(const VectorXcd& poles, const PassivityBand& band)
      : band_(band),
        grid_(scan_grid(poles, band)),
        start_row_(band.low * band.low * basis_at_rest(poles)),
        end_row_(basis_at_infinity(poles) / (band.high * band.high)) {}

  Scan look_at(const RationalModel& model) const {
    Scan found{weighted_matrix(model.coefficients, start_row_, model.size()),
               weighted_matrix(model.coefficients, end_row_, model.size()),
               scan(model, grid_, band_), 0.0};
    found.deepest =
        std::min({found.lowest.minCoeff(), lowest_of(found.start), lowest_of(found.end)});
    return found;
  }

  /// Frequencies at which the lowest eigenvalue is least and below zero, found between the points.
  std::vector<double> violations(const RationalModel& model, const VectorXd& lowest) const {
    std::vector<double> found;
    const Eigen::Index last = grid_.size() - 1;
    for (Eigen::Index k = 0; k <= last; ++k) {
      const bool minimum =
          (k == 0 || lowest[k] <= lowest[k - 1]) && (k == last || lowest[k] < lowest[k + 1]);
      if (!minimum || lowest[k] >= 0.0) continue;
      found.push_back(refined_minimum(model, grid_[std::max<Eigen::Index>(k - 1, 0)],
                                      grid_[std::min(k + 1, last)], band_));
    }
    return found;
  }

  const VectorXd& start_row() const { return start_row_; }
  const VectorXd& end_row() const { return end_row_; }

 private:
  PassivityBand band_;
  VectorXd grid_, start_row_, end_row_;
};

/// Lifts what is left by its depth, measured between the points of the scan too: the lift adds the
/// same to every eigenvalue at every frequency, so nothing below zero remains that was seen.
/// The lifted model is scanned anew, on a grid that knows the two new poles, and lifted further
/// where that finds something deeper.
void lift_rest(RationalModel& model, const Scanner& scanner, const Scan& seen,
               const PassivityBand& band, PassivityReport& report) {
  double deepest = seen.deepest;
  for (const double omega : scanner.violations(model, seen.lowest)) {
    deepest = std::min(deepest, lowest_of(measured_at(model, omega, band)));
  }
  const RationalModel sunk = model;
  for (int attempt = 0; attempt < kLifts && !report.passive; ++attempt) {
    report.lifted += kMargin - deepest;
    model = sunk;
    lift(model, report.lifted, band);
    deepest = report.lowest_after = Scanner(model.poles, band).look_at(model).deepest;
    report.passive = model.coefficients.allFinite() && deepest >= 0.0;
  }
}

}  // namespace

double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band) {
  double lowest = std::numeric_limits<double>::max();
  for (const double w : omega) lowest = std::min(lowest, lowest_of(measured_at(model, w, band)));
  return lowest;
}

PassivityReport enforce_passivity(RationalModel& model, const VectorXd& omega,
                                  const PassivityBand& band,
                                  const std::vector<Eigen::Index>& group) {
  const Scanner scanner(model.poles, band);
  SmallestChange programme(model, omega);
  PassivityReport report;
  const int rounds = model.size() > kMany ? kRoundsOfMany : kRounds;
  for (;; ++report.rounds) {
    const Scan seen = scanner.look_at(model);
    report.lowest_after = seen.deepest;
    if (report.rounds == 0) report.lowest_before = seen.deepest;
    report.passive = model.coefficients.allFinite() && seen.deepest >= 0.0;
    if (report.passive) return report;
    if (report.rounds >= rounds) break;
    const double margin =
        kMargin * std::clamp(std::ldexp(1.0, report.rounds - kPatience), 1.0, kLargestGrowth);
    constrain(seen.start, scanner.start_row(), group, margin, programme);
    constrain(seen.end, scanner.end_row(), group, margin, programme);
    for (const double at : scanner.violations(model, seen.lowest)) {
      constrain(measured_at(model, at, band), constraint_row(model.poles, at, band), group, margin,
                programme);
    }
    programme.solve(margin);
    model.coefficients = programme.coefficients();
    programme.forget_idle();
  }
  lift_rest(model, scanner, scanner.look_at(model), band, report);
  return report;
}

}  // namespace raftup::hydro
