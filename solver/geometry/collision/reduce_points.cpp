#include <algorithm>
#include <cmath>

#include "solver/geometry/collision/collide.hpp"

namespace raftup::solver {

namespace {

constexpr double kSameDepthOfSpan = 1e-9;  // of the points' extent: depths that are one

using Place = std::vector<ContactPoint>::iterator;

/// Moves the point with the largest value to the front; of equal values, the one with the lowest
/// feature.
template <typename Value>
void bring_largest(Place first, Place last, const Value& value) {
  auto best = first;
  double largest = value(*first);
  for (auto at = first + 1; at != last; ++at) {
    const double here = value(*at);
    if (here > largest || (here == largest && at->feature < best->feature)) {
      largest = here;
      best = at;
    }
  }
  std::iter_swap(first, best);
}

/// Moves the deepest point to the front; of several deepest points, the one farthest from the
/// middle of all points.
void bring_first(Place first, Place last) {
  Vector3 middle = Vector3::Zero();
  double deepest = first->depth;
  for (auto at = first; at != last; ++at) {
    middle += at->position;
    deepest = std::max(deepest, at->depth);
  }
  middle /= static_cast<double>(last - first);
  double span = 0.0;
  for (auto at = first; at != last; ++at) span = std::max(span, (at->position - middle).norm());
  bring_largest(first, last, [&](const ContactPoint& point) {
    if (point.depth < deepest - kSameDepthOfSpan * span) return -1.0;
    return (point.position - middle).squaredNorm();
  });
}

/// Twice the area of the triangle of two chosen points and a further point, seen along the normal
/// of the first; positive if the triangle is counter-clockwise.
double area_with(const ContactPoint& a, const ContactPoint& b, const ContactPoint& point) {
  return a.normal.dot((b.position - a.position).cross(point.position - a.position));
}

}  // namespace

void reduce_points(std::vector<ContactPoint>& points, std::size_t first, std::size_t most) {
  if (points.size() - first <= most || most == 0) {
    if (most == 0) points.resize(first);
    return;
  }
  const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = points.end();
  bring_first(begin, end);
  for (std::size_t chosen = 1; chosen < most; ++chosen) {
    const auto next = begin + static_cast<std::ptrdiff_t>(chosen);
    bring_largest(next, end, [&](const ContactPoint& point) {
      if (chosen == 2) return std::abs(area_with(*begin, *(begin + 1), point));
      if (chosen == 3) {  // beyond which side of the triangle, and how far
        const double turn = area_with(*begin, *(begin + 1), *(begin + 2)) < 0.0 ? -1.0 : 1.0;
        return std::max({-turn * area_with(*begin, *(begin + 1), point),
                         -turn * area_with(*(begin + 1), *(begin + 2), point),
                         -turn * area_with(*(begin + 2), *begin, point)});
      }
      double nearest = (point.position - begin->position).squaredNorm();
      for (auto other = begin + 1; other != next; ++other) {
        nearest = std::min(nearest, (point.position - other->position).squaredNorm());
      }
      return nearest;
    });
  }
  points.resize(first + most);
}

}  // namespace raftup::solver
