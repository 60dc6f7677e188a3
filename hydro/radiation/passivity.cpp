#include "hydro/radiation/passivity.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

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

/// Lifts what is left by its depth, measured between the points of the scan too: the lift adds the
/// same to every eigenvalue at every frequency, so nothing below zero remains that was seen.
/// The lifted model is scanned anew, on a grid that knows the two new poles, and lifted further
/// where that finds something deeper.
void lift_rest(RationalModel& model, const PassivityScanner& scanner, const PassivityScan& seen,
               const PassivityBand& band, PassivityReport& report) {
  double deepest = scanner.deepest(model, seen, scanner.violations(model, seen.lowest));
  const RationalModel sunk = model;
  for (int attempt = 0; attempt < kLifts && !report.passive; ++attempt) {
    report.lifted += kMargin - deepest;
    model = sunk;
    lift(model, report.lifted, band);
    deepest = report.lowest_after = PassivityScanner(model.poles, band).look_at(model).deepest;
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
  const PassivityScanner scanner(model.poles, band);
  SmallestChange programme(model, omega);
  PassivityReport report;
  const int rounds = model.size() > kMany ? kRoundsOfMany : kRounds;
  for (;; ++report.rounds) {
    const PassivityScan seen = scanner.look_at(model);
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
      constrain(passivity_matrix(model, at, band), passivity_row(model.poles, at, band), group,
                margin, programme);
    }
    programme.solve(margin);
    model.coefficients = programme.coefficients();
    programme.forget_idle();
  }
  lift_rest(model, scanner, scanner.look_at(model), band, report);
  return report;
}

}  // namespace raftup::hydro
