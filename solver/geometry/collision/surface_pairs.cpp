/// @file Contacts of surfaces with shapes that are not convex.
#include <algorithm>
#include <optional>

#include "hydro/base/cancellation.hpp"
#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

/// A surface at a pose.
struct PosedSurface {
  const Surface& surface;
  Matrix3 rotation;
  Vector3 position;

  Vector3 vertex(std::size_t index) const { return position + rotation * surface.vertex(index); }
  std::array<Vector3, 3> triangle(std::size_t index) const {
    const auto [a, b, c] = surface.corners(index);
    return {vertex(a), vertex(b), vertex(c)};
  }
  Vector3 into(const Vector3& point) const { return rotation.transpose() * (point - position); }

  /// The distance along a unit vector from a point inside to the surface; none for a point outside.
  std::optional<double> way_out(const Vector3& from, const Vector3& along) const {
    const Vector3 begin = into(from);
    const double reach = (begin - surface.bounds().center()).norm() + surface.size();
    const PosedLine line{begin, rotation.transpose() * along};
    const std::vector<SurfaceHit> hits = surface_hits(line, surface, 0.0, reach);
    if (hits.empty() || hits.front().entering) return std::nullopt;
    return hits.front().t;
  }
};

/// The intersection of two surfaces.
struct Crossing {
  /// Triangles that intersect, each once, ascending.
  std::vector<std::size_t> triangles1, triangles2;
  Vector3 sum = Vector3::Zero();  ///< sum of the area vectors of surface 2 minus those of surface 1
  Vector3 middle = Vector3::Zero();  ///< middle of the points where edges pass through triangles
  double count = 0.0;                ///< number of these points
};

Vector3 area_vector(const std::array<Vector3, 3>& triangle) {
  return 0.5 * (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
}

/// Adds the points where edges of one triangle pass through another.
bool add_piercings(const std::array<Vector3, 3>& edges, const std::array<Vector3, 3>& face,
                   Crossing& crossing) {
  const TriangleSupport through(face);
  bool any = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 way = edges[(k + 1) % 3] - edges[k];
    LineCrossing at;
    if (!through.cross(edges[k], way, at) || at.enter < 0.0 || at.enter > 1.0) continue;
    crossing.middle += edges[k] + at.enter * way;
    crossing.count += 1.0;
    any = true;
  }
  return any;
}

void keep_each_once(std::vector<std::size_t>& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

Bounds box_of(const PosedSurface& surface) {
  const Bounds& own = surface.surface.bounds();
  const Vector3 center = surface.position + surface.rotation * own.center();
  const Vector3 reach = surface.rotation.cwiseAbs() * (0.5 * (own.high - own.low));
  return {center - reach, center + reach};
}

Crossing crossing_of(const PosedSurface& one, const PosedSurface& two) {
  Crossing crossing;
  std::vector<std::size_t> candidates;
  one.surface.add_triangles(box_of(two), candidates);
  std::vector<std::size_t> others;
  for (const std::size_t index : candidates) {
    check_cancelled();
    const auto triangle = one.triangle(index);
    Bounds box;
    for (const Vector3& corner : triangle) box.include(two.into(corner));
    others.clear();
    two.surface.add_triangles(box, others);
    for (const std::size_t other : others) {
      const auto facing = two.triangle(other);
      const bool through = add_piercings(triangle, facing, crossing);
      if (!add_piercings(facing, triangle, crossing) && !through) continue;
      crossing.triangles1.push_back(index);
      crossing.triangles2.push_back(other);
    }
  }
  keep_each_once(crossing.triangles1);
  keep_each_once(crossing.triangles2);
  for (const std::size_t index : crossing.triangles1) {
    crossing.sum -= area_vector(one.triangle(index));
  }
  for (const std::size_t index : crossing.triangles2) {
    crossing.sum += area_vector(two.triangle(index));
  }
  if (crossing.count > 0.0) crossing.middle /= crossing.count;
  return crossing;
}

std::vector<std::size_t> corners_of(const Surface& surface,
                                    const std::vector<std::size_t>& triangles) {
  std::vector<std::size_t> corners;
  for (const std::size_t index : triangles) {
    for (const std::size_t corner : surface.corners(index)) corners.push_back(corner);
  }
  keep_each_once(corners);
  return corners;
}

}  // namespace

void surface_plane_contacts(const Surface& one, const HalfSpace& two, const ContactQuery& query) {
  const std::size_t first = query.points.size();
  std::vector<std::size_t> triangles;
  one.add_triangles(one.bounds(), triangles);
  for (const std::size_t corner : corners_of(one, triangles)) {
    const double depth = -two.offset - two.normal.dot(one.vertex(corner));
    if (depth <= -query.margin) continue;
    query.points.push_back({one.vertex(corner) + 0.5 * depth * two.normal, two.normal, depth,
                            combined_key(query.key, corner)});
  }
  reduce_points(query.points, first, kMostPoints);
}

void surface_surface_contacts(const Surface& one, const Surface& two, const Matrix3& rotation,
                              const Vector3& position, const ContactQuery& query) {
  const PosedSurface posed1{one, Matrix3::Identity(), Vector3::Zero()};
  const PosedSurface posed2{two, rotation, position};
  const Crossing crossing = crossing_of(posed1, posed2);
  const double length = crossing.sum.norm();
  if (!(length > 0.0)) return;
  const Vector3 n = crossing.sum / length;
  const std::size_t first = query.points.size();
  const auto add = [&](const Vector3& from, double down, double up, std::uint64_t feature) {
    query.points.push_back(
        {from + 0.5 * (up - down) * n, n, up + down, combined_key(query.key, feature)});
  };
  for (const std::size_t corner : corners_of(one, crossing.triangles1)) {
    const auto up = posed2.way_out(one.vertex(corner), n);
    if (up) add(one.vertex(corner), 0.0, *up, 2 * corner);
  }
  for (const std::size_t corner : corners_of(two, crossing.triangles2)) {
    const auto down = posed1.way_out(posed2.vertex(corner), -n);
    if (down) add(posed2.vertex(corner), *down, 0.0, 2 * corner + 1);
  }
  if (query.points.size() == first) {  // edges that cross
    const auto up = posed2.way_out(crossing.middle, n);
    const auto down = posed1.way_out(crossing.middle, -n);
    if (up && down) add(crossing.middle, *down, *up, Surface::kNone);
  }
  reduce_points(query.points, first, kMostPoints);
}

}  // namespace raftup::solver
