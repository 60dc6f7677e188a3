#include "solver/geometry/collision/manifold.hpp"

#include <algorithm>

#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/core_distance.hpp"
#include "solver/geometry/collision/overlap_of_features.hpp"

namespace raftup::solver {

namespace {

constexpr double kSameDepth = 1e-9;      // of the size: a manifold that is shallower lacks a point
constexpr double kNearestError = 1e-14;  // of the distance: a few units of rounding
constexpr std::uint64_t kWitness = 0xFFFF;

ContactPoint point_between(const Vector3& point1, const Vector3& point2, const Vector3& normal,
                           std::uint64_t feature) {
  return {0.5 * (point1 + point2), normal, normal.dot(point2 - point1), feature};
}

/// The contact point of a corner with the feature that faces it.
ContactPoint point_at_corner(const SupportFeature& one, const SupportFeature& two,
                             const PosedSupport& shape1, const PosedSupport& shape2,
                             const Separation& separation, std::uint64_t key) {
  const Vector3& n = separation.normal;
  const double depth = -separation.gap;
  if (one.count == 1) {
    const Vector3 point1 = one.corners[0] - shape1.radius() * n;
    return {point1 + 0.5 * depth * n, n, depth, key};
  }
  const Vector3 point2 = two.corners[0] + shape2.radius() * n;
  return {point2 - 0.5 * depth * n, n, depth, key};
}

double deepest_of(const std::vector<ContactPoint>& points, std::size_t first) {
  double depth = points[first].depth;
  for (std::size_t k = first; k < points.size(); ++k) depth = std::max(depth, points[k].depth);
  return depth;
}

}  // namespace

std::uint64_t combined_key(std::uint64_t first, std::uint64_t second) {
  // Steele, Lea, Flood (2014): the mixer of SplitMix64.
  std::uint64_t key = first * 0x9E3779B97F4A7C15U + second + 0x9E3779B97F4A7C15U;
  key = (key ^ (key >> 30U)) * 0xBF58476D1CE4E5B9U;
  key = (key ^ (key >> 27U)) * 0x94D049BB133111EBU;
  return key ^ (key >> 31U);
}

ContactPoint nearest_point(const PosedSupport& one, const PosedSupport& two,
                           const Separation& separation, std::uint64_t key) {
  const Vector3& n = separation.normal;
  const double size = std::min(one.size(), two.size());
  const double gap = separation.gap + one.radius() + two.radius();
  PosedSupport shifted = one;  // along n until the cores have nearest points
  const Vector3 shift = std::max(0.0, kShiftOfSize * size - gap) * n;
  shifted.position += shift;
  const CoreDistance apart = core_distance(shifted, two, n, kNearestError);
  const Vector3 point1 = apart.point1 - shift - one.radius() * n;
  const Vector3 middle = 0.5 * (point1 + apart.point2 + two.radius() * n);
  return {middle, n, -separation.gap, combined_key(key, kWitness)};
}

void add_manifold(const PosedSupport& one, const PosedSupport& two, const Separation& separation,
                  double margin, std::uint64_t key, std::vector<ContactPoint>& points) {
  const Vector3& n = separation.normal;
  SupportFeature feature1;
  SupportFeature feature2;
  one.feature(-n, feature1);
  two.feature(n, feature2);
  key = combined_key(key, (std::uint64_t{feature1.key} << 32U) | feature2.key);
  if (feature1.count == 1 || feature2.count == 1) {
    points.push_back(point_at_corner(feature1, feature2, one, two, separation, key));
    return;
  }
  const AcrossAxes axes(n);
  OverlapPoints overlap;
  overlap_features(feature1, feature2, axes, overlap);
  const std::size_t first = points.size();
  for (const OverlapPoint& corner : overlap) {
    const Vector3 across = corner.across.x() * axes.u + corner.across.y() * axes.v;
    const ContactPoint point = point_between(across + (corner.height1 - one.radius()) * n,
                                             across + (corner.height2 + two.radius()) * n, n,
                                             combined_key(key, corner.key));
    if (point.depth > -margin) points.push_back(point);
  }
  const double size = std::min(one.size(), two.size());
  if (points.size() == first || deepest_of(points, first) < -separation.gap - kSameDepth * size) {
    points.push_back(nearest_point(one, two, separation, key));
  }
  reduce_points(points, first, kMostPoints);
}

}  // namespace raftup::solver
