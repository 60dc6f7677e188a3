/// @file Functions that the readers of meshes share.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/filed_triangles.hpp"

namespace raftup::hydro {

/// Returns true if the file is a binary STL file: its length is that which its number of facets, at
/// least one, requires.
bool is_binary_stl(std::span<const std::byte> bytes);

/// A mesh under construction. Each triangle has vertices of its own; there are at most a million
/// triangles.
class MeshParts {
 public:
  /// Adds a triangle with the corners a, b and c [m].
  /// @throws Error(kInvalidArgument) beyond FiledTriangles::kMostTriangles
  void add_triangle(const Vector3& a, const Vector3& b, const Vector3& c) {
    require(triangles_.size() < FiledTriangles::kMostTriangles,
            fmt::format("mesh must have at most {} triangles, has more",
                        FiledTriangles::kMostTriangles));
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vector3& corner : {a, b, c}) vertices_.push_back(corner);
    triangles_.push_back({first, first + 1, first + 2});
  }
  /// Divides a polygon into triangles between its first corner and each side that does not touch
  /// it.
  void add_polygon(const std::vector<Vector3>& corners) {
    for (std::size_t i = 2; i < corners.size(); ++i) {
      add_triangle(corners[0], corners[i - 1], corners[i]);
    }
  }

  /// Returns the triangles, with equal vertices merged.
  FiledTriangles finish() && { return {std::move(vertices_), std::move(triangles_)}; }

 private:
  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
};

/// Reads three numbers of a line as a point [m], from the word with the index `first_word` on.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
inline Vector3 point_of(const SourceFile& file, const TextLine& line, std::size_t first_word) {
  const std::vector<std::string_view> words = words_of(line.text);
  Vector3 point;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto value =
        first_word + axis < words.size() ? parse_number(words[first_word + axis]) : std::nullopt;
    if (!value) refuse_line(file, line, "must have three coordinates");
    point[static_cast<Eigen::Index>(axis)] = *value;
  }
  return point;
}

}  // namespace raftup::hydro
