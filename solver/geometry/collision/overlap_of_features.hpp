#pragma once

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// A point of the overlap of two features, as seen along a normal.
struct OverlapPoint {
  Vector2 across;     ///< m, its place across the normal
  double height1;     ///< m along the normal, on feature 1
  double height2;     ///< the same on feature 2
  std::uint64_t key;  ///< of the corners and edges that determine it
};

/// The largest number of points that two features can have in common; they are kept on the stack.
class OverlapPoints {
 public:
  void push_back(const OverlapPoint& point) { points_[size_++] = point; }
  OverlapPoint* begin() { return points_.data(); }
  OverlapPoint* end() { return points_.data() + size_; }

 private:
  std::array<OverlapPoint, 2 * SupportFeature::kMostCorners> points_;  // the first size_ are there
  std::size_t size_ = 0;
};

/// Axes across a normal, the same for the same normal.
struct AcrossAxes {
  explicit AcrossAxes(const Vector3& n) : normal(n), u(n.unitOrthogonal()), v(n.cross(u)) {}
  Vector2 across(const Vector3& point) const { return {u.dot(point), v.dot(point)}; }
  Vector3 normal, u, v;
};

/// The corners of the overlap of two features, each at least an edge, as seen along a normal; none
/// if they do not overlap. Edges that cross have one point in common, and edges along each other
/// two.
void overlap_features(const SupportFeature& one, const SupportFeature& two, const AcrossAxes& axes,
                      OverlapPoints& overlap);

}  // namespace raftup::solver
