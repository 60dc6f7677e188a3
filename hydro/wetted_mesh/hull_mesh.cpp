#include "hydro/wetted_mesh/hull_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

std::string place_of(const Vector3& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", point.x(), point.y(), point.z());
}

/// Numbers of triangles that run through an edge from its lower to its higher vertex, and back.
struct Passes {
  int up = 0, down = 0;
};

/// Groups open edges that are connected at their ends.
std::vector<std::vector<std::array<std::uint32_t, 2>>> rims_of(
    const std::vector<std::array<std::uint32_t, 2>>& edges) {
  std::map<std::uint32_t, std::uint32_t> parent;
  const auto root = [&parent](std::uint32_t vertex) {
    while (parent.emplace(vertex, vertex).first->second != vertex) vertex = parent[vertex];
    return vertex;
  };
  for (const auto& edge : edges) {
    const std::uint32_t first = root(edge[0]), second = root(edge[1]);
    parent[std::max(first, second)] = std::min(first, second);
  }
  std::map<std::uint32_t, std::vector<std::array<std::uint32_t, 2>>> rims;
  for (const auto& edge : edges) rims[root(edge[0])].push_back(edge);
  std::vector<std::vector<std::array<std::uint32_t, 2>>> result;
  for (auto& [vertex, rim] : rims) result.push_back(std::move(rim));
  return result;
}

}  // namespace

HullMesh::HullMesh(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles)
    : HullMesh(FiledTriangles(std::move(vertices), std::move(triangles))) {}

HullMesh::HullMesh(const FiledTriangles& filed, Form form)
    : vertices_(filed.vertices()), triangles_(filed.triangles()) {
  const std::size_t least = form == Form::kHull ? 4 : 1;
  require(triangles_.size() >= least,
          fmt::format("mesh must have at least {} triangles that are no lines", least),
          fmt::format("{}", triangles_.size()));
  store_open_edges(find_open_edges());
  orient(form);
  check_closed();
}

std::vector<HullMesh::Edge> HullMesh::find_open_edges() const {
  std::map<Edge, Passes> passes;
  for (const MeshTriangle& triangle : triangles_) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = triangle[i], to = triangle[(i + 1) % 3];
      Passes& edge = passes[{std::min(from, to), std::max(from, to)}];
      ++(from < to ? edge.up : edge.down);
    }
  }
  std::vector<Edge> open;
  for (const auto& [edge, pass] : passes) {
    if (pass.up == pass.down) continue;
    require(pass.up + pass.down == 1,
            fmt::format("neighbouring triangles must run through their common edge in opposite "
                        "directions, as many one way as the other; from {} to {}",
                        place_of(vertices_[edge[0]]), place_of(vertices_[edge[1]])),
            fmt::format("{} and {}", pass.up, pass.down));
    open.push_back(edge);
  }
  return open;
}

double HullMesh::area() const {
  double sum = 0.0;
  for (const auto& [a, b, c] : triangles_) {
    sum += area_vector(vertices_[a], vertices_[b], vertices_[c]).norm();
  }
  return sum;
}

/// Stores open edges. A rim without area is that of a T-junction: a vertex on the edge of a
/// neighboring triangle.
void HullMesh::store_open_edges(const std::vector<Edge>& edges) {
  const double negligible = kClosed * area();
  std::size_t slits = 0, open = 0;
  for (const std::vector<Edge>& rim : rims_of(edges)) {
    double enclosed = 0.0;
    for (const Edge& edge : rim) {
      enclosed +=
          area_vector(vertices_[rim.front()[0]], vertices_[edge[0]], vertices_[edge[1]]).norm();
    }
    if (enclosed <= negligible) {
      slits += rim.size();
      continue;
    }
    open += rim.size();
    for (const Edge& edge : rim)
      open_vertices_.insert(open_vertices_.end(), edge.begin(), edge.end());
  }
  std::sort(open_vertices_.begin(), open_vertices_.end());
  open_vertices_.erase(std::unique(open_vertices_.begin(), open_vertices_.end()),
                       open_vertices_.end());
  if (slits > 0) {
    findings_.push_back({"mesh_t_junctions", Severity::kInfo,
                         fmt::format("mesh should have a triangle on both sides of every edge, got "
                                     "{} edges of slits without area along T-junctions",
                                     slits),
                         static_cast<double>(slits)});
  }
  if (open > 0) {
    findings_.push_back(
        {"mesh_open", Severity::kInfo,
         fmt::format("mesh is open along {} edges, which must stay above the water", open),
         static_cast<double>(open)});
  }
}

void HullMesh::orient(Form form) {
  Vector3 apex = Vector3::Zero();
  for (const std::uint32_t vertex : open_vertices_) apex += vertices_[vertex];
  if (!is_closed()) apex /= static_cast<double>(open_vertices_.size());
  for (const auto& [a, b, c] : triangles_) {
    const Vector3 from_apex = vertices_[a] - apex;
    volume_ += from_apex.dot(area_vector(vertices_[a], vertices_[b], vertices_[c])) / 3.0;
  }
  const double whole = area();
  const bool encloses = std::abs(volume_) > kClosed * whole * std::sqrt(whole);
  if (form == Form::kSurface && !encloses) {
    volume_ = 0.0;
    return;
  }
  require(volume_ != 0.0 && std::isfinite(volume_), "mesh must enclose a volume",
          fmt::format("{} m3", volume_));
  if (volume_ > 0.0) return;
  volume_ = -volume_;
  for (MeshTriangle& triangle : triangles_) std::swap(triangle[1], triangle[2]);
  findings_.push_back({"mesh_turned_over", Severity::kInfo,
                       "triangles of the mesh should be counter-clockwise seen from the water, "
                       "they are clockwise and were turned over",
                       0.0});
}

void HullMesh::check_closed() const {
  if (!is_closed()) return;
  Vector3 sum = Vector3::Zero();
  for (const auto& [a, b, c] : triangles_) {
    sum += area_vector(vertices_[a], vertices_[b], vertices_[c]);
  }
  const double whole = area();
  require(sum.norm() <= kClosed * whole,
          fmt::format("area vectors of a closed mesh must sum to 0 within {} of its area, {} m2",
                      kClosed, whole),
          fmt::format("{} m2", sum.norm()));
}

}  // namespace raftup::hydro
