#include "solver/geometry/meshes/mesh_repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

constexpr double kMostCells = 1e15;  ///< along an axis: beyond it neighbors are not told apart

/// Finds the first vertex within a distance of a point, by a grid of cells of that size.
class NearVertices {
 public:
  NearVertices(const std::vector<Vector3>& kept, double distance)
      : kept_(kept), distance_(distance) {}

  /// The index of the first vertex within the distance; if there is none, the point is added.
  std::size_t find_or_add(const Vector3& point) {
    const Cell cell = cell_of(point);
    std::size_t found = kept_.size();
    for_each_neighbor(cell, [&](const Cell& at) {
      const auto range = cells_.equal_range(at);
      for (auto one = range.first; one != range.second; ++one) {
        const bool near = (kept_[one->second] - point).norm() <= distance_;
        if (near) found = std::min(found, one->second);
      }
    });
    if (found == kept_.size()) cells_.emplace(cell, found);
    return found;
  }

 private:
  using Cell = std::array<double, 3>;

  /// The cell of a point; with distance 0, the position itself.
  Cell cell_of(const Vector3& point) const {
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double x = point[static_cast<Eigen::Index>(axis)] + 0.0;  // -0 becomes 0
      cell[axis] = distance_ > 0.0 ? std::floor(x / distance_) : x;
    }
    return cell;
  }

  template <typename Visit>
  void for_each_neighbor(const Cell& cell, const Visit& visit) const {
    if (distance_ == 0.0) return visit(cell);
    for (const double x : {-1.0, 0.0, 1.0}) {
      for (const double y : {-1.0, 0.0, 1.0}) {
        for (const double z : {-1.0, 0.0, 1.0}) {
          visit(Cell{cell[0] + x, cell[1] + y, cell[2] + z});
        }
      }
    }
  }

  const std::vector<Vector3>& kept_;
  double distance_;
  std::multimap<Cell, std::size_t> cells_;
};

using Edge = std::array<std::size_t, 2>;

/// The triangles at each edge; edges are given by their lower vertex first.
std::map<Edge, std::vector<std::size_t>> triangles_at_edges(const TriangleMesh& mesh) {
  std::map<Edge, std::vector<std::size_t>> found;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = corners[k], to = corners[(k + 1) % 3];
      found[{std::min(from, to), std::max(from, to)}].push_back(t);
    }
  }
  return found;
}

/// True if a triangle runs through an edge from its lower to its higher vertex.
bool runs_up(const std::array<std::size_t, 3>& corners, const Edge& edge) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (corners[k] == edge[0] && corners[(k + 1) % 3] == edge[1]) return true;
  }
  return false;
}

/// Orients triangles like their neighbors, from one triangle to the next.
class Turning {
 public:
  explicit Turning(TriangleMesh& mesh)
      : mesh_(mesh), at_edges_(triangles_at_edges(mesh)), reached_(mesh.triangles.size(), false) {
    for (const auto& [edge, triangles] : at_edges_) {
      require(
          triangles.size() <= 2,
          fmt::format("a mesh must have two triangles at an edge to be turned as its first one, "
                      "got {} from vertex {} to {}",
                      triangles.size(), edge[0], edge[1]));
    }
  }

  void run() {
    for (std::size_t first = 0; first < reached_.size(); ++first) {
      if (reached_[first]) continue;
      reached_[first] = true;
      front_ = {first};
      while (!front_.empty()) {
        const std::size_t next = front_.back();
        front_.pop_back();
        turn_neighbors(next);
      }
    }
  }

 private:
  void turn_neighbors(std::size_t triangle) {
    const auto corners = mesh_.triangles[triangle];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = corners[k], to = corners[(k + 1) % 3];
      const Edge edge{std::min(from, to), std::max(from, to)};
      for (const std::size_t other : at_edges_.at(edge)) {
        if (other != triangle) turn(other, edge, from > to);
      }
    }
  }

  void turn(std::size_t triangle, const Edge& edge, bool up) {
    auto& corners = mesh_.triangles[triangle];
    const bool right = runs_up(corners, edge) == up;
    require(right || !reached_[triangle],
            fmt::format("a mesh must have two sides to be turned as its first triangle, got one at "
                        "the edge from vertex {} to {}",
                        edge[0], edge[1]));
    if (reached_[triangle]) return;
    if (!right) std::swap(corners[1], corners[2]);
    reached_[triangle] = true;
    front_.push_back(triangle);
  }

  TriangleMesh& mesh_;
  std::map<Edge, std::vector<std::size_t>> at_edges_;
  std::vector<bool> reached_;
  std::vector<std::size_t> front_;
};

}  // namespace

TriangleMesh merged(const TriangleMesh& mesh, double distance) {
  check_geometry(mesh);
  require(std::isfinite(distance) && distance >= 0.0,
          fmt::format("merge distance of a mesh must not be negative and must be finite, got {} m",
                      distance));
  TriangleMesh result = mesh;
  result.vertices.clear();
  result.triangles.clear();
  NearVertices near(result.vertices, distance);
  std::vector<std::size_t> place;
  for (const Vector3& vertex : mesh.vertices) {
    require(distance == 0.0 || vertex.cwiseAbs().maxCoeff() < kMostCells * distance,
            fmt::format("merge distance of a mesh must be above {} of its coordinates, got {} m",
                        1.0 / kMostCells, distance));
    place.push_back(near.find_or_add(vertex));
    if (place.back() == result.vertices.size()) result.vertices.push_back(vertex);
  }
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::array corners{place[a], place[b], place[c]};
    const bool has_area =
        corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0];
    if (has_area) result.triangles.push_back(corners);
  }
  require(!result.triangles.empty(),
          fmt::format("a mesh must keep triangles where vertices within {} m become one, got none",
                      distance));
  return without_loose_vertices(result);
}

TriangleMesh turned_over(TriangleMesh mesh) {
  for (auto& corners : mesh.triangles) std::swap(corners[1], corners[2]);
  return mesh;
}

TriangleMesh turned_as_first(TriangleMesh mesh) {
  check_geometry(mesh);
  Turning(mesh).run();
  return mesh;
}

TriangleMesh without_loose_vertices(const TriangleMesh& mesh) {
  TriangleMesh result = mesh;
  std::vector<std::size_t> place(mesh.vertices.size(), 0);
  for (const auto& corners : mesh.triangles) {
    for (const std::size_t corner : corners) place[corner] = 1;
  }
  result.vertices.clear();
  for (std::size_t vertex = 0; vertex < place.size(); ++vertex) {
    if (place[vertex] == 0) continue;
    place[vertex] = result.vertices.size();
    result.vertices.push_back(mesh.vertices[vertex]);
  }
  for (auto& corners : result.triangles) {
    for (std::size_t& corner : corners) corner = place[corner];
  }
  return result;
}

TriangleMesh repaired(TriangleMesh mesh, const MeshRepair& repair) {
  check_geometry(mesh);
  if (repair.merge_distance) mesh = merged(mesh, *repair.merge_distance);
  if (repair.winding == Winding::kClockwise) mesh = turned_over(std::move(mesh));
  if (repair.winding == Winding::kFirstTriangle) mesh = turned_as_first(std::move(mesh));
  require(repair.triangle_share || !repair.largest_error,
          "largest error of a mesh must go with a share of its triangles, got none");
  if (!repair.triangle_share) return mesh;
  return simplified(mesh, *repair.triangle_share, repair.largest_error);
}

}  // namespace raftup::solver
