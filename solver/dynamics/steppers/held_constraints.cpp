#include "solver/dynamics/steppers/held_constraints.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// Largest gap of closed constraints [m, rad]: a few units of rounding of poses some 100 m away.
constexpr double kHeldClosed = 2e-13;
/// Largest number of Newton iterations of a projection. One or two usually suffice; a chain that
/// cracks like a whip needs some ten.
constexpr int kProjections = 12;
/// Dependence of rows (ConstraintMatrix) above which refine() removes the error that Sigma causes.
/// Bodies of ordinary proportions stay well below.
constexpr double kIndependent = 100.0;
/// Dependence of a row above which other rows already constrain the same motion: only Sigma is left
/// of its pivot.
constexpr double kDependent = 1e7;
/// Relative error of a refined solution, in the norm of G W^-1 G^T.
constexpr double kRefined = 1e-14;
/// Largest number of refinements: each light link needs one or two.
constexpr int kRefinements = 20;

}  // namespace

HeldConstraints::HeldConstraints(Masses& masses, ConstraintSet& constraints)
    : masses_(masses),
      constraints_(constraints),
      held_(static_cast<std::size_t>(constraints_.row_count())),
      left_out_(held_.size()),
      sigma_(constraints_.row_count()),
      multipliers_(VectorXd::Zero(constraints_.row_count())),
      correction_(constraints_.row_count()),
      wrenches_(masses.body_count(), Vector6::Zero()),
      twists_(masses.body_count(), Vector6::Zero()) {}

void HeldConstraints::find_held_rows() {
  const VectorXd& diagonal = constraints_.matrix().diagonal();
  for (Eigen::Index row = 0; row < diagonal.size(); ++row) {
    const RowLaw& law = constraints_.law(row);
    const bool held = constraints_.enabled(row) && !law.bounded() && law.compliance == 0.0 &&
                      constraints_.matrix().can_move(row) && !left_out(row);
    held_[static_cast<std::size_t>(row)] = held;
    sigma_[row] = held ? constraints_.regularization() * diagonal[row] : 1.0;
  }
}

void HeldConstraints::factorize(const Kinematics& bodies) {
  constraints_.matrix().assemble(constraints_.blocks(), masses_.matrices(), bodies);
  find_held_rows();
  constraints_.matrix().factorize(sigma_, held_);
  if (constraints_.redundant()) return;  // rows that others hold need their Sigma
  constraints_.matrix().find_dependence(product_);
  const double dependence = product_.maxCoeff();
  refines_ = dependence > kIndependent;
  yielding_ = constraints_.regularization() * dependence;
}

void HeldConstraints::solve(VectorXd& x) {
  constraints_.matrix().solve(x);
  if (refines_) refine(x);
}

/// Refines the solution x of (S + Sigma) x = b by conjugate gradients for S = G W^-1 G^T, with the
/// factor of S + Sigma as preconditioner, which differs from S in few directions. The residual is b
/// - S x = Sigma x. If Sigma is at most a share d of S + Sigma, each iteration leaves less than d^2
/// of the error.
void HeldConstraints::refine(VectorXd& x) {
  const ConstraintMatrix& matrix = constraints_.matrix();
  residual_ = sigma_.cwiseProduct(x);
  matrix.multiply(x, product_);
  const double negligible = kRefined * kRefined * x.dot(product_);
  double last = 0.0;
  for (int iteration = 0; iteration < kRefinements; ++iteration) {
    step_ = residual_;
    matrix.solve(step_);
    const double error = residual_.dot(step_);
    if (!(error > negligible)) return;
    if (iteration > 0) step_ += error / last * direction_;
    direction_ = step_;
    matrix.multiply(direction_, product_);
    const double curvature = direction_.dot(product_);
    if (!(curvature > 0.0)) return;  // nothing but rounding is left
    x += error / curvature * direction_;
    residual_ -= error / curvature * product_;
    if (yielding_ * yielding_ * error <= negligible) return;
    last = error;
  }
}

