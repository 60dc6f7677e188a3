#include "solver/loads/rods/bend.hpp"

#include <algorithm>

namespace raftup::solver::rods {

namespace {

/// Least D, for elements that are folded onto one another, where the energy would be infinite.
constexpr double kLeastD = 1e-9;

/// Returns s (2 [t]x + f kb t^T) (I - p p^T) for unit vectors t and p.
Matrix3 gradient(double s, const Vector3& t, double f, const Vector3& kb, const Vector3& p) {
  Matrix3 a;
  a << 0.0, -2.0 * t.z(), 2.0 * t.y(), 2.0 * t.z(), 0.0, -2.0 * t.x(), -2.0 * t.y(), 2.0 * t.x(),
      0.0;
  a.noalias() += (f * kb) * t.transpose();
  const Vector3 along = a * p;
  a.noalias() -= along * p.transpose();
  return s * a;
}

}  // namespace

Vector3 Bend::vector(const Vector3& before, const Vector3& after) {
  const double lengths = before.norm() * after.norm();
  return 2.0 * before.cross(after) / std::max(lengths + before.dot(after), kLeastD * lengths);
}

Bend Bend::of(const Vector3& before, const Vector3& after) {
  const double per_before = 1.0 / before.norm(), per_after = 1.0 / after.norm();
  const Vector3 t0 = per_before * before, t1 = per_after * after;
  const double per_D = 1.0 / std::max(1.0 + t0.dot(t1), kLeastD);
  Bend bend;
  bend.kb = 2.0 * per_D * t0.cross(t1);
  const Matrix3 by_before = gradient(-per_D * per_before, t1, 1.0, bend.kb, t0);
  const Matrix3 by_after = gradient(per_D * per_after, t0, -1.0, bend.kb, t1);
  bend.gradients[0] = -by_before;
  bend.gradients[1] = by_before - by_after;
  bend.gradients[2] = by_after;
  return bend;
}

}  // namespace raftup::solver::rods
