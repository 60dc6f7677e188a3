#pragma once

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// A point of the overlap of two features that are projected along a normal.
struct OverlapPoint {
  Vector2 across;     ///< coordinates perpendicular to the normal [m]
  double height1;     ///< height along the normal on feature 1 [m]
  double height2;     ///< height along the normal on feature 2 [m]
  std::uint64_t key;  ///< identifier, from the corners and edges that determine the point
};

/// A list of overlap points with the largest number that two features can have in common as its
/// capacity; it needs no heap memory.
class OverlapPoints {
 public:
  void push_back(const OverlapPoint& point) { points_[size_++] = point; }
  OverlapPoint* begin() { return points_.data(); }
  OverlapPoint* end() { return points_.data() + size_; }

 private:
  std::array<OverlapPoint, 2 * SupportFeature::kMostCorners> points_;  // the first size_ are there
  std::size_t size_ = 0;
};

/// Two axes perpendicular to a normal; equal normals have equal axes.
struct AcrossAxes {
  explicit AcrossAxes(const Vector3& n) : normal(n), u(n.unitOrthogonal()), v(n.cross(u)) {}
  Vector2 across(const Vector3& point) const { return {u.dot(point), v.dot(point)}; }
  Vector3 normal, u, v;
};

/// Computes the corners of the overlap of two features that are projected along a normal; each
/// feature is at least an edge. There are no points if the features do not overlap. Crossing edges
/// have one point in common, edges along each other two.
void overlap_features(const SupportFeature& one, const SupportFeature& two, const AcrossAxes& axes,
                      OverlapPoints& overlap);

}  // namespace raftup::solver
