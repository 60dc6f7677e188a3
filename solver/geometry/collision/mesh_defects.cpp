#include "solver/geometry/collision/mesh_defects.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/disjoint_sets.hpp"
#include "solver/geometry/collision/bounds.hpp"
#include "solver/geometry/collision/surface_hits.hpp"

namespace raftup::solver {

namespace {

/// A triangle has no area if twice its area is below this share of its longest edge squared.
constexpr double kNoArea = 1e-12;
/// Relative distance from the rim of a triangle below which a point only touches it.
constexpr double kWithin = 1e-9;
/// Tolerance for vertices on the sides of the rectangle, relative to the size of the terrain.
constexpr double kOnRectangle = 1e-6;
constexpr std::size_t kMostCrossed = 100'000;

using Corners = std::array<std::size_t, 3>;

/// The number of defects of a kind, and the place of the first.
struct Tally {
  std::size_t count = 0;
  Vector3 place = Vector3::Zero();

  void add(const Vector3& at) {
    if (count++ == 0) place = at;
  }
};

/// Numbers of triangles that run through an edge from the lower to the higher vertex, and backward.
struct EdgeUse {
  std::size_t forward = 0, backward = 0;
  std::size_t triangles() const { return forward + backward; }
};
using Edges = std::map<std::array<std::size_t, 2>, EdgeUse>;

class MeshExamination {
 public:
  explicit MeshExamination(const TriangleMesh& mesh) : mesh_(mesh) {}

  std::vector<MeshDefect> defects() {
    examine_vertices();
    examine_triangles();
    examine_edges();
    if (mesh_.terrain) {
      examine_rim();
    } else if (closed() && volume() < 0.0) {
      of(MeshDefectKind::kInsideOut).add(middle(mesh_.triangles.front()));
    }
    if (mesh_.triangles.size() <= kMostCrossed) find_crossings();
    std::vector<MeshDefect> found;
    for (std::size_t kind = 0; kind < tallies_.size(); ++kind) {
      const Tally& tally = tallies_[kind];
      if (tally.count == 0) continue;
      found.push_back({static_cast<MeshDefectKind>(kind), tally.count, tally.place});
    }
    return found;
  }

 private:
  Tally& of(MeshDefectKind kind) { return tallies_[static_cast<std::size_t>(kind)]; }
  const Vector3& at(std::size_t vertex) const { return mesh_.vertices[vertex]; }
  Vector3 middle(const Corners& corners) const {
    return (at(corners[0]) + at(corners[1]) + at(corners[2])) / 3.0;
  }
  Vector3 middle(const Edges::value_type& edge) const {
    return 0.5 * (at(edge.first[0]) + at(edge.first[1]));
  }

  /// Finds vertices at equal positions by sorting the vertices by position, and unreferenced
  /// vertices.
  void examine_vertices() {
    std::vector<std::size_t> order(mesh_.vertices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [this](std::size_t vertex) {
      return std::array{at(vertex).x(), at(vertex).y(), at(vertex).z()};
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(key(a), a) < std::pair(key(b), b);
    });
    first_at_place_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool same = i > 0 && at(order[i]) == at(order[i - 1]);
      first_at_place_[order[i]] = same ? first_at_place_[order[i - 1]] : order[i];
    }
    std::vector<bool> referenced(order.size(), false);
    for (const Corners& corners : mesh_.triangles) {
      for (const std::size_t corner : corners) referenced[corner] = true;
    }
    for (std::size_t vertex = 0; vertex < order.size(); ++vertex) {
      if (!referenced[vertex]) of(MeshDefectKind::kUnreferencedVertices).add(at(vertex));
      if (first_at_place_[vertex] == vertex) continue;
      of(MeshDefectKind::kUnmergedVertices).add(at(vertex));
    }
  }

  bool flat(const Corners& corners) const {
    const Vector3 a = at(corners[1]) - at(corners[0]), b = at(corners[2]) - at(corners[0]);
    const double longest = std::max({a.squaredNorm(), b.squaredNorm(), (a - b).squaredNorm()});
    return !(a.cross(b).norm() > kNoArea * longest);
  }

  void examine_triangles() {
    std::map<Corners, std::size_t> times;
    for (const Corners& corners : mesh_.triangles) {
      if (flat(corners)) of(MeshDefectKind::kDegenerateTriangles).add(middle(corners));
      Corners sorted = corners;
      std::sort(sorted.begin(), sorted.end());
      if (times[sorted]++ > 0) of(MeshDefectKind::kDuplicateTriangles).add(middle(corners));
    }
  }

