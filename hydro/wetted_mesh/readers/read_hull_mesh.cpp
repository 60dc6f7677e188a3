#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/wetted_mesh/readers/mesh_bytes.hpp"

namespace raftup::hydro {

namespace {

/// Number of bytes from which the format of a text is determined.
constexpr std::size_t kHeadLength = 65536;

/// Returns the beginning of a file as a file of its own.
SourceFile head_of(const SourceFile& file) {
  const auto length = std::min(file.bytes.size(), kHeadLength);
  return {file.name,
          {file.bytes.begin(), file.bytes.begin() + static_cast<std::ptrdiff_t>(length)}};
}

bool is_text(const SourceFile& head) {
  return std::find(head.bytes.begin(), head.bytes.end(), std::byte{0}) == head.bytes.end();
}

bool has_counts(std::string_view line, std::size_t count) {
  const std::vector<std::string_view> words = words_of(line);
  return words.size() >= count &&
         std::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count),
                     [](std::string_view word) { return parse_number(word).has_value(); });
}

bool is_obj(const std::vector<TextLine>& lines) {
  constexpr std::array<std::string_view, 9> kWords = {"v",      "vn",     "vt", "f", "o",
                                                      "mtllib", "usemtl", "g",  "s"};
  for (const TextLine& line : lines) {
    const std::string_view word = words_of(line.text).front();
    if (word.front() == '#') continue;
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
  }
  return false;
}

/// Returns true if a line of two numbers is followed by two lines that begin with integers, the
/// symmetries and the number of panels.
bool is_gdf(const std::vector<TextLine>& lines) {
  if (lines.size() < 5) return false;
  const std::size_t first = lines.front().number == 1 ? 1 : 0;  // a title may be blank
  if (!has_counts(lines[first].text, 2) || !has_counts(lines[first + 1].text, 2)) return false;
  const std::vector<std::string_view> symmetry = words_of(lines[first + 1].text);
  return symmetry[0].find('.') == std::string_view::npos &&
         symmetry[1].find('.') == std::string_view::npos && has_counts(lines[first + 2].text, 1) &&
         words_of(lines[first + 2].text).front().find('.') == std::string_view::npos;
}

}  // namespace

std::string_view name_of(MeshFormat format) {
  constexpr std::array<std::string_view, 4> kNames = {"stl", "stl", "obj", "gdf"};
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<MeshFormat> mesh_format(const SourceFile& file) {
  if (is_binary_stl(file.bytes)) return MeshFormat::kBinaryStl;
  const SourceFile head = head_of(file);
  if (!is_text(head)) return std::nullopt;
  const std::vector<TextLine> lines = lines_of(head);
  if (lines.empty()) return std::nullopt;
  const std::string_view first = words_of(lines.front().text).front();
  if (first == "solid" || first == "facet") return MeshFormat::kAsciiStl;
  if (is_obj(lines)) return MeshFormat::kObj;
  if (is_gdf(lines)) return MeshFormat::kGdf;
  return std::nullopt;
}

FiledTriangles read_triangles(const SourceFile& file) {
  const std::optional<MeshFormat> format = mesh_format(file);
  require(format.has_value(),
          fmt::format("{} must be a mesh: {}", file.name.empty() ? "the file" : file.name,
                      kMeshFormats));
  switch (*format) {
    case MeshFormat::kBinaryStl:
      return read_binary_stl(file);
    case MeshFormat::kAsciiStl:
      return read_ascii_stl(file);
    case MeshFormat::kObj:
      return read_obj(file);
    case MeshFormat::kGdf:
      break;
  }
  return read_gdf(file);
}

HullMesh read_hull_mesh(const SourceFile& file) { return HullMesh(read_triangles(file)); }

MeshFile make_mesh_file(std::string source_format, std::string sha256, FiledTriangles filed) {
  require(!filed.triangles().empty(), "mesh must have triangles that are no lines, got none");
  MeshFile file{std::move(source_format), std::move(sha256), std::move(filed), {}, {}, {}};
  try {
    file.hull = HullMesh(file.filed);
    file.findings = file.hull->findings();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kInvalidArgument) throw;
    file.why_no_hull = error.what();
    file.findings.push_back(
        {"mesh_no_hull", Severity::kWarning,
         fmt::format("mesh can be a shape and be shown, it is no hull that water "
                     "presses on: {}",
                     file.why_no_hull),
         0.0});
  }
  return file;
}

MeshFile read_mesh_file(const SourceFile& file) {
  FiledTriangles filed = read_triangles(file);
  return make_mesh_file(std::string(name_of(*mesh_format(file))), sha256(file.bytes),
                        std::move(filed));
}

}  // namespace raftup::hydro
