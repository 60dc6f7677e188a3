#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/wetted_mesh/readers/mesh_bytes.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::hydro {

namespace {

constexpr double kLeastGravity = 9.7, kMostGravity = 9.9;  ///< m/s2
constexpr std::size_t kCoordinates = 12;                   ///< of a panel

struct Heading {
  bool mirror_x = false, mirror_y = false;
  std::size_t panels = 0;
  std::size_t lines = 0;  ///< number of lines of the heading
};

/// Returns the first numbers of a line; the rest of the line is a comment.
std::vector<double> leading_numbers(const SourceFile& file, const TextLine& line,
                                    std::size_t count) {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(line.text)) {
    const std::optional<double> value = parse_number(word);
    if (!value || numbers.size() == count) break;
    numbers.push_back(*value);
  }
  if (numbers.size() < count)
    refuse_line(file, line, fmt::format("must begin with {} numbers", count));
  return numbers;
}

bool symmetry_of(double number, const SourceFile& file, const TextLine& line) {
  if (number != 0.0 && number != 1.0) refuse_line(file, line, "must be ISX ISY, each 0 or 1");
  return number == 1.0;
}

Heading read_heading(const SourceFile& file, const std::vector<TextLine>& lines) {
  const std::size_t first = !lines.empty() && lines.front().number == 1 ? 1 : 0;
  require(lines.size() >= first + 3, "a GDF file must have ULEN, ISX and NPAN, it ends before");
  const double gravity = leading_numbers(file, lines[first], 2)[1];
  const bool in_meters =
      gravity >= kLeastGravity && gravity <= kMostGravity;  // not where it is nan
  if (!in_meters) {
    refuse_line(
        file, lines[first],
        fmt::format("must have GRAV of {} to {} m/s2, for metres", kLeastGravity, kMostGravity));
  }
  const std::vector<double> symmetry = leading_numbers(file, lines[first + 1], 2);
  const double panels = leading_numbers(file, lines[first + 2], 1)[0];
  const bool possible =
      panels >= 1.0 && panels <= static_cast<double>(FiledTriangles::kMostTriangles);
  if (!possible) {
    refuse_line(file, lines[first + 2],
                fmt::format("must be NPAN, 1 to {}", FiledTriangles::kMostTriangles));
  }
  return {symmetry_of(symmetry[0], file, lines[first + 1]),
          symmetry_of(symmetry[1], file, lines[first + 1]), to_integer<std::size_t>(panels, "NPAN"),
          first + 3};
}

/// Adds a panel and its mirror images; a mirror image reverses the order of the corners.
void add_images(const std::vector<Vector3>& panel, const Heading& heading, MeshParts& mesh) {
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      if ((x < 0.0 && !heading.mirror_x) || (y < 0.0 && !heading.mirror_y)) continue;
      std::vector<Vector3> image;
      for (const Vector3& corner : panel)
        image.emplace_back(x * corner.x(), y * corner.y(), corner.z());
      if (x * y < 0.0) std::reverse(image.begin(), image.end());
      mesh.add_polygon(image);
    }
  }
}

}  // namespace

FiledTriangles read_gdf(const SourceFile& file) {
  const std::vector<TextLine> lines = lines_of(file);
  const Heading heading = read_heading(file, lines);
  MeshParts mesh;
  std::vector<double> coordinates;
  std::size_t panels = 0;
  for (std::size_t i = heading.lines; i < lines.size() && panels < heading.panels; ++i) {
    for (const std::string_view word : words_of(lines[i].text)) {
      const std::optional<double> value = parse_number(word);
      if (!value) refuse_line(file, lines[i], "must be coordinates");
      coordinates.push_back(*value);
      if (coordinates.size() < kCoordinates) continue;
      std::vector<Vector3> panel;
      for (std::size_t k = 0; k < kCoordinates; k += 3) {
        panel.emplace_back(coordinates[k], coordinates[k + 1], coordinates[k + 2]);
      }
      if (panels < heading.panels) add_images(panel, heading, mesh);
      ++panels;
      coordinates.clear();
    }
  }
  require(panels >= heading.panels,
          fmt::format("a GDF file must have the {} panels of its NPAN", heading.panels),
          fmt::format("{}", panels));
  return std::move(mesh).finish();
}

}  // namespace raftup::hydro
