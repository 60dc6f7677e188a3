#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

constexpr double kFlat = 1e-9;       // of the size: how far a face may be from plane
constexpr double kNotConvex = 1e-6;  // of the size: how far a corner may lie outside a face
constexpr double kSameWay = 1e-12;   // 1 - |cosine| of directions that are one

using DirectedEdge = std::pair<std::size_t, std::size_t>;

struct Facet {
  Vector3 normal;
  std::array<std::size_t, 3> corners;
};

/// The triangles with an area, with their unit normals.
std::vector<Facet> facets_of(const TriangleMesh& mesh) {
  std::vector<Facet> facets;
  for (const auto& corners : mesh.triangles) {
    const Vector3& a = mesh.vertices[corners[0]];
    const Vector3 normal = (mesh.vertices[corners[1]] - a).cross(mesh.vertices[corners[2]] - a);
    const double area = normal.norm();
    if (area > 0.0) facets.push_back({normal / area, corners});
  }
  return facets;
}

void add_direction(const Vector3& direction, std::vector<Vector3>& directions) {
  const bool known = std::any_of(directions.begin(), directions.end(), [&](const Vector3& other) {
    return std::abs(other.dot(direction)) > 1.0 - kSameWay;
  });
  if (!known) directions.push_back(direction);
}

/// The boundary of coplanar triangles as one loop of vertices; empty if it is not a single loop.
std::vector<std::uint32_t> loop_around(const std::vector<Facet>& facets,
                                       const std::vector<std::size_t>& members) {
  std::map<std::size_t, std::size_t> next;
  std::map<DirectedEdge, bool> edges;
  for (const std::size_t member : members) {
    const auto& corners = facets[member].corners;
    for (std::size_t k = 0; k < 3; ++k) edges[{corners[k], corners[(k + 1) % 3]}] = true;
  }
  for (const auto& [edge, there] : edges) {
    if (!edges.contains({edge.second, edge.first})) next[edge.first] = edge.second;
  }
  std::vector<std::uint32_t> loop;
  if (next.empty()) return loop;
  std::size_t at = next.begin()->first;
  do {
    loop.push_back(static_cast<std::uint32_t>(at));
    const auto found = next.find(at);
    if (found == next.end() || loop.size() > next.size()) return {};
    at = found->second;
  } while (at != loop.front());
  return loop.size() == next.size() ? loop : std::vector<std::uint32_t>{};
}

/// Requires that no vertex is farther outside a face than `tolerance`. It runs for each face and
/// vertex, so the message is only made on failure.
void require_inside(const Vector3& normal, const Vector3& origin, double tolerance,
                    const std::vector<Vector3>& vertices) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const double outside = normal.dot(vertices[v] - origin);
    const bool inside = outside <= tolerance;
    if (inside) continue;
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("a convex shape must be convex and its triangles counter-clockwise "
                            "seen from outside, got vertex {} that lies {} m outside a face",
                            v, outside));
  }
}

}  // namespace

PolyhedronSupport::PolyhedronSupport(const Convex& convex) : vertices_(convex.surface.vertices) {
  require_few_corners(vertices_.size());
  Vector3 low = vertices_.front();
  Vector3 high = low;
  for (const Vector3& vertex : vertices_) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  const Vector3 center = 0.5 * (low + high);
  double size = 0.0;
  for (const Vector3& vertex : vertices_) size = std::max(size, (vertex - center).norm());
  set_extent(center, size);
  const std::vector<Facet> facets = facets_of(convex.surface);
  std::vector<bool> taken(facets.size(), false);
  for (std::size_t first = 0; first < facets.size(); ++first) {
    const Vector3& normal = facets[first].normal;
    const Vector3& origin = vertices_[facets[first].corners[0]];
    require_inside(normal, origin, kNotConvex * size, vertices_);
    if (taken[first]) continue;
    std::vector<std::size_t> members;
    for (std::size_t other = first; other < facets.size(); ++other) {
      if (taken[other]) continue;
      const auto& corners = facets[other].corners;
      const bool plane = facets[other].normal.dot(normal) > 0.0 &&
                         std::all_of(corners.begin(), corners.end(), [&](std::size_t corner) {
                           return std::abs(normal.dot(vertices_[corner] - origin)) <= kFlat * size;
                         });
      if (!plane) continue;
      taken[other] = true;
      members.push_back(other);
    }
    Face face{normal, loop_around(facets, members)};
    require(face.corners.size() >= 3, "a convex shape must be closed by faces, got a broken one");
    faces_.push_back(std::move(face));
    add_direction(normal, normals_);
  }
  require(faces_.size() >= 4,
          fmt::format("a convex shape must have at least 4 faces, got {}", faces_.size()));
  for (const Face& face : faces_) {
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
      add_edge(face.corners[k], face.corners[(k + 1) % face.corners.size()]);
    }
  }
}

void PolyhedronSupport::add_edge(std::uint32_t from, std::uint32_t to) {
  if (from > to) return;  // the neighbor's
  const Vector3 direction = (vertices_[to] - vertices_[from]).normalized();
  edges_.push_back({from, to, direction});
  add_direction(direction, edge_directions_);
}

std::uint32_t PolyhedronSupport::furthest(const Vector3& direction) const {
  std::size_t best = 0;
  double height = direction.dot(vertices_[0]);
  for (std::size_t v = 1; v < vertices_.size(); ++v) {
    const double other = direction.dot(vertices_[v]);
    if (other > height) {
      height = other;
      best = v;
    }
  }
  return static_cast<std::uint32_t>(best);
}

Vector3 PolyhedronSupport::point(const Vector3& direction) const {
  return vertices_[furthest(direction)];
}

void PolyhedronSupport::feature(const Vector3& direction, SupportFeature& feature) const {
  feature.count = 0;
  std::size_t facing = 0;
  for (std::size_t f = 1; f < faces_.size(); ++f) {
    if (direction.dot(faces_[f].normal) > direction.dot(faces_[facing].normal)) facing = f;
  }
  if (direction.dot(faces_[facing].normal) > kCosine) {
    feature.key = static_cast<std::uint32_t>(vertices_.size() + edges_.size() + facing);
    const auto& corners = faces_[facing].corners;
    const std::size_t stride =
        (corners.size() + SupportFeature::kMostCorners - 1) / SupportFeature::kMostCorners;
    for (std::size_t k = 0; k < corners.size(); k += stride) {
      feature.add(vertices_[corners[k]], corners[k]);
    }
    return;
  }
  const std::uint32_t corner = furthest(direction);
  double flattest = kSine;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (edges_[e].from != corner && edges_[e].to != corner) continue;
    const double rise = std::abs(direction.dot(edges_[e].direction));
    if (rise >= flattest) continue;
    flattest = rise;
    feature.count = 0;
    feature.key = static_cast<std::uint32_t>(vertices_.size() + e);
    feature.add(vertices_[edges_[e].from], edges_[e].from);
    feature.add(vertices_[edges_[e].to], edges_[e].to);
  }
  if (feature.count > 0) return;
  feature.key = corner;
  feature.add(vertices_[corner], corner);
}

SeparatingDirections PolyhedronSupport::directions() const { return {normals_, edge_directions_}; }

}  // namespace raftup::solver
