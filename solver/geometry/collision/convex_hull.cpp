#include "solver/geometry/collision/convex_hull.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/hull_triangles.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

constexpr double kThinnest = 1e-9;  // of the size: a hull that is thinner is flat

void require_thick(std::span<const Vector3> points, const hydro::IndexTriangles& triangles) {
  double size = 0.0;
  for (const Vector3& point : points) size = std::max(size, (point - points[0]).norm());
  for (const auto& corners : triangles) {
    const Vector3& a = points[corners[0]];
    const Vector3 normal = (points[corners[1]] - a).cross(points[corners[2]] - a).normalized();
    double depth = 0.0;  // below this triangle, as far as it takes to know that it is thick
    for (std::size_t k = 0; k < points.size() && !(depth > kThinnest * size); ++k) {
      depth = std::max(depth, normal.dot(a - points[k]));
    }
    require(
        depth > kThinnest * size,
        fmt::format("points of a convex shape must span a volume, got a hull {} m thick", depth));
  }
}

}  // namespace

Convex convex_hull(std::span<const Vector3> points) {
  require(points.size() >= 4,
          fmt::format("a convex shape must have at least 4 points, got {}", points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) {
    require(points[k].allFinite(), fmt::format("point {} of a convex shape must be finite", k));
  }
  const hydro::IndexTriangles triangles = hydro::hull_triangles(points);
  require(!triangles.empty(),
          fmt::format("points of a convex shape must span a volume, got {} points of which Qhull "
                      "makes no hull",
                      points.size()));
  std::vector<std::size_t> place(points.size(), points.size());
  for (const auto& corners : triangles) {
    for (const std::size_t corner : corners) place[corner] = 0;
  }
  Convex convex;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (place[k] == points.size()) continue;
    place[k] = convex.surface.vertices.size();
    convex.surface.vertices.push_back(points[k]);
  }
  require_few_corners(convex.surface.vertices.size());
  require_thick(points, triangles);
  for (const auto& corners : triangles) {
    convex.surface.triangles.push_back({place[corners[0]], place[corners[1]], place[corners[2]]});
  }
  return convex;
}

}  // namespace raftup::solver
