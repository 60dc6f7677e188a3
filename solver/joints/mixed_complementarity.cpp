#include "solver/joints/mixed_complementarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// A violation of a condition that is below this share of the largest term of its kind is
/// round-off.
constexpr double kRoundOff = 1e-12;
/// Number of block exchanges that may fail to reduce the number of violated rows before rows are
/// exchanged one by one.
constexpr int kPatience = 10;

enum class Side { kFree, kLower, kUpper };

/// One run of the pivoting.
class Pivoting {
 public:
  Pivoting(ConstraintMatrix& matrix, const MixedComplementarityProblem& problem,
           const VectorXd& guess);

  MixedComplementaritySolution run();

 private:
  std::size_t row_count() const { return sides_.size(); }
  void choose_sides(const VectorXd& guess);
  void solve_on_sides();
  void refine();
  Side wanted_side(std::size_t row) const;
  std::vector<std::size_t> violated_rows() const;
  double violation(std::size_t row) const;
  double residual() const;

  ConstraintMatrix& matrix_;
  const MixedComplementarityProblem& problem_;
  bool refines_;
  std::vector<Side> sides_;
  std::vector<bool> active_;
  VectorXd multipliers_, product_, slack_;
  /// magnitudes of multipliers and of w, to which round-off is relative
  double force_scale_ = 0.0, slack_scale_ = 0.0;
};

Pivoting::Pivoting(ConstraintMatrix& matrix, const MixedComplementarityProblem& problem,
                   const VectorXd& guess)
    : matrix_(matrix),
      problem_(problem),
      refines_((problem.regularization.array() != 0.0).any()),
      sides_(static_cast<std::size_t>(problem.right_side.size()), Side::kFree),
      active_(sides_.size(), true),
      multipliers_(problem.right_side.size()) {
  for (Eigen::Index i = 0; i < problem.lower.size(); ++i) {
    if (!(problem.lower[i] <= problem.upper[i])) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("bounds of constraint row {} must be in order, got {} and {}", i,
                              problem.lower[i], problem.upper[i]));
    }
  }
  choose_sides(guess);
}

void Pivoting::choose_sides(const VectorXd& guess) {
  for (std::size_t row = 0; row < row_count(); ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    if (problem_.lower[i] == problem_.upper[i]) sides_[row] = Side::kLower;
    if (guess.size() != problem_.lower.size()) continue;
    if (guess[i] <= problem_.lower[i]) sides_[row] = Side::kLower;
    if (guess[i] >= problem_.upper[i]) sides_[row] = Side::kUpper;
  }
}

/// Computes multipliers that give w = 0 in the free rows and are at their bounds in the others, and
/// w of all rows.
void Pivoting::solve_on_sides() {
  for (std::size_t row = 0; row < row_count(); ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    active_[row] = sides_[row] == Side::kFree;
    multipliers_[i] = sides_[row] == Side::kLower   ? problem_.lower[i]
                      : sides_[row] == Side::kUpper ? problem_.upper[i]
                                                    : 0.0;
  }
  matrix_.factorize(problem_.sigma, active_);
  VectorXd& free = slack_;
  free = problem_.right_side;
  if (!multipliers_.isZero(0.0)) {
    matrix_.multiply(multipliers_, product_);
    free -= product_;
  }
  matrix_.solve(free);
  multipliers_ += free;
  if (refines_) refine();
  matrix_.multiply(multipliers_, product_);
  product_ += problem_.sigma.cwiseProduct(multipliers_);
  if (refines_) product_ -= problem_.regularization.cwiseProduct(multipliers_);
  slack_ = product_ - problem_.right_side;
  force_scale_ = multipliers_.cwiseAbs().maxCoeff();
  slack_scale_ =
      std::max(problem_.right_side.cwiseAbs().maxCoeff(), product_.cwiseAbs().maxCoeff());
}

/// Solves (S + R) (lambda + d) = b + R lambda for the correction d, with the regularization R: one
/// step of the proximal point method.
void Pivoting::refine() {
  slack_ = problem_.regularization.cwiseProduct(multipliers_);
  matrix_.solve(slack_);
  multipliers_ += slack_;
}

Side Pivoting::wanted_side(std::size_t row) const {
  const auto i = static_cast<Eigen::Index>(row);
  const double force_round_off = kRoundOff * force_scale_;
  const double slack_round_off = kRoundOff * slack_scale_;
  switch (sides_[row]) {
    case Side::kFree:
      if (multipliers_[i] < problem_.lower[i] - force_round_off) return Side::kLower;
      if (multipliers_[i] > problem_.upper[i] + force_round_off) return Side::kUpper;
      break;
    case Side::kLower:
      if (slack_[i] < -slack_round_off && problem_.lower[i] < problem_.upper[i]) return Side::kFree;
      break;
    case Side::kUpper:
      if (slack_[i] > slack_round_off && problem_.lower[i] < problem_.upper[i]) return Side::kFree;
      break;
  }
  return sides_[row];
}

std::vector<std::size_t> Pivoting::violated_rows() const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < row_count(); ++row) {
    if (wanted_side(row) != sides_[row]) rows.push_back(row);
  }
  return rows;
}

/// Violation of the condition on w [m/s] in a row. The conditions on the multipliers hold to
/// round-off at the end.
double Pivoting::violation(std::size_t row) const {
  const auto i = static_cast<Eigen::Index>(row);
  if (problem_.lower[i] == problem_.upper[i]) return 0.0;
  switch (sides_[row]) {
    case Side::kLower:
      return std::max(0.0, -slack_[i]);
    case Side::kUpper:
      return std::max(0.0, slack_[i]);
    default:
      return std::abs(slack_[i]);
  }
}

double Pivoting::residual() const {
  double largest = 0.0;
  for (std::size_t row = 0; row < row_count(); ++row) {
    largest = std::max(largest, violation(row));
  }
  return largest == 0.0 ? 0.0 : largest / slack_scale_;
}

MixedComplementaritySolution Pivoting::run() {
  MixedComplementaritySolution solution;
  if (row_count() == 0) return solution;
  solve_on_sides();
  std::vector<std::size_t> violated = violated_rows();
  std::size_t fewest = row_count() + 1;
  int patience = kPatience;
  const int most = 100 + 20 * static_cast<int>(row_count());
  while (!violated.empty()) {
    if (++solution.pivots > most) {
      throw SolverFailure(
          fmt::format("bounds of the constraint forces must be met within {} exchanges, "
                      "residual {:.3g}",
                      most, residual()));
    }
    if (violated.size() < fewest) {
      fewest = violated.size();
      patience = kPatience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience == 0) violated.erase(violated.begin() + 1, violated.end());  // Murty: least index
    for (const std::size_t row : violated) sides_[row] = wanted_side(row);
    solve_on_sides();
    violated = violated_rows();
  }
  solution.multipliers = multipliers_.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
  solution.residual = residual();
  return solution;
}

}  // namespace

MixedComplementaritySolution solve(ConstraintMatrix& matrix,
                                   const MixedComplementarityProblem& problem,
                                   const VectorXd& guess) {
  return Pivoting(matrix, problem, guess).run();
}

}  // namespace raftup::solver
