/// @file What the readers of meshes share.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// As long as its number of facets, which is not 0, says.
bool is_binary_stl(std::span<const std::byte> bytes);

/// A mesh in the making: triangles whose corners are vertices of their own, a million at most.
class MeshParts {
 public:
  /// @throws Error(kInvalidArgument) beyond HullMesh::kMostTriangles
  void add_triangle(const Vector3& a, const Vector3& b, const Vector3& c);
  /// Fanned from the first corner.
  void add_polygon(const std::vector<Vector3>& corners);

  HullMesh finish() &&;

 private:
  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
};

/// Three numbers from a word of a line on.
/// @throws Error(kInvalidArgument) naming file, line and rule
Vector3 point_of(const SourceFile& file, const TextLine& line, std::size_t first_word);

}  // namespace raftup::hydro
