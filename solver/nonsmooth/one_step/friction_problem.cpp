#include "solver/nonsmooth/one_step/friction_problem.hpp"

#include <algorithm>

#include "hydro/base/cancellation.hpp"
#include "solver/nonsmooth/one_step/dense_matrix.hpp"
#include "solver/nonsmooth/one_step/proximal_newton.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kFirstSweeps = 20;
constexpr int kSweepsOnFailure = 100;
constexpr int kRounds = 60;
/// Number of rounds without improvement after which an acceptable solution is returned.
constexpr int kPatience = 4;
/// Weight alpha of the first proximal term without and with a guess. The value with a guess was
/// swept on thrown solids: at 1e-8 a step takes 15 iterations, since steps with new contacts fail
/// at first; at 1e-5 it takes 6.4; with larger values, steps without new contacts take more rounds
/// (decision 22). The value without a guess was chosen, not swept.
constexpr double kColdAlpha = 0.1, kWarmAlpha = 1e-5;
/// If Newton's method fails with an alpha below this, a greater alpha helps as much as sweeps do,
/// at lower cost.
constexpr double kSweptAlpha = 1e-3;
/// Accuracy to which a proximal step is solved: this share of the residual aim of the whole
/// iteration, but never finer than rounding allows. Chosen, not swept.
constexpr double kRoundOff = 1e-12, kShareOfAim = 0.01;
/// Bounds of alpha, so that repeated factors of 10 or 100 do not overflow or underflow. Chosen, not
/// swept.
constexpr double kLeastAlpha = 1e-10, kLargestAlpha = 1e3;

/// Projects [normal; tangents] on the cone |t| <= mu n.
Vector3 project_on_cone(double friction, const Vector3& z) {
  const double n = z[0];
  const double length = z.tail<2>().norm();
  if (length <= friction * n) return z;
  if (friction * length <= -n) return Vector3::Zero();
  Vector3 projected;
  projected[0] = (n + friction * length) / (1.0 + friction * friction);
  projected.tail<2>() = (friction * projected[0] / length) * z.tail<2>();
  return projected;
}

/// Projection on a square cone |t_i| <= mu n. The projection is on the one or both of the planes
/// that z violates.
Vector3 project_on_square_cone(double friction, const Vector3& z) {
  const double u = std::abs(z[1]), v = std::abs(z[2]);
  const double larger = std::max(u, v), smaller = std::min(u, v);
  double n = z[0];
  if (larger > friction * n) n = (n + friction * larger) / (1.0 + friction * friction);
  if (smaller > friction * n) {
    n = (z[0] + friction * (larger + smaller)) / (1.0 + 2.0 * friction * friction);
  }
  n = std::max(0.0, n);
  const double radius = friction * n;
  return {n, std::clamp(z[1], -radius, radius), std::clamp(z[2], -radius, radius)};
}

/// Projects the rows of a cone with m tangents.
/// @param moved x - u of all rows
template <int m>
void project_rows(const FrictionCone& cone, const VectorXd& slacks, const VectorXd& moved,
                  VectorXd& projected) {
  const auto slip = slacks.segment<m>(cone.normal + 1);
  Vector3 z = Vector3::Zero();  // a tangent that is not there does not move
  z.head<1 + m>() = moved.segment<1 + m>(cone.normal);
  z[0] -= cone.friction * (cone.square ? slip.template lpNorm<1>() : slip.norm());
  projected.segment<1 + m>(cone.normal) =
      (cone.square ? project_on_square_cone(cone.friction, z) : project_on_cone(cone.friction, z))
          .template head<1 + m>();
}

/// @param slacks u at x
double conic_residual(const ScaledProblem& scaled, const VectorXd& slacks, const VectorXd& x) {
  const VectorXd moved = x - slacks;
  VectorXd projected = moved.cwiseMax(scaled.lower).cwiseMin(scaled.upper);
  for (const FrictionCone& cone : scaled.cones) {
    if (cone.tangents == 2) {
      project_rows<2>(cone, slacks, moved, projected);
    } else {
      project_rows<1>(cone, slacks, moved, projected);
    }
  }
  const double size = scaled.offset.norm();
  const double change = (x - projected).norm();
  return size > 0.0 ? change / size : change;
}

/// The best multipliers so far, and their residual.
class Best {
 public:
  Best(const OneStepProblem& problem, const ScaledProblem& scaled)
      : problem_(problem), scaled_(scaled) {}

