#include "hydro/wetted_mesh/filed_triangles.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

FiledTriangles::FiledTriangles(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  check_sizes();
  weld();
}

void FiledTriangles::check_sizes() const {
  require(triangles_.size() <= kMostTriangles,
          fmt::format("mesh must have at most {} triangles", kMostTriangles),
          fmt::format("{}", triangles_.size()));
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const bool within =
        (vertices_[i].array().abs() <= kFarthest).all();  // false of what is no number
    require(within, fmt::format("vertices[{}] must lie within {} m of the origin", i, kFarthest),
            fmt::format("({:.6g}, {:.6g}, {:.6g})", vertices_[i].x(), vertices_[i].y(),
                        vertices_[i].z()));
  }
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    for (const std::uint32_t corner : triangles_[i]) {
      require(corner < vertices_.size(),
              fmt::format("triangles[{}] must name one of the {} vertices", i, vertices_.size()),
              fmt::format("number {}", corner));
    }
  }
}

void FiledTriangles::weld() {
  std::map<std::array<double, 3>, std::uint32_t> places;
  std::vector<Vector3> kept;
  std::vector<MeshTriangle> triangles;
  for (MeshTriangle triangle : triangles_) {
    for (std::uint32_t& corner : triangle) {
      const Vector3 point = vertices_[corner] + Vector3::Zero();  // -0 becomes 0
      const auto next = static_cast<std::uint32_t>(kept.size());
      const auto [found, is_new] = places.try_emplace({point.x(), point.y(), point.z()}, next);
      if (is_new) kept.push_back(point);
      corner = found->second;
    }
    const auto [a, b, c] = triangle;
    if (a != b && b != c && c != a) triangles.push_back(triangle);
  }
  vertices_ = std::move(kept);
  triangles_ = std::move(triangles);
}

}  // namespace raftup::hydro
