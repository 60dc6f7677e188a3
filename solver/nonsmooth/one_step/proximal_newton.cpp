#include "solver/nonsmooth/one_step/proximal_newton.hpp"

#include <Eigen/SparseLU>
#include <algorithm>
#include <deque>

#include "hydro/numerics/dense.hpp"

namespace raftup::solver::nonsmooth {

namespace {

constexpr int kIterations = 30;
constexpr int kHalvings = 14;
constexpr std::size_t kMemory = 8;  ///< sizes of F that the line search compares with
/// F is 0 below this part of the forces, or of what they would be.
constexpr double kRoundOff = 1e-12;
constexpr double kLeastForce = 1e-3;
/// From so many rows on, that most of them do not know each other is worth more than dense blocks.
constexpr Eigen::Index kManyRows = 150;

/// A^-1 b of a matrix without symmetry.
VectorXd solve_newton_equations(const MatrixXd& A, const VectorXd& b) {
  if (A.rows() < kManyRows) return solve_regular(A, b);
  const Eigen::SparseMatrix<double> sparse = A.sparseView();
  Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(sparse);
  if (factors.info() != Eigen::Success) return solve_regular(A, b);
  return factors.solve(b);
}

/// dz -> d(projection of z): 3 x 3 at most.
using Derivative = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// What the equations say at some x.
struct Equations {
  VectorXd F;
  VectorXd row_derivatives;             ///< 0 or 1, of rows that are no contacts
  std::vector<Derivative> derivatives;  ///< one per contact
};

class AlartCurnier {
 public:
  AlartCurnier(const ScaledProblem& problem, const ProximalTerm& proximal)
      : problem_(problem), proximal_(proximal), rho_(1.0 / (1.0 + proximal.alpha)) {}

  Equations at(const VectorXd& x) const {
    const VectorXd u = problem_.matrix * x + problem_.offset;
    const VectorXd z = x - rho_ * (u + proximal_.alpha * (x - proximal_.centre));
    Equations equations;
    equations.F = x - z.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
    equations.row_derivatives =
        (z.array() > problem_.lower.array() && z.array() < problem_.upper.array()).cast<double>();
    for (const FrictionCone& cone : problem_.cones) add(cone, x, z, equations);
    return equations;
  }

  /// dx of (I - D + rho D (W + alpha)) dx = -F.
  VectorXd step(const Equations& at) const {
    const std::vector<Eigen::Index> moved = moved_rows(at);
    VectorXd dx = -at.F;
    if (moved.empty()) return dx;
    const RowMajorMatrix J = jacobian(at, moved);
    for (const Eigen::Index row : moved) dx[row] = 0.0;
    const VectorXd right_side = -at.F(moved) - J * dx;
    dx(moved) = solve_newton_equations(J(Eigen::all, moved), right_side);
    return dx;
  }

 private:
  static void add(const FrictionCone& cone, const VectorXd& x, const VectorXd& z,
                  Equations& equations) {
    const Eigen::Index first = cone.normal + 1, m = cone.tangents;
    Derivative D = Derivative::Zero(1 + m, 1 + m);
    D(0, 0) = z[cone.normal] > 0.0 ? 1.0 : 0.0;
    const double radius = cone.friction * std::max(0.0, z[cone.normal]);
    const auto tangential = z.segment(first, m);
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

  std::vector<Eigen::Index> moved_rows(const Equations& at) const {
    std::vector<bool> moved(static_cast<std::size_t>(problem_.size()));
    for (std::size_t i = 0; i < moved.size(); ++i) {
      moved[i] = at.row_derivatives[static_cast<Eigen::Index>(i)] != 0.0;
    }
    for (std::size_t c = 0; c < problem_.cones.size(); ++c) {
      const Derivative& D = at.derivatives[c];
      for (Eigen::Index i = 0; i < D.rows(); ++i) {
        moved[static_cast<std::size_t>(problem_.cones[c].normal + i)] = !D.row(i).isZero(0.0);
      }
    }
    std::vector<Eigen::Index> rows;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (moved[i]) rows.push_back(static_cast<Eigen::Index>(i));
    }
    return rows;
  }

  /// I - D + rho D (W + alpha) of some rows.
  RowMajorMatrix jacobian(const Equations& at, const std::vector<Eigen::Index>& moved) const {
    RowMajorMatrix J(static_cast<Eigen::Index>(moved.size()), problem_.size());
    std::size_t cone = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const Eigen::Index row = moved[i];
      const auto& cones = problem_.cones;
      while (cone < cones.size() && cones[cone].normal + cones[cone].tangents < row) ++cone;
      auto of_row = J.row(static_cast<Eigen::Index>(i));
      if (cone == cones.size() || row < cones[cone].normal) {
        of_row = rho_ * problem_.matrix.row(row);
        of_row[row] += rho_ * proximal_.alpha;
        continue;
      }
      const Eigen::Index first = cones[cone].normal, rows = 1 + cones[cone].tangents;
      const auto D = at.derivatives[cone].row(row - first);
      of_row = rho_ * D * problem_.matrix.middleRows(first, rows);
      of_row.segment(first, rows) += (rho_ * proximal_.alpha - 1.0) * D;
      of_row[row] += 1.0;
    }
    return J;
  }

  const ScaledProblem& problem_;
  const ProximalTerm& proximal_;
  double rho_;
};

}  // namespace

NewtonResult solve_proximal(const ScaledProblem& problem, const ProximalTerm& proximal,
                            const VectorXd& start) {
  const AlartCurnier system(problem, proximal);
  NewtonResult result{start};
  Equations equations = system.at(start);
  std::deque<double> sizes{equations.F.norm()};
  const double least = kLeastForce * problem.offset.lpNorm<Eigen::Infinity>();
  while (true) {
    const double forces = std::max(result.multipliers.lpNorm<Eigen::Infinity>(), least);
    result.solved = equations.F.lpNorm<Eigen::Infinity>() <= kRoundOff * forces;
    if (result.solved || result.iterations == kIterations) return result;
    ++result.iterations;
    const VectorXd step = system.step(equations);
    if (!step.allFinite()) return result;
    const double largest = *std::max_element(sizes.begin(), sizes.end());
    double fraction = 1.0;
    VectorXd trial = result.multipliers + step;
    equations = system.at(trial);
    for (int n = 0; n < kHalvings && !(equations.F.norm() <= largest); ++n) {
      fraction *= 0.5;
      trial = result.multipliers + fraction * step;
      equations = system.at(trial);
    }
    result.multipliers = trial;
    sizes.push_back(equations.F.norm());
    if (sizes.size() > kMemory) sizes.pop_front();
  }
}

}  // namespace raftup::solver::nonsmooth
