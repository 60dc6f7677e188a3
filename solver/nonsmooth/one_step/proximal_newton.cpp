#include "solver/nonsmooth/one_step/proximal_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kIterations = 30;
constexpr int kHalvings = 14;
/// F is 0 below this part of the forces, or of what they would be.
constexpr double kRoundOff = 1e-12;
constexpr double kLeastForce = 1e-3;
class AlartCurnier {
 public:
  AlartCurnier(const ScaledProblem& problem, const ProximalTerm& proximal)
      : problem_(problem), proximal_(proximal), rho_(1.0 / (1.0 + proximal.alpha)) {}

  void evaluate(const VectorXd& x, NewtonEquations& equations) {
    problem_.matrix.multiply(x, product_);
    const VectorXd z =
        x - rho_ * (product_ + problem_.offset + proximal_.alpha * (x - proximal_.centre));
    equations.alpha = proximal_.alpha;
    equations.rho = rho_;
    equations.F = x - z.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
    equations.row_derivatives =
        (z.array() > problem_.lower.array() && z.array() < problem_.upper.array()).cast<double>();
    equations.derivatives.clear();
    for (const FrictionCone& cone : problem_.cones) add(cone, x, z, equations);
  }

  /// M x of the last evaluate().
  const VectorXd& product() const { return product_; }

  VectorXd step(const NewtonEquations& equations) const {
    return problem_.matrix.solve(problem_.cones, equations);
  }

 private:
  static void add(const FrictionCone& cone, const VectorXd& x, const VectorXd& z,
                  NewtonEquations& equations) {
    const Eigen::Index first = cone.normal + 1, m = cone.tangents;
    Derivative D = Derivative::Zero(1 + m, 1 + m);
    D(0, 0) = z[cone.normal] > 0.0 ? 1.0 : 0.0;
    const double radius = cone.friction * std::max(0.0, z[cone.normal]);
    const auto tangential = z.segment(first, m);
    if (cone.square) {
      for (Eigen::Index i = 0; i < m; ++i) add_side(cone, i, radius, x, z, equations.F, D);
      equations.derivatives.push_back(D);
      return;
    }
    const double length = tangential.norm();
    if (length <= radius) {
      equations.F.segment(first, m) = x.segment(first, m) - tangential;
      D.bottomRightCorner(m, m).setIdentity();
    } else {
      const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1> t = tangential / length;
      equations.F.segment(first, m) = x.segment(first, m) - radius * t;
      if (radius > 0.0) {
        D.bottomRightCorner(m, m) = -(radius / length) * t * t.transpose();
        D.bottomRightCorner(m, m).diagonal().array() += radius / length;
        D.bottomLeftCorner(m, 1) = cone.friction * t;
      }
    }
    equations.derivatives.push_back(D);
  }

  /// One tangent of a square cone.
  static void add_side(const FrictionCone& cone, Eigen::Index tangent, double radius,
                       const VectorXd& x, const VectorXd& z, VectorXd& F, Derivative& D) {
    const Eigen::Index row = cone.normal + 1 + tangent;
    F[row] = x[row] - std::clamp(z[row], -radius, radius);
    if (std::abs(z[row]) <= radius) {
      D(1 + tangent, 1 + tangent) = 1.0;
    } else if (radius > 0.0) {
      D(1 + tangent, 0) = std::copysign(cone.friction, z[row]);
    }
  }

  const ScaledProblem& problem_;
  const ProximalTerm& proximal_;
  double rho_;
  VectorXd product_;
};

/// The largest of the last few sizes of F, that the line search compares with.
class LastSizes {
 public:
  void add(double size) { sizes_[count_++ % sizes_.size()] = size; }
  double largest() const { return *std::max_element(sizes_.begin(), sizes_.end()); }

 private:
  std::array<double, 8> sizes_{};
  std::size_t count_ = 0;
};

}  // namespace

NewtonResult solve_proximal(const ScaledProblem& problem, const ProximalTerm& proximal,
                            const VectorXd& start) {
  AlartCurnier system(problem, proximal);
  NewtonResult result;
  result.multipliers = start;
  NewtonEquations equations;
  system.evaluate(start, equations);
  LastSizes sizes;
  sizes.add(equations.F.norm());
  const double least = kLeastForce * problem.offset.lpNorm<Eigen::Infinity>();
  while (true) {
    const double forces = std::max(result.multipliers.lpNorm<Eigen::Infinity>(), least);
    result.solved = equations.F.lpNorm<Eigen::Infinity>() <= kRoundOff * forces;
    if (result.solved || result.iterations == kIterations) {
      result.product = system.product();
      return result;
    }
    ++result.iterations;
    const VectorXd step = system.step(equations);
    if (!step.allFinite()) return result;
    const double largest = sizes.largest();
    double fraction = 1.0;
    VectorXd trial = result.multipliers + step;
    system.evaluate(trial, equations);
    for (int n = 0; n < kHalvings && !(equations.F.norm() <= largest); ++n) {
      fraction *= 0.5;
      trial = result.multipliers + fraction * step;
      system.evaluate(trial, equations);
    }
    result.multipliers = trial;
    sizes.add(equations.F.norm());
  }
}

}  // namespace raftup::solver::nonsmooth