  /// Replaces the best multipliers if x is better.
  /// @param product M x; computed if empty
  /// @returns true if x is better
  bool consider(const VectorXd& x, const VectorXd& product = {}) {
    const VectorXd& units = scaled_.matrix.units();
    const VectorXd multipliers = x.cwiseQuotient(units);
    if (product.size() == x.size()) {
      slacks_ = product;
    } else {
      scaled_.matrix.multiply(x, slacks_);
    }
    slacks_ += scaled_.offset;
    const double conic = conic_residual(scaled_, slacks_, x);
    slacks_ = slacks_.cwiseProduct(units);
    const double natural =
        natural_residual(problem_, scaled_.matrix.row_scales(), slacks_, multipliers);
    const double residual = std::max(natural, conic);
    if (solution.multipliers.size() == 0 || residual < solution.residual) {
      solution.multipliers = multipliers;
      solution.residual = residual;
      return true;
    }
    return false;
  }

  bool reaches(double residual) const {
    return solution.multipliers.size() > 0 && !(solution.residual > residual);
  }

  OneStepSolution solution;

 private:
  const OneStepProblem& problem_;
  const ScaledProblem& scaled_;
  VectorXd slacks_;
};

/// Computes one proximal step from its center: by Newton's method, and if it fails by sweeps and
/// Newton's method again.
/// @param product  M times the center; computed if empty
/// @param accuracy of each solution by Newton's method
/// @returns the last multipliers, solved or not
NewtonResult step(const ScaledProblem& scaled, const ProximalTerm& proximal,
                  const VectorXd& product, double accuracy) {
  NewtonResult newton = solve_proximal(scaled, proximal, proximal.center, product, accuracy);
  if (newton.solved || proximal.alpha < kSweptAlpha) return newton;
  VectorXd swept = proximal.center;
  sweep(scaled, proximal, kSweepsOnFailure, swept);
  NewtonResult again = solve_proximal(scaled, proximal, swept, {}, accuracy);
  again.iterations += newton.iterations + kSweepsOnFailure;
  if (again.solved) return again;
  again.multipliers = std::move(swept);
  again.product.resize(0);
  return again;
}

/// Makes proximal steps until the best solution reaches the aim or no longer improves.
/// @param warm true if the first center is a guess that has not been evaluated yet
void iterate(const ScaledProblem& scaled, ProximalTerm proximal, bool warm, double residual_aim,
             Best& best) {
  const double accuracy = std::max(kRoundOff, kShareOfAim * residual_aim);
  int patience = kPatience;
  VectorXd product;  // of the center
  for (int round = 0; round < kRounds && !best.reaches(residual_aim); ++round) {
    check_cancelled();
    NewtonResult newton = step(scaled, proximal, product, accuracy);
    best.solution.iterations += newton.iterations;
    if (!newton.solved && round == 0 && warm) best.consider(proximal.center);
    patience = best.consider(newton.multipliers, newton.product) ? kPatience : patience - 1;
    if (patience < 0 && best.solution.residual <= kResidualLimit) break;
    if (newton.solved) {
      proximal.center = std::move(newton.multipliers);
      product = std::move(newton.product);
      proximal.alpha = std::max(0.1 * proximal.alpha, kLeastAlpha);
    } else {
      const double rise = proximal.alpha < kSweptAlpha ? 100.0 : 10.0;
      proximal.alpha = std::min(rise * proximal.alpha, kLargestAlpha);
    }
  }
}

/// The start of a search without a guess: the result of sweeps.
ProximalTerm swept(const ScaledProblem& scaled, Best& best) {
  ProximalTerm proximal{kColdAlpha, VectorXd::Zero(scaled.offset.size())};
  sweep(scaled, {}, kFirstSweeps, proximal.center);
  best.solution.iterations += kFirstSweeps;
  best.consider(proximal.center);
  return proximal;
}

}  // namespace

OneStepSolution solve_friction_problem(const OneStepProblem& problem, const VectorXd& guess,
                                       double residual_aim) {
  return solve_friction_problem(problem, DenseMatrix(problem), guess, residual_aim);
}

OneStepSolution solve_friction_problem(const OneStepProblem& problem, const ScaledMatrix& matrix,
                                       const VectorXd& guess, double residual_aim) {
  const ScaledProblem scaled(problem, matrix);
  Best best(problem, scaled);
  // A guess is hardly ever good enough, and where it is Newton's method has little to do.
  const bool warm = guess.size() > 0 && !guess.isZero(0.0);
  iterate(scaled,
          warm ? ProximalTerm{kWarmAlpha, matrix.units().cwiseProduct(guess)} : swept(scaled, best),
          warm, residual_aim, best);
  return best.solution;
}

double conic_residual(const OneStepProblem& problem, const VectorXd& multipliers) {
  const DenseMatrix matrix(problem);
  const ScaledProblem scaled(problem, matrix);
  const VectorXd x = matrix.units().cwiseProduct(multipliers);
  VectorXd slacks;
  matrix.multiply(x, slacks);
  return conic_residual(scaled, slacks + scaled.offset, x);
}

}  // namespace raftup::solver::nonsmooth
