#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/mesh_bytes.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::hydro {

namespace {

constexpr std::size_t kCountOffset = 80, kFacetsOffset = 84, kFacetSize = 50;
constexpr std::size_t kCornersOffset = 12, kCornerSize = 12;  // behind the normal

std::uint32_t little_endian(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  }
  return value;
}

Vector3 corner_at(std::span<const std::byte> bytes, std::size_t offset) {
  Vector3 corner;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto bits = little_endian(bytes, offset + 4 * axis);
    corner[static_cast<Eigen::Index>(axis)] = static_cast<double>(std::bit_cast<float>(bits));
  }
  return corner;
}

}  // namespace

bool is_binary_stl(std::span<const std::byte> bytes) {
  if (bytes.size() < kFacetsOffset + kFacetSize) return false;
  return bytes.size() ==
         kFacetsOffset + kFacetSize * std::size_t{little_endian(bytes, kCountOffset)};
}

FiledTriangles read_binary_stl(const SourceFile& file) {
  const std::span<const std::byte> bytes(file.bytes);
  MeshParts mesh;
  for (std::size_t facet = kFacetsOffset; facet < bytes.size(); facet += kFacetSize) {
    const std::size_t corners = facet + kCornersOffset;
    mesh.add_triangle(corner_at(bytes, corners), corner_at(bytes, corners + kCornerSize),
                      corner_at(bytes, corners + 2 * kCornerSize));
  }
  return std::move(mesh).finish();
}

FiledTriangles read_ascii_stl(const SourceFile& file) {
  MeshParts mesh;
  std::vector<Vector3> corners;
  for (const TextLine& line : lines_of(file)) {
    const std::string_view word = words_of(line.text).front();
    if (word == "vertex") corners.push_back(point_of(file, line, 1));
    if (word != "endfacet") continue;
    if (corners.size() != 3) {
      refuse_line(file, line,
                  fmt::format("must end a facet of 3 vertices, ends one of {}", corners.size()));
    }
    mesh.add_polygon(corners);
    corners.clear();
  }
  require(corners.empty(), "the last facet must end with endfacet, the file ends before it");
  return std::move(mesh).finish();
}

}  // namespace raftup::hydro
