#include "solver/geometry/meshes/fitted_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "hydro/numerics/dense.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/geometry/meshes/flat_points.hpp"
#include "solver/model/bodies/volume_properties.hpp"

namespace raftup::solver {

namespace {

constexpr double kPi = std::numbers::pi;
/// Least height of the cylinder of a capsule, relative to its radius.
constexpr double kLowest = 1e-6;

/// Right-handed axes (u, v, n) of a plane perpendicular to n.
Matrix3 axes_across(const Vector3& n) {
  Eigen::Index flattest = 0;
  n.cwiseAbs().minCoeff(&flattest);
  const Vector3 u = n.cross(Vector3::Unit(flattest)).normalized();
  Matrix3 axes;
  axes << u, n.cross(u), n;
  return axes;
}

/// Points in the coordinates (u, v) and along n.
struct Projection {
  Matrix3 axes;
  std::vector<Vector2> flat;
  std::vector<double> along;
};

Projection project(const std::vector<Vector3>& points, const Vector3& n) {
  Projection result{axes_across(n), {}, {}};
  for (const Vector3& point : points) {
    const Vector3 at = result.axes.transpose() * point;
    result.flat.emplace_back(at.head<2>());
    result.along.push_back(at.z());
  }
  return result;
}

Quaternion attitude_of(const Matrix3& axes) { return Quaternion(axes).normalized(); }

/// The least box with a face perpendicular to n.
Fitted<Box> box_across(const std::vector<Vector3>& points, const Vector3& n) {
  const Projection seen = project(points, n);
  const Rectangle rectangle = least_rectangle(flat_hull(seen.flat));
  const auto [low, high] = std::minmax_element(seen.along.begin(), seen.along.end());
  const Vector3 along = seen.axes.leftCols<2>() * rectangle.along;
  Matrix3 axes;
  axes << along, n.cross(along), n;
  const Vector3 middle(rectangle.middle.x(), rectangle.middle.y(), 0.5 * (*low + *high));
  return {Box{{rectangle.size.x(), rectangle.size.y(), *high - *low}},
          {seen.axes * middle, attitude_of(axes)}};
}

/// The box with its edges in the order of their lengths, the longest along x.
Fitted<Box> longest_first(const Fitted<Box>& box) {
  std::array<Eigen::Index, 3> order{0, 1, 2};
  const Vector3& size = box.shape.size;
  std::stable_sort(order.begin(), order.end(),
                   [&size](Eigen::Index a, Eigen::Index b) { return size[a] > size[b]; });
  const Matrix3 given = box.pose.attitude.toRotationMatrix();
  Matrix3 axes;
  axes << given.col(order[0]), given.col(order[1]), given.col(order[0]).cross(given.col(order[1]));
  return {Box{{size[order[0]], size[order[1]], size[order[2]]}},
          {box.pose.position, attitude_of(axes)}};
}

Fitted<Box> box_around(const TriangleMesh& hull) {
  Fitted<Box> best{};
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : hull.triangles) {
    const Vector3& origin = hull.vertices[a];
    const Vector3 normal = (hull.vertices[b] - origin).cross(hull.vertices[c] - origin);
    if (normal.norm() == 0.0) continue;
    const Fitted<Box> box = box_across(hull.vertices, normal.normalized());
    if (box.shape.size.prod() >= least) continue;
    least = box.shape.size.prod();
    best = box;
  }
  return longest_first(best);
}

std::vector<Vector3> axes_to_try(const Convex& hull, FittedAxis axis) {
  const Matrix3 box = box_around(hull.surface).pose.attitude.toRotationMatrix();
  if (axis != FittedAxis::kLeastVolume) return {Vector3(box.col(static_cast<int>(axis) - 1))};
  const MatrixXd principal = symmetric_eigen(volume_properties(hull).inertia).vectors;
  std::vector<Vector3> axes;
  for (Eigen::Index k = 0; k < 3; ++k) axes.emplace_back(box.col(k));
  for (Eigen::Index k = 0; k < 3; ++k) axes.emplace_back(principal.col(k).normalized());
  return axes;
}

double volume_of(const Cylinder& cylinder) {
  return kPi * cylinder.radius * cylinder.radius * cylinder.height;
}
double volume_of(const Capsule& capsule) {
  return kPi * capsule.radius * capsule.radius * (capsule.height + 4.0 / 3.0 * capsule.radius);
}

Pose pose_of(const Projection& seen, const Circle& circle, double low, double high) {
  const Vector3 middle(circle.middle.x(), circle.middle.y(), 0.5 * (low + high));
  return {seen.axes * middle, attitude_of(seen.axes)};
}

Fitted<Cylinder> cylinder_about(const std::vector<Vector3>& points, const Vector3& axis) {
  const Projection seen = project(points, axis);
  const Circle circle = least_circle(flat_hull(seen.flat));
  const auto [low, high] = std::minmax_element(seen.along.begin(), seen.along.end());
  return {Cylinder{circle.radius, *high - *low}, pose_of(seen, circle, *low, *high)};
}

/// Fits a capsule about an axis. A point at the distance s from the axis is inside if the segment
/// of the capsule comes within sqrt(r^2 - s^2) of it along the axis.
Fitted<Capsule> capsule_about(const std::vector<Vector3>& points, const Vector3& axis) {
  const Projection seen = project(points, axis);
  const Circle circle = least_circle(flat_hull(seen.flat));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double s = (seen.flat[i] - circle.middle).norm();
    const double reach = std::sqrt(std::max(0.0, (circle.radius - s) * (circle.radius + s)));
    low = std::min(low, seen.along[i] + reach);
    high = std::max(high, seen.along[i] - reach);
  }
  const double height = std::max(high - low, kLowest * circle.radius);
  return {Capsule{circle.radius, height}, pose_of(seen, circle, low, high)};
}

template <typename Kind, typename About>
Fitted<Kind> least_of(std::span<const Vector3> points, FittedAxis axis, const About& about) {
  const Convex hull = convex_hull(points);
  Fitted<Kind> best{};
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& candidate : axes_to_try(hull, axis)) {
    const Fitted<Kind> found = about(hull.surface.vertices, candidate);
    if (volume_of(found.shape) >= least) continue;
    least = volume_of(found.shape);
    best = found;
  }
  return best;
}

}  // namespace

Fitted<Box> fitted_box(std::span<const Vector3> points) {
  return box_around(convex_hull(points).surface);
}

Fitted<Cylinder> fitted_cylinder(std::span<const Vector3> points, FittedAxis axis) {
  return least_of<Cylinder>(points, axis, cylinder_about);
}

Fitted<Capsule> fitted_capsule(std::span<const Vector3> points, FittedAxis axis) {
  return least_of<Capsule>(points, axis, capsule_about);
}

}  // namespace raftup::solver
