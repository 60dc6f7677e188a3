#include "solver/simulation/limits/waterline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr int kEllipseCorners = 32;  ///< within .3 % of the ellipse
constexpr double kEllipse = 1.02;    ///< A^2 over 12 sqrt(I_L I_T), which is pi / 3 of an ellipse

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The convex hull of points, counter-clockwise, without points on its sides.
/// @source Andrew (1979)
Waterline convex_hull(std::vector<Vector2> points) {
  std::sort(points.begin(), points.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  Waterline hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t begin = hull.size();
    for (const Vector2& point : points) {
      while (hull.size() >= begin + 2 &&
             cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0.0) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    if (!hull.empty()) hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

/// The convex hull of the points where edges of the triangles intersect z = 0.
Waterline cut_of(const hydro::HullMesh& mesh, const Vector2& center) {
  std::vector<Vector2> points;
  for (const hydro::MeshTriangle& triangle : mesh.triangles()) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& a = mesh.vertices()[triangle[i]];
      const Vector3& b = mesh.vertices()[triangle[(i + 1) % 3]];
      if ((a.z() > 0.0) == (b.z() > 0.0)) continue;
      const double share = a.z() / (a.z() - b.z());
      points.emplace_back((a + share * (b - a)).head<2>() - center);
    }
  }
  return convex_hull(std::move(points));
}

Waterline ellipse(double along, double across) {
  // corners a little outside, so that the polygon has the ellipse's area
  const double turn = kTwoPi / kEllipseCorners;
  const double outside = std::sqrt(turn / sincos(turn).sine);
  Waterline corners;
  for (int i = 0; i < kEllipseCorners; ++i) {
    const auto [sine, cosine] = sincos(turn * i);
    corners.emplace_back(outside * along * cosine, outside * across * sine);
  }
  return corners;
}

/// The shortest distance from the corners of one polygon to the sides of the other.
double corner_distance(const Waterline& corners, const Waterline& sides) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Vector2& begin = sides[i];
    const Vector2 side = sides[(i + 1) % sides.size()] - begin;
    for (const Vector2& corner : corners) {
      const double share = std::clamp(side.dot(corner - begin) / side.squaredNorm(), 0.0, 1.0);
      least = std::min(least, (begin + share * side - corner).norm());
    }
  }
  return least;
}

/// The largest distance between two polygons along a normal of a side of the first one. It is below
/// 0 if no side of the first polygon separates the two.
double widest_gap(const Waterline& sides, const Waterline& other) {
  double widest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Vector2 side = sides[(i + 1) % sides.size()] - sides[i];
    const Vector2 out = Vector2(side.y(), -side.x()).normalized();
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vector2& corner : other) nearest = std::min(nearest, out.dot(corner - sides[i]));
    widest = std::max(widest, nearest);
  }
  return widest;
}

}  // namespace

Waterline waterline_of(const hydro::DatabaseBody& hull, double weight_density,
                       const hydro::HullMesh* mesh) {
  const Matrix6& C = hull.hydrostatic_stiffness;
  const double A = C(2, 2) / weight_density;
  if (!(A > 0.0)) return {};
  if (mesh != nullptr) {
    Waterline cut = cut_of(*mesh, hull.center_of_gravity.head<2>());
    if (cut.size() >= 3) return cut;
  }
  const double stability =
      hull.displaced_volume * (hull.center_of_buoyancy.z() - hull.center_of_gravity.z());
  const auto gyration = [&](double stiffness) {
    return std::sqrt(std::max((stiffness / weight_density - stability) / A, 0.0));
  };
  const double along = gyration(C(4, 4)), across = gyration(C(3, 3));
  if (!(along > 0.0) || !(across > 0.0)) return {};
  const Vector2 center(-C(2, 4) / C(2, 2), C(2, 3) / C(2, 2));
  const double x = std::numbers::sqrt3 * along, y = std::numbers::sqrt3 * across;
  Waterline line = A >= 12.0 * kEllipse * along * across
                       ? ellipse(2.0 * along, 2.0 * across)
                       : Waterline{{-x, -y}, {x, -y}, {x, y}, {-x, y}};
  for (Vector2& corner : line) corner += center;
  return line;
}

double waterline_gap(const Waterline& first, const Waterline& other, const Vector2& offset,
                     double cosine, double sine) {
  Waterline placed;
  for (const Vector2& corner : other) {
    placed.emplace_back(offset.x() + cosine * corner.x() - sine * corner.y(),
                        offset.y() + sine * corner.x() + cosine * corner.y());
  }
  const double gap = std::max(widest_gap(first, placed), widest_gap(placed, first));
  if (gap <= 0.0) return gap;
  return std::min(corner_distance(first, placed), corner_distance(placed, first));
}

double radius_of(const Waterline& waterline) {
  double radius = 0.0;
  for (const Vector2& corner : waterline) radius = std::max(radius, corner.norm());
  return radius;
}

}  // namespace raftup::solver
