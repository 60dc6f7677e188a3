#include "solver/loads/rods/bend.hpp"

#include <algorithm>

namespace raftup::solver::rods {

namespace {

/// Least D, for elements that are folded onto one another, where the energy would be infinite.
constexpr double kLeastD = 1e-9;

/// Returns s (2 [t]x + k sum^T).
Matrix3 gradient(double s, const Vector3& t, const Vector3& k, const Vector3& sum) {
  const Vector3 u = s * k, v = 2.0 * s * t;
  Matrix3 G;
  for (Eigen::Index c = 0; c < 3; ++c) G.col(c) = sum[c] * u;
  G(0, 1) -= v.z();
  G(0, 2) += v.y();
  G(1, 0) += v.z();
  G(1, 2) -= v.x();
  G(2, 0) -= v.y();
  G(2, 1) += v.x();
  return G;
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
  const Vector3 sum = t0 + t1;
  bend.gradients[0] = gradient(per_D * per_before, t1, bend.kb, sum);
  bend.gradients[2] = gradient(per_D * per_after, t0, -bend.kb, sum);
  bend.gradients[1] = -bend.gradients[0] - bend.gradients[2];
  return bend;
}

}  // namespace raftup::solver::rods