void HeldConstraints::add_forces(const Kinematics& bodies, BodyVectors& momentum_rates) {
  if (constraints_.empty()) return;
  constraints_.evaluate_with_bias(bodies);
  constraints_.measure_speeds(bodies, correction_);
  constraints_.compliant_multipliers(correction_, multipliers_);
  constraints_.add_forces(multipliers_, momentum_rates);
  masses_.solve_accelerations(bodies, momentum_rates, twists_);
  constraints_.measure(twists_, correction_);
  for (Eigen::Index row = 0; row < correction_.size(); ++row) {
    correction_[row] = -correction_[row] - constraints_.bias(row);
  }
  factorize(bodies);
  solve(correction_);
  constraints_.add_forces(correction_, momentum_rates);
  multipliers_ += correction_;
}

void HeldConstraints::leave_out_dependent_rows(const Kinematics& start) {
  if (!constraints_.redundant()) return;
  left_out_.assign(left_out_.size(), false);  // of a step that has failed
  masses_.factorize(start);
  constraints_.evaluate(start);
  factorize(start);
  constraints_.matrix().find_dependence(product_);
  for (Eigen::Index row = 0; row < product_.size(); ++row) {
    left_out_[static_cast<std::size_t>(row)] = product_[row] > kDependent;
  }
}

void HeldConstraints::respond(const Kinematics& bodies, const VectorXd& multipliers) {
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  constraints_.add_forces(multipliers, wrenches_);
  masses_.solve(bodies, wrenches_, twists_);
}

bool HeldConstraints::project_positions(Kinematics& bodies, double closed) {
  bool moved = false;
  for (int iteration = 0; iteration < kProjections; ++iteration) {
    double gap = 0.0;
    for (Eigen::Index row = 0; row < correction_.size(); ++row) {
      const bool closes =
          held_[static_cast<std::size_t>(row)] && constraints_.law(row).holds_position;
      correction_[row] = closes ? -constraints_.violation(row) : 0.0;
      gap = std::max(gap, std::abs(correction_[row]));
    }
    if (gap <= closed) break;
    if (moved) factorize(bodies);
    solve(correction_);
    respond(bodies, correction_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vector3 turn = twists_[i].tail<3>();
      bodies[i].place(bodies[i].position + twists_[i].head<3>(),
                      (exponential(turn) * bodies[i].attitude).normalized());
    }
    moved = true;
    constraints_.evaluate(bodies);
  }
  return moved;
}

void HeldConstraints::project_velocities(Kinematics& bodies, const std::vector<bool>* rows) {
  constraints_.measure_speeds(bodies, correction_);
  for (Eigen::Index row = 0; row < correction_.size(); ++row) {
    const bool holds = rows == nullptr || (*rows)[static_cast<std::size_t>(row)];
    correction_[row] = holds ? constraints_.law(row).target_speed - correction_[row] : 0.0;
  }
  solve(correction_);
  respond(bodies, correction_);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].velocity += twists_[i];
  masses_.add_momenta(wrenches_, bodies);
}

/// Computes lambda' = (S + Sigma)^-1 S lambda. It has the least lambda' Sigma lambda' of all
/// lambda' with S lambda' = S lambda, up to a relative error of Sigma / S.
void HeldConstraints::share_forces(VectorXd& multipliers) {
  if (!constraints_.redundant()) return;
  correction_ = multipliers;
  for (Eigen::Index row = 0; row < correction_.size(); ++row) {
    if (!held_[static_cast<std::size_t>(row)]) correction_[row] = 0.0;
  }
  constraints_.matrix().multiply(correction_, product_);
  constraints_.matrix().solve(product_);
  for (Eigen::Index row = 0; row < multipliers.size(); ++row) {
    if (held_[static_cast<std::size_t>(row)]) multipliers[row] = product_[row];
  }
}

bool HeldConstraints::project_poses(Kinematics& bodies, double closed) {
  if (constraints_.empty()) return false;
  left_out_.assign(left_out_.size(), false);
  constraints_.evaluate(bodies);
  factorize(bodies);
  return project_positions(bodies, closed);
}

void HeldConstraints::project(Kinematics& bodies) {
  if (constraints_.empty()) return;
  if (project_poses(bodies, kHeldClosed)) {
    masses_.compute_velocities(bodies);
    // Where Sigma is refined away a light body makes rounding of poses felt in the matrix as well.
    if (refines_) factorize(bodies);
  }
  project_velocities(bodies, nullptr);
}

}  // namespace raftup::solver
