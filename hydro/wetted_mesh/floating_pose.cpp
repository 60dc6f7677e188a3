#include "hydro/wetted_mesh/floating_pose.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr int kMostSteps = 200;
constexpr double kSettled = 1e-12;        ///< relative to the radius, and rad
constexpr double kLongestStep = 0.05;     ///< relative to the radius, and rad
constexpr double kLeastStiffness = 1e-6;  ///< relative to the largest

/// Returns the step of Newton's method, with the signs of negative eigenvalues of K changed.
Vector3 step_of(const Matrix3& K, const Vector3& force) {
  const SymmetricEigen modes = symmetric_eigen(K);
  const double largest = modes.values.cwiseAbs().maxCoeff();
  if (largest == 0.0) return force.cwiseSign();  // out of the water, or wholly in it
  Vector3 step = Vector3::Zero();
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double stiffness = std::max(std::abs(modes.values[i]), kLeastStiffness * largest);
    step += modes.vectors.col(i) * (modes.vectors.col(i).dot(force) / stiffness);
  }
  return step;
}

/// Changes the equations such that the step does not roll.
void hold_roll(Matrix3& K, Vector3& unbalanced) {
  K.row(1).setZero();
  K.col(1).setZero();
  K(1, 1) = K.cwiseAbs().maxCoeff();
  unbalanced[1] = 0.0;
}

/// Returns the rotation about the axis (roll, pitch, 0) by the length of this vector.
Matrix3 turn(double roll, double pitch) {
  const Vector3 vector(roll, pitch, 0.0);
  const double angle = vector.norm();
  if (angle == 0.0) return Matrix3::Identity();
  const auto [sine, cosine] = sincos(0.5 * angle);
  const Vector3 axis = vector / angle;
  return Quaternion(cosine, sine * axis.x(), sine * axis.y(), 0.0).toRotationMatrix();
}

}  // namespace

std::optional<FloatingPose> find_floating_pose(HullPressure& pressure, const HullPose& start,
                                               double weight, FreeMotions free) {
  const double length = pressure.radius();
  const double scale = pressure.water().per_volume() * length * length;  // N/m
  const Vector3 lengths(length, 1.0, 1.0);
  FloatingPose found{start, {}, {}};
  for (int i = 0; i < kMostSteps; ++i) {
    const Vector6 force = pressure.in_still_water(found.pose);
    found.displacement = pressure.displacement(found.pose);
    Vector3 unbalanced =
        Vector3(length * (force[2] - weight), force[3], force[4]) / (scale * length * length);
    Matrix3 K = pressure.water().per_volume() / (scale * length * length) * lengths.asDiagonal() *
                found.displacement.stiffness().block<3, 3>(2, 2) * lengths.asDiagonal();
    if (free == FreeMotions::kHeaveAndPitch) hold_roll(K, unbalanced);
    Vector3 step = step_of(K, unbalanced);
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > kLongestStep) step *= kLongestStep / longest;
    found.pose.center.z() += length * step[0];
    found.pose.rotation = turn(step[1], step[2]) * found.pose.rotation;
    found.moved += step.cwiseProduct(lengths);
    if (longest < kSettled) return found;
  }
  return std::nullopt;
}

}  // namespace raftup::hydro
