#include <fmt/format.h>

#include <charconv>

#include "hydro/wetted_mesh/readers/mesh_bytes.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::hydro {

namespace {

/// Returns the vertex to which "i", "i/t" or "i/t/n" refers.
const Vector3& corner_of(std::string_view word, const std::vector<Vector3>& vertices,
                         const SourceFile& file, const TextLine& line) {
  long number = 0;
  const std::string_view digits = word.substr(0, word.find('/'));
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = failure == std::errc() && end == digits.data() + digits.size();
  const auto count = static_cast<long>(vertices.size());
  const long index = number < 0 ? count + number : number - 1;
  if (!is_number || index < 0 || index >= count) {
    refuse_line(file, line,
                fmt::format("must name vertices among the {} before it, names {}", count, word));
  }
  return vertices[static_cast<std::size_t>(index)];
}

}  // namespace

FiledTriangles read_obj(const SourceFile& file) {
  std::vector<Vector3> vertices, corners;
  MeshParts mesh;
  for (const TextLine& line : lines_of(file)) {
    const std::vector<std::string_view> words = words_of(line.text);
    if (words.front() == "v") vertices.push_back(point_of(file, line, 1));
    if (words.front() != "f") continue;
    if (words.size() < 4) refuse_line(file, line, "must be a face of at least 3 vertices");
    corners.clear();
    for (std::size_t i = 1; i < words.size(); ++i) {
      corners.push_back(corner_of(words[i], vertices, file, line));
    }
    mesh.add_polygon(corners);
  }
  return std::move(mesh).finish();
}

}  // namespace raftup::hydro
