#include "solver/loads/rods/twist.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/rods/bend.hpp"

namespace raftup::solver::rods {

namespace {

/// Least D = 1 + t . t' of two elements between which a vector is carried.
constexpr double kLeastSum = 1e-9;

/// Carries a vector across a bend: the rotation that turns the unit vector t into t' by the shortest
/// way.
Vector3 carried(const Vector3& vector, const Vector3& t, const Vector3& to) {
  const double D = std::max(1.0 + t.dot(to), kLeastSum);
  const Vector3 axis = t.cross(to);
  return vector + axis.cross(vector) + axis.cross(axis.cross(vector)) / D;
}

}  // namespace

Twist::Twist(const DiscreteRod& rod) {
  require(rod.kept_first() == 2 && rod.kept_last() == 2,
          "ends of a rod with torsion must be clamped", "a pinned or free end");
  for (const Element& element : rod.elements()) {
    if (element.axial_stiffness == 0.0) continue;  // the link to a director node
    require(element.torsional_stiffness > 0.0,
            "torsional_stiffness of a rod with torsion must be positive",
            fmt::format("{}", element.torsional_stiffness));
    require(element.bending_stiffness > 0.0,
            "bending_stiffness of a rod with torsion must be positive",
            fmt::format("{}", element.bending_stiffness));
    compliance_ += element.length / element.torsional_stiffness;
  }
}

double Twist::angle(std::span<const Vector3> x, const Directors& directors, double near) {
  Vector3 vector = directors.first, t = (x[1] - x[0]).normalized();
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const Vector3 next = (x[i + 1] - x[i]).normalized();
    vector = carried(vector, t, next);
    t = next;
  }
  const double angle =
      arctangent(t.dot(vector.cross(directors.last)),
                 vector.dot(directors.last) - t.dot(vector) * t.dot(directors.last));
  return angle + kTwoPi * std::round((near - angle) * (1.0 / kTwoPi));
}

void Twist::gradient(std::span<const Vector3> x, std::span<Vector3> gradient) {
  std::fill(gradient.begin(), gradient.end(), Vector3::Zero());
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const Vector3 before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const Vector3 kb = Bend::vector(before, after);
    const Vector3 first = kb / (2.0 * before.norm()), last = kb / (2.0 * after.norm());
    gradient[i - 1] -= first;
    gradient[i] += first - last;
    gradient[i + 1] += last;
  }
}

void Twist::add_stiffness(std::span<const Vector3> x, double moment, BlockBand& band) {
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const Vector3 before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const Bend bend = Bend::of(before, after);
    const double n0 = before.norm(), n1 = after.norm();
    // Derivatives by d_- and d_+ of the gradients kb/(2 n_-) and kb/(2 n_+) by them.
    const Matrix3 by_before = -bend.gradients[0], by_after = bend.gradients[2];
    Matrix3 aa = by_before / (2.0 * n0) - bend.kb * before.transpose() / (2.0 * n0 * n0 * n0);
    Matrix3 bb = by_after / (2.0 * n1) - bend.kb * after.transpose() / (2.0 * n1 * n1 * n1);
    Matrix3 ab = 0.5 * (by_after / (2.0 * n0) + (by_before / (2.0 * n1)).transpose());
    aa = 0.5 * moment * (aa + aa.transpose()).eval();
    bb = 0.5 * moment * (bb + bb.transpose()).eval();
    ab *= moment;
    band.diagonal(i - 1) += aa;
    band.diagonal(i) += aa + bb - ab - ab.transpose();
    band.diagonal(i + 1) += bb;
    band.next(i - 1) += ab - aa;
    band.next(i) += ab - bb;
    band.second_next(i - 1) -= ab;
  }
}

}  // namespace raftup::solver::rods
