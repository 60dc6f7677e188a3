#include "solver/nonsmooth/one_step/scaled_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/numerics/hypotenuse.hpp"

namespace raftup::solver::nonsmooth {

ScaledProblem::ScaledProblem(const OneStepProblem& problem, const ScaledMatrix& scaled)
    : matrix(scaled),
      offset(problem.offset.cwiseQuotient(scaled.units())),
      lower(scaled.units().cwiseProduct(problem.lower)),
      upper(scaled.units().cwiseProduct(problem.upper)),
      cones(problem.cones) {
  const VectorXd& units = scaled.units();
  for (FrictionCone& cone : cones) {
    const double across = units[cone.normal + 1];
    cone.friction *= across / units[cone.normal];
    if (cone.section) *cone.section *= across;
  }
}

namespace {

using Matrix2 = Eigen::Matrix2d;

/// Number of bisections for the force of a slipping contact, which determines it to the last
/// digits.
constexpr int kBisections = 60;
constexpr int kDoublings = 200;

/// One contact with all others fixed, w = M r + q, after elimination of its normal:
///   r_N = -(q_N + M_NT r_T) / M_NN,  (S + l 1) r_T = -b.
/// A contact with one tangent is treated as one with two, in which the second tangent has no force.
class LocalContact {
 public:
  LocalContact(const ScaledProblem& problem, const FrictionCone& cone, double alpha)
      : friction_(cone.friction),
        own_(problem.matrix.own_block(cone.normal, 1 + cone.tangents)),
        normal_(own_(0, 0) + alpha),
        normal_tangent_(own_.row(0).tail<2>()),
        tangent_normal_(own_.col(0).tail<2>()),
        schur_(own_.bottomRightCorner<2, 2>()) {
    for (Eigen::Index i = 0; i < cone.tangents; ++i) schur_(i, i) += alpha;
    if (cone.tangents == 1) schur_(1, 1) = schur_(0, 0);
    if (can_move()) schur_ -= tangent_normal_ * (normal_tangent_ / normal_).transpose();
  }

  /// The block of M for the contact, without alpha.
  const Matrix3& own() const { return own_; }

  bool can_move() const { return normal_ > 0.0; }

  /// Computes the impulse of the contact.
  /// @param q  slacks of its rows by the forces of all others
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

  /// The distance of a force from its cone; <= 0 inside.
  double excess(const Vector3& force) const {
    return force.tail<2>().norm() - friction_ * force[0];
  }

  double friction_;
  Matrix3 own_;
  double normal_;
  Eigen::Vector2d normal_tangent_, tangent_normal_;
  Matrix2 schur_;
};

/// Gauss-Seidel sweeps over one problem.
class Sweeps {
 public:
  Sweeps(const ScaledProblem& problem, const ProximalTerm& proximal, VectorXd& x)
      : problem_(problem), proximal_(proximal), x_(x), product_(problem.matrix.run(x)) {
    for (const FrictionCone& cone : problem.cones) {
      contacts_.emplace_back(problem, cone, proximal.alpha);
    }
  }

  void sweep() {
    std::size_t contact = 0;
    for (Eigen::Index i = 0; i < problem_.size(); ++i) {
      if (contact < contacts_.size() && problem_.cones[contact].normal == i) {
        relax_contact(problem_.cones[contact], contacts_[contact]);
        i += problem_.cones[contact++].tangents;
      } else {
        relax_row(i);
      }
    }
  }

 private:
  /// The slack u of a row at x, including alpha.
  double slack(Eigen::Index row) const {
    double u = product_->row(row) + problem_.offset[row];
    if (proximal_.alpha > 0.0) u += proximal_.alpha * (x_[row] - proximal_.center[row]);
    return u;
  }

  void relax_row(Eigen::Index i) { relax_row(i, problem_.lower[i], problem_.upper[i]); }

  void relax_row(Eigen::Index i, double lower, double upper) {
    if (lower == upper && x_[i] == lower) return;
    const double diagonal = problem_.matrix.own_block(i, 1)(0, 0) + proximal_.alpha;
    if (!(diagonal > 0.0)) return;
    const double before = x_[i];
    x_[i] = std::clamp(before - slack(i) / diagonal, lower, upper);
    product_->change(i, 1, Vector3(x_[i] - before, 0.0, 0.0));
  }

  /// Solves the rows of a square cone one after the other, since its sides are independent.
  void relax_square(const FrictionCone& cone) {
    relax_row(cone.normal, 0.0, std::numeric_limits<double>::infinity());
    const double radius = cone.section.value_or(cone.friction * x_[cone.normal]);
    for (Eigen::Index i = 1; i <= cone.tangents; ++i) relax_row(cone.normal + i, -radius, radius);
  }

  /// Solves the normal row and then friction, projected on a disk of fixed radius.
  void relax_section(const FrictionCone& cone, const Matrix3& own) {
    relax_row(cone.normal, 0.0, std::numeric_limits<double>::infinity());
    const double mean = 0.5 * (own(1, 1) + own(2, 2)), half = 0.5 * (own(1, 1) - own(2, 2));
    const double stiffest = mean + hypotenuse(half, own(1, 2)) + proximal_.alpha;
    if (!(stiffest > 0.0)) return;
    const Tangents before = x_.segment(cone.normal + 1, cone.tangents);
    Tangents after = before;
    for (Eigen::Index i = 0; i < cone.tangents; ++i) {
      after[i] -= slack(cone.normal + 1 + i) / stiffest;
    }
    const double radius = *cone.section;
    if (after.norm() > radius) after *= radius / after.norm();
    x_.segment(cone.normal + 1, cone.tangents) = after;
    Vector3 change = Vector3::Zero();
    change.head(cone.tangents) = after - before;
    product_->change(cone.normal + 1, cone.tangents, change);
  }

  void relax_contact(const FrictionCone& cone, const LocalContact& local) {
    if (cone.square) return relax_square(cone);
    if (cone.section) return relax_section(cone, local.own());
    if (!local.can_move()) return;
    const Eigen::Index rows = 1 + cone.tangents;
    Vector3 before = Vector3::Zero(), q = Vector3::Zero();
    for (Eigen::Index i = 0; i < rows; ++i) {
      before[i] = x_[cone.normal + i];
      q[i] = slack(cone.normal + i);
    }
    q -= local.own() * before + proximal_.alpha * before;
    const Vector3 after = local.solve(q);
    x_.segment(cone.normal, rows) = after.head(rows);
    product_->change(cone.normal, rows, after - before);
  }

  const ScaledProblem& problem_;
  const ProximalTerm& proximal_;
  VectorXd& x_;
  std::unique_ptr<RunningProduct> product_;
  std::vector<LocalContact> contacts_;
};

}  // namespace

void sweep(const ScaledProblem& problem, const ProximalTerm& proximal, int sweeps, VectorXd& x) {
  Sweeps running(problem, proximal, x);
  for (int n = 0; n < sweeps; ++n) running.sweep();
}

}  // namespace raftup::solver::nonsmooth
