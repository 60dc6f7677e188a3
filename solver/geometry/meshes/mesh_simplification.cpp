#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "solver/geometry/collision/bounds.hpp"
#include "solver/geometry/meshes/mesh_repair.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

/// Error that no simplification reaches, relative to the size of the mesh.
constexpr float kAnyError = 1e6F;
constexpr std::size_t kFewest = 4;      ///< least number of triangles of a closed surface
constexpr std::size_t kFloatsEach = 3;  ///< number of coordinates of a vertex

/// Vertices in single precision relative to the middle of the mesh, so that a mesh far from its
/// origin loses no accuracy.
std::vector<float> positions_of(const TriangleMesh& mesh) {
  Bounds around;
  for (const Vector3& vertex : mesh.vertices) around.include(vertex);
  const Vector3 middle = 0.5 * (around.low + around.high);
  std::vector<float> positions;
  for (const Vector3& vertex : mesh.vertices) {
    const Vector3 from_middle = vertex - middle;
    for (const double x : from_middle) positions.push_back(static_cast<float>(x));
  }
  return positions;
}

void check_simplification(const TriangleMesh& mesh, double share,
                          const std::optional<double>& largest_error) {
  check_geometry(mesh);
  require(
      share > 0.0 && share <= 1.0,
      fmt::format("share of the triangles of a mesh must be above 0 and at most 1, got {}", share));
  const double error = largest_error.value_or(1.0);
  require(std::isfinite(error) && error > 0.0,
          fmt::format("largest error of a mesh must be positive and finite, got {} m", error));
  require(mesh.vertices.size() <= std::numeric_limits<unsigned>::max() / kFloatsEach,
          fmt::format("a mesh that is simplified must have less vertices, got {}",
                      mesh.vertices.size()));
}

/// Indices of triangles that coincide with another triangle of opposite orientation.
std::set<std::size_t> folds_of(const TriangleMesh& mesh) {
  std::map<std::array<std::size_t, 3>, std::size_t> alone;  // by its corners, the least one first
  std::set<std::size_t> folds;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    auto corners = mesh.triangles[i];
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    const auto back = alone.find({corners[0], corners[2], corners[1]});
    if (back == alone.end()) {
      alone.emplace(corners, i);
      continue;
    }
    folds.insert({back->second, i});
    alone.erase(back);
  }
  return folds;
}

/// Removes folds that the collapse of edges has made. Edges collapse to a fold, which encloses no
/// volume, if their ends have a further neighbor in common. Folds of a mesh that had folds before
/// are kept.
void leave_out_new_folds(const TriangleMesh& before, TriangleMesh& mesh) {
  if (!folds_of(before).empty()) return;
  const std::set<std::size_t> folds = folds_of(mesh);
  std::size_t index = 0;
  std::erase_if(mesh.triangles, [&](const auto& /*of*/) { return folds.contains(index++); });
}

}  // namespace

TriangleMesh simplified(const TriangleMesh& mesh, double share,
                        std::optional<double> largest_error) {
  check_simplification(mesh, share, largest_error);
  const std::vector<float> positions = positions_of(mesh);
  constexpr std::size_t kStride = kFloatsEach * sizeof(float);
  std::vector<unsigned> corners;
  for (const auto& triangle : mesh.triangles) {
    for (const std::size_t corner : triangle) corners.push_back(static_cast<unsigned>(corner));
  }
  const auto wanted = std::max(
      kFewest,
      to_integer<std::size_t>(std::ceil(share * static_cast<double>(mesh.triangles.size())),
                              "wanted triangles"));
  const float size = meshopt_simplifyScale(positions.data(), mesh.vertices.size(), kStride);
  const float error = largest_error ? static_cast<float>(*largest_error) / size : kAnyError;
  const unsigned options = mesh.terrain ? unsigned{meshopt_SimplifyLockBorder} : 0U;
  std::vector<unsigned> kept(corners.size());
  kept.resize(meshopt_simplify(kept.data(), corners.data(), corners.size(), positions.data(),
                               mesh.vertices.size(), kStride, std::min(3 * wanted, corners.size()),
                               error, options, nullptr));
  TriangleMesh result = mesh;
  result.triangles.clear();
  for (std::size_t i = 0; i + 2 < kept.size(); i += 3) {
    result.triangles.push_back({kept[i], kept[i + 1], kept[i + 2]});
  }
  leave_out_new_folds(mesh, result);
  require(!result.triangles.empty(),
          fmt::format("a mesh must keep triangles where it is simplified to {} of them, got none",
                      share));
  return without_loose_vertices(result);
}

}  // namespace raftup::solver
