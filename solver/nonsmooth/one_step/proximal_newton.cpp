#include "solver/nonsmooth/one_step/proximal_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/base/cancellation.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kIterations = 30;
constexpr int kHalvings = 14;
/// Least size of forces for the convergence criterion, relative to the offset.
constexpr double kLeastForce = 1e-3;
/// Size to which |F| may rise at first, relative to the forces. A step along the edge of the
/// section of a cone leaves an |F| of the square of its length. If contacts that cannot all stick
/// nearly do, |F| is small from the beginning while forces must rotate far, which would take
/// thousands of steps without this.
constexpr double kFirstRise = 1e-2;

class AlartCurnier {
 public:
  AlartCurnier(const ScaledProblem& problem, const ProximalTerm& proximal)
      : problem_(problem), proximal_(proximal), rho_(1.0 / (1.0 + proximal.alpha)) {
    Eigen::Index row = 0;
    for (const FrictionCone& cone : problem.cones) {
      while (row < cone.normal) alone_.push_back(row++);
      row += 1 + cone.tangents;
    }
    while (row < problem.size()) alone_.push_back(row++);
  }

  /// Computes the equations at x.
  /// @param product M x; computed if empty
  void evaluate(const VectorXd& x, NewtonEquations& equations, const VectorXd& product = {}) {
    if (product.size() == x.size()) {
      product_ = product;
    } else {
      problem_.matrix.multiply(x, product_);
    }
    z_ = x - rho_ * (product_ + problem_.offset + proximal_.alpha * (x - proximal_.center));
    equations.alpha = proximal_.alpha;
    equations.rho = rho_;
    equations.F = x - z_.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
    equations.row_derivatives.setZero(x.size());
    for (const Eigen::Index row : alone_) {
      const bool free = z_[row] > problem_.lower[row] && z_[row] < problem_.upper[row];
      equations.row_derivatives[row] = free ? 1.0 : 0.0;
    }
    equations.derivatives.resize(problem_.cones.size());
    for (std::size_t i = 0; i < problem_.cones.size(); ++i) {
      const FrictionCone& cone = problem_.cones[i];
      if (cone.tangents == 2) {  // of known length its loops are no loops
        add<2>(cone, x, equations.F, equations.derivatives[i]);
      } else {
        add<1>(cone, x, equations.F, equations.derivatives[i]);
      }
    }
  }

  /// M x of the last evaluate().
  const VectorXd& product() const { return product_; }

  void solve(const NewtonEquations& equations, VectorXd& step) const {
    problem_.matrix.solve(problem_.cones, equations, step);
  }

 private:
  template <int m>
  void add(const FrictionCone& cone, const VectorXd& x, VectorXd& F, Derivative& D) const {
    const Eigen::Index first = cone.normal + 1;
    D.setZero();
    D(0, 0) = z_[cone.normal] > 0.0 ? 1.0 : 0.0;
    const double radius = cone.friction * std::max(0.0, z_[cone.normal]);
    const Eigen::Matrix<double, m, 1> tangential = z_.segment<m>(first);
    const double length = tangential.norm();
    if (cone.square) {
      for (Eigen::Index i = 0; i < m; ++i) {
        F[first + i] = x[first + i] - std::clamp(tangential[i], -radius, radius);
        if (std::abs(tangential[i]) <= radius) {
          D(1 + i, 1 + i) = 1.0;
        } else if (radius > 0.0) {
          D(1 + i, 0) = std::copysign(cone.friction, tangential[i]);
        }
      }
    } else if (length <= radius) {
      F.segment<m>(first) = x.segment<m>(first) - tangential;
      D.block<m, m>(1, 1).setIdentity();
    } else {
      const Eigen::Matrix<double, m, 1> t = tangential / length;
      F.segment<m>(first) = x.segment<m>(first) - radius * t;
      if (radius > 0.0) {
        D.block<m, m>(1, 1) = -(radius / length) * t * t.transpose();
        D.block<m, m>(1, 1).diagonal().array() += radius / length;
        D.block<m, 1>(1, 0) = cone.friction * t;
      }
    }
  }

  const ScaledProblem& problem_;
  const ProximalTerm& proximal_;
  double rho_;
  std::vector<Eigen::Index> alone_;  ///< rows that belong to no cone
  VectorXd product_, z_;
};

/// The largest of the last eight sizes of F, with which the line search compares.
class LastSizes {
 public:
  explicit LastSizes(double first) { sizes_.fill(first); }
  void add(double size) { sizes_[count_++ % sizes_.size()] = size; }
  double largest() const { return *std::max_element(sizes_.begin(), sizes_.end()); }

 private:
  std::array<double, 8> sizes_;
  std::size_t count_ = 0;
};

}  // namespace

NewtonResult solve_proximal(const ScaledProblem& problem, const ProximalTerm& proximal,
                            const VectorXd& start, const VectorXd& product, double accuracy) {
  AlartCurnier system(problem, proximal);
  NewtonResult result;
  result.multipliers = start;
  NewtonEquations equations;
  system.evaluate(start, equations, product);
  VectorXd step, trial;
  const double least = kLeastForce * problem.offset.lpNorm<Eigen::Infinity>();
  LastSizes sizes(std::max(equations.F.norm(), kFirstRise * std::max(start.norm(), least)));
  while (true) {
    check_cancelled();
    const double forces = std::max(result.multipliers.lpNorm<Eigen::Infinity>(), least);
    result.solved = equations.F.lpNorm<Eigen::Infinity>() <= accuracy * forces;
    if (result.solved || result.iterations == kIterations) {
      result.product = system.product();
      return result;
    }
    ++result.iterations;
    system.solve(equations, step);
    if (!step.allFinite()) return result;
    const double largest = sizes.largest();
    double fraction = 1.0;
    trial = result.multipliers + step;
    system.evaluate(trial, equations);
    for (int n = 0; n < kHalvings && !(equations.F.norm() <= largest); ++n) {
      fraction *= 0.5;
      trial = result.multipliers + fraction * step;
      system.evaluate(trial, equations);
    }
    result.multipliers.swap(trial);
    sizes.add(equations.F.norm());
  }
}

}  // namespace raftup::solver::nonsmooth
