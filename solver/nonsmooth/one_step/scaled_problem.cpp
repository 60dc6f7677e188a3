#include "solver/nonsmooth/one_step/scaled_problem.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::nonsmooth {

namespace {

using Matrix2 = Eigen::Matrix2d;

VectorXd natural_units(const OneStepProblem& problem) {
  VectorXd squares = row_scales(problem);
  for (const FrictionCone& cone : problem.cones) {
    const Eigen::Index rows = 1 + cone.tangents;
    const double trace = problem.matrix.block(cone.normal, cone.normal, rows, rows).trace();
    if (trace > 0.0) {
      squares.segment(cone.normal, rows).setConstant(trace / static_cast<double>(rows));
    }
  }
  return squares.cwiseSqrt();
}

}  // namespace

ScaledProblem::ScaledProblem(const OneStepProblem& problem)
    : cones(problem.cones), scales(natural_units(problem)) {
  const VectorXd inverse = scales.cwiseInverse();
  matrix = inverse.asDiagonal() * problem.matrix * inverse.asDiagonal();
  offset = inverse.cwiseProduct(problem.offset);
  lower = scales.cwiseProduct(problem.lower);
  upper = scales.cwiseProduct(problem.upper);
}

namespace {

/// A slipping force is looked for until it is known to the last digits.
constexpr int kBisections = 60;
constexpr int kDoublings = 200;

/// One contact with all others held, w = M r + q, its normal eliminated:
///   r_N = -(q_N + M_NT r_T) / M_NN,  (S + l 1) r_T = -b.
/// One tangent is two, the second of which nothing moves.
class LocalContact {
 public:
  LocalContact(const ScaledProblem& problem, const FrictionCone& cone, double alpha)
      : friction_(cone.friction) {
    const Eigen::Index n = cone.normal;
    normal_ = problem.matrix(n, n) + alpha;
    for (Eigen::Index i = 0; i < cone.tangents; ++i) {
      normal_tangent_[i] = problem.matrix(n, n + 1 + i);
      tangent_normal_[i] = problem.matrix(n + 1 + i, n);
      for (Eigen::Index j = 0; j < cone.tangents; ++j) {
        schur_(i, j) = problem.matrix(n + 1 + i, n + 1 + j);
      }
      schur_(i, i) += alpha;
    }
    if (cone.tangents == 1) schur_(1, 1) = schur_(0, 0);
    if (can_move()) schur_ -= tangent_normal_ * (normal_tangent_ / normal_).transpose();
  }

  bool can_move() const { return normal_ > 0.0; }

  /// @param q  of this contact, of the others' forces
  Vector3 solve(const Vector3& q) const {
    if (q[0] >= 0.0) return Vector3::Zero();
    const Eigen::Vector2d b = q.tail<2>() - tangent_normal_ * (q[0] / normal_);
    Vector3 sticking = force(q, b, 0.0);
    if (excess(sticking) <= 0.0) return sticking;
    double upper = std::max(schur_.trace(), 1e-12);
    double lower = 0.0;
    for (int n = 0; n < kDoublings && excess(force(q, b, upper)) > 0.0; ++n) {
      lower = upper;
      upper *= 2.0;
    }
    for (int n = 0; n < kBisections; ++n) {
      const double middle = 0.5 * (lower + upper);
      (excess(force(q, b, middle)) > 0.0 ? lower : upper) = middle;
    }
    return force(q, b, upper);
  }

 private:
  Vector3 force(const Vector3& q, const Eigen::Vector2d& b, double l) const {
    const double a00 = schur_(0, 0) + l, a11 = schur_(1, 1) + l;
    const double determinant = a00 * a11 - schur_(0, 1) * schur_(1, 0);
    Vector3 r = Vector3::Zero();
    if (determinant > 0.0) {
      r[1] = (schur_(0, 1) * b[1] - a11 * b[0]) / determinant;
      r[2] = (schur_(1, 0) * b[0] - a00 * b[1]) / determinant;
    }
    r[0] = -(q[0] + normal_tangent_.dot(r.tail<2>())) / normal_;
    return r;
  }

  /// How far a force is out of its cone.
  double excess(const Vector3& force) const {
    return force.tail<2>().norm() - friction_ * force[0];
  }

  double friction_;
  double normal_;
  Eigen::Vector2d normal_tangent_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d tangent_normal_ = Eigen::Vector2d::Zero();
  Matrix2 schur_ = Matrix2::Zero();
};

/// u of some rows at x, without what the rows themselves do.
double offset_of(const ScaledProblem& problem, const ProximalTerm& proximal, const VectorXd& x,
                 Eigen::Index row) {
  double u = problem.matrix.row(row).dot(x) + problem.offset[row];
  if (proximal.alpha > 0.0) u += proximal.alpha * (x[row] - proximal.centre[row]);
  return u;
}

void relax_row(const ScaledProblem& problem, const ProximalTerm& proximal, Eigen::Index i,
               VectorXd& x) {
  const double diagonal = problem.matrix(i, i) + proximal.alpha;
  if (!(diagonal > 0.0)) return;
  const double u = offset_of(problem, proximal, x, i);
  x[i] = std::clamp(x[i] - u / diagonal, problem.lower[i], problem.upper[i]);
}

void relax_contact(const ScaledProblem& problem, const ProximalTerm& proximal,
                   const FrictionCone& cone, const LocalContact& local, VectorXd& x) {
  if (!local.can_move()) return;
  const Eigen::Index rows = 1 + cone.tangents;
  auto own = x.segment(cone.normal, rows);
  VectorXd q(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    q[i] = offset_of(problem, proximal, x, cone.normal + i);
  }
  q -= problem.matrix.block(cone.normal, cone.normal, rows, rows) * own + proximal.alpha * own;
  Vector3 padded = Vector3::Zero();
  padded.head(rows) = q;
  own = local.solve(padded).head(rows);
}

}  // namespace

void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x) {
  std::vector<LocalContact> contacts;
  for (const FrictionCone& cone : problem.cones) {
    contacts.emplace_back(problem, cone, proximal.alpha);
  }
  for (int n = 0; n < sweeps; ++n) {
    std::size_t contact = 0;
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      if (contact < contacts.size() && problem.cones[contact].normal == i) {
        relax_contact(problem, proximal, problem.cones[contact], contacts[contact], x);
        i += problem.cones[contact++].tangents;
      } else {
        relax_row(problem, proximal, i, x);
      }
    }
  }
}

}  // namespace raftup::solver::nonsmooth
