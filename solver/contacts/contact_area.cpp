#include "solver/contacts/contact_area.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace raftup::solver {

namespace {

/// Points as they are seen along the mean of their normals.
std::vector<Vector2> seen_along_normal(std::span<const ContactPoint> points) {
  Vector3 normal = Vector3::Zero();
  for (const ContactPoint& point : points) normal += point.normal;
  if (!(normal.norm() > 0.0)) normal = points.front().normal;
  normal.normalize();
  const Vector3 u = normal.unitOrthogonal(), v = normal.cross(u);
  std::vector<Vector2> seen;
  for (const ContactPoint& point : points) {
    const Vector3 from_first = point.position - points.front().position;
    seen.emplace_back(from_first.dot(u), from_first.dot(v));
  }
  return seen;
}

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Area of the convex hull. @source Andrew (1979)
double hull_area(std::vector<Vector2> points) {
  std::sort(points.begin(), points.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  double twice_area = 0.0;
  for (int side = 0; side < 2; ++side) {
    std::vector<Vector2> chain;
    for (const Vector2& point : points) {
      while (chain.size() > 1 && cross(chain.back() - chain[chain.size() - 2],
                                       point - chain[chain.size() - 2]) <= 0.0) {
        chain.pop_back();
      }
      chain.push_back(point);
    }
    for (std::size_t i = 1; i < chain.size(); ++i) twice_area += cross(chain[i - 1], chain[i]);
    std::reverse(points.begin(), points.end());
  }
  return 0.5 * twice_area;
}

}  // namespace

double contact_area(std::span<const ContactPoint> points, double width) {
  const std::vector<Vector2> seen = seen_along_normal(points);
  double span = width;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) span = std::max(span, (seen[i] - seen[j]).norm());
  }
  return std::max(hull_area(seen), width * span);
}

double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points) {
  const double area = contact_area(points, law.shortest_length);
  const double length = std::clamp(std::sqrt(area), law.shortest_length, law.longest_length);
  return law.modulus * area / length;
}

}  // namespace raftup::solver