  void examine_edges() {
    for (const Corners& corners : mesh_.triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = corners[k], to = corners[(k + 1) % 3];
        EdgeUse& use = edges_[{std::min(from, to), std::max(from, to)}];
        ++(from < to ? use.forward : use.backward);
      }
    }
    for (const Edges::value_type& edge : edges_) {
      const EdgeUse& use = edge.second;
      if (use.triangles() > 2) {
        of(MeshDefectKind::kCrowdedEdges).add(middle(edge));
      } else if (use.triangles() == 2 && use.forward != 1) {
        of(MeshDefectKind::kFlippedEdges).add(middle(edge));
      } else if (use.triangles() == 1 && !mesh_.terrain) {
        of(MeshDefectKind::kOpenEdges).add(middle(edge));
      }
    }
  }

  bool closed() {
    return of(MeshDefectKind::kOpenEdges).count + of(MeshDefectKind::kFlippedEdges).count +
               of(MeshDefectKind::kCrowdedEdges).count ==
           0;
  }

  double volume() const {
    double six_times = 0.0;
    for (const Corners& corners : mesh_.triangles) {
      const Vector3& origin = at(mesh_.triangles.front()[0]);
      six_times +=
          (at(corners[0]) - origin).dot((at(corners[1]) - origin).cross(at(corners[2]) - origin));
    }
    return six_times / 6.0;
  }

  /// Checks that the open edges of a terrain are the sides of a rectangle only.
  void examine_rim() {
    Bounds around;
    for (const Corners& corners : mesh_.triangles) {
      for (const std::size_t corner : corners) around.include(at(corner));
    }
    const Vector3 size = around.high - around.low;
    const double near = kOnRectangle * size.head<2>().norm();
    DisjointSets loops(mesh_.vertices.size());
    std::map<std::size_t, bool> rim;  // by vertex: whether it lies on a side
    for (const auto& [ends, use] : edges_) {
      if (use.triangles() != 1) continue;
      loops.link(ends[0], ends[1]);
      for (const std::size_t end : ends) {
        const Vector3 below = at(end) - around.low, above = around.high - at(end);
        rim[end] = std::min(below.head<2>().minCoeff(), above.head<2>().minCoeff()) <= near;
      }
    }
    const std::vector<std::size_t>& labels = loops.labels();
    std::map<std::size_t, bool> outer;  // by loop: whether any vertex lies on a side
    for (const auto& [vertex, on_side] : rim) outer[labels[vertex]] |= on_side;
    std::map<std::size_t, bool> told;
    for (const auto& [vertex, on_side] : rim) {
      const std::size_t loop = labels[vertex];
      if (outer[loop] && !on_side) of(MeshDefectKind::kSkewedRim).add(at(vertex));
      if (!outer[loop] && !std::exchange(told[loop], true)) {
        of(MeshDefectKind::kHoles).add(at(vertex));
      }
    }
  }

  bool share_a_place(const Corners& one, const Corners& two) const {
    return std::any_of(one.begin(), one.end(), [&](std::size_t a) {
      return std::any_of(two.begin(), two.end(),
                         [&](std::size_t b) { return first_at_place_[a] == first_at_place_[b]; });
    });
  }

  /// True if a point in the plane of a triangle is inside the triangle, not on its rim.
  bool within(const Vector3& point, const Corners& corners) const {
    const Vector3 normal = (at(corners[1]) - at(corners[0])).cross(at(corners[2]) - at(corners[0]));
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3& from = at(corners[k]);
      const Vector3 edge = at(corners[(k + 1) % 3]) - from;
      if (normal.dot(edge.cross(point - from)) <= kWithin * normal.squaredNorm()) return false;
    }
    return true;
  }

  void find_crossings() {
    const MeshSurface surface(mesh_);
    for (const Edges::value_type& edge : edges_) {
      check_cancelled();
      const Corners ends{edge.first[0], edge.first[1], edge.first[1]};
      const PosedLine line{at(ends[0]), at(ends[1]) - at(ends[0])};
      for (const SurfaceHit& hit : surface_hits(line, surface, kWithin, 1.0 - kWithin)) {
        const Corners& crossed = mesh_.triangles[hit.index];
        const Vector3 point = line.begin + hit.t * line.way;
        if (share_a_place(ends, crossed) || !within(point, crossed)) continue;
        of(MeshDefectKind::kSelfIntersections).add(point);
        break;
      }
    }
  }

  const TriangleMesh& mesh_;
  /// For each vertex, the first vertex at the same position.
  std::vector<std::size_t> first_at_place_;
  Edges edges_;
  std::array<Tally, names_of(MeshDefectKind{}).size()> tallies_;
};

}  // namespace

std::vector<MeshDefect> find_defects(const TriangleMesh& mesh) {
  return MeshExamination(mesh).defects();
}

}  // namespace raftup::solver
