#include "solver/geometry/meshes/flat_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace raftup::solver {

namespace {

constexpr double kInside = 1e-12;  ///< relative tolerance of the radius, for rounding of the middle

double turn(const Vector2& a, const Vector2& b, const Vector2& c) {
  const Vector2 u = b - a, v = c - a;
  return u.x() * v.y() - u.y() * v.x();
}

bool holds(const Circle& circle, const Vector2& point) {
  return (point - circle.middle).norm() <= circle.radius * (1.0 + kInside);
}

Circle circle_of(const Vector2& a, const Vector2& b) {
  const Vector2 middle = 0.5 * (a + b);
  return {middle, std::max((a - middle).norm(), (b - middle).norm())};
}

/// The circle through three points; for points on a line, about the two that are farthest apart.
Circle circle_of(const Vector2& a, const Vector2& b, const Vector2& c) {
  const Vector2 u = b - a, v = c - a;
  const double twice_area = turn(a, b, c);
  const double largest = std::max({u.squaredNorm(), v.squaredNorm(), (v - u).squaredNorm()});
  if (std::abs(twice_area) <= kInside * largest) {
    Circle widest = circle_of(a, b);
    for (const Circle& other : {circle_of(a, c), circle_of(b, c)}) {
      if (other.radius > widest.radius) widest = other;
    }
    return widest;
  }
  const Vector2 from_a = Vector2(v.y() * u.squaredNorm() - u.y() * v.squaredNorm(),
                                 u.x() * v.squaredNorm() - v.x() * u.squaredNorm()) /
                         (2.0 * twice_area);
  const Vector2 middle = a + from_a;
  return {middle, std::max({(a - middle).norm(), (b - middle).norm(), (c - middle).norm()})};
}

/// The least circle around the first `count` points that passes through two given points.
Circle with_two(const std::vector<Vector2>& points, std::size_t count, const Vector2& one,
                const Vector2& two) {
  Circle circle = circle_of(one, two);
  for (std::size_t i = 0; i < count; ++i) {
    if (!holds(circle, points[i])) circle = circle_of(one, two, points[i]);
  }
  return circle;
}

Circle with_one(const std::vector<Vector2>& points, std::size_t count, const Vector2& one) {
  Circle circle{one, 0.0};
  for (std::size_t i = 0; i < count; ++i) {
    if (!holds(circle, points[i])) circle = with_two(points, i, one, points[i]);
  }
  return circle;
}

}  // namespace

std::vector<Vector2> flat_hull(std::vector<Vector2> points) {
  std::sort(points.begin(), points.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  std::vector<Vector2> hull;
  // From left to right below, then back above.
  for (const bool above : {false, true}) {
    const std::size_t begin = hull.size();
    for (const Vector2& point : points) {
      while (hull.size() >= begin + 2 && turn(hull[hull.size() - 2], hull.back(), point) <= 0.0) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();  // where the other side begins
    if (!above) std::reverse(points.begin(), points.end());
  }
  return hull;
}

Rectangle least_rectangle(const std::vector<Vector2>& hull) {
  Rectangle best{};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vector2 edge = hull[(i + 1) % hull.size()] - hull[i];
    if (edge.norm() == 0.0) continue;
    const Vector2 along = edge.normalized();
    const Vector2 across(-along.y(), along.x());
    Vector2 low = Vector2::Constant(std::numeric_limits<double>::infinity());
    Vector2 high = -low;
    for (const Vector2& point : hull) {
      const Vector2 at(along.dot(point), across.dot(point));
      low = low.cwiseMin(at);
      high = high.cwiseMax(at);
    }
    const Vector2 size = high - low;
    if (size.prod() >= least) continue;
    least = size.prod();
    const Vector2 middle = 0.5 * (low + high);
    best = {along * middle.x() + across * middle.y(), along, size};
  }
  return best;
}

Circle least_circle(const std::vector<Vector2>& points) {
  Circle circle{points.front(), 0.0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!holds(circle, points[i])) circle = with_one(points, i, points[i]);
  }
  return circle;
}

}  // namespace raftup::solver
