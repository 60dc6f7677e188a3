/// @file Hull meshes from files, whose bytes are distrusted: sizes and counts are checked before
/// anything is allocated, numbers before they are used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// What a mesh file is, by its content.
enum class MeshFormat { kBinaryStl, kAsciiStl, kObj, kGdf };

/// "stl", "stl", "obj", "gdf".
std::string_view name_of(MeshFormat format);

/// Tells formats by sizes and first words, never by the file's name; none where it is no mesh.
std::optional<MeshFormat> mesh_format(const SourceFile& file);

/// The mesh of a file of any of the formats, in its frame, m.
/// @throws Error(kInvalidArgument) naming the place in the file, the rule and the value
HullMesh read_hull_mesh(const SourceFile& file);

/// A mesh as a server keeps it.
struct MeshFile {
  std::string source_format;  ///< name_of() its format
  std::string sha256;         ///< digest of the file's bytes, lower-case hex
  HullMesh mesh;
  Findings findings;  ///< what was found in the file: of the mesh as filed
};

/// read_hull_mesh() with what the file is.
MeshFile read_mesh_file(const SourceFile& file);

/// 80 bytes of anything, the number of facets, then 50 bytes a facet: normal, three corners (twelve
/// floats, little-endian), two bytes of anything. Normals are not used, corners that are equal to
/// the last bit are one vertex.
HullMesh read_binary_stl(const SourceFile& file);

/// "facet", "outer loop", three lines "vertex x y z" a facet.
HullMesh read_ascii_stl(const SourceFile& file);

/// Lines "v x y z" and "f i j k ..." (from 1, or negative from the last vertex so far; "i/t/n"
/// allowed), polygons fanned from their first corner; comments and all else are skipped.
HullMesh read_obj(const SourceFile& file);

/// WAMIT's low-order geometry: a title, "ULEN GRAV", "ISX ISY", "NPAN", then the twelve coordinates
/// of each panel; quadrilaterals are cut along a diagonal, planes of symmetry x = 0 and y = 0
/// mirror the panels. Coordinates are metres, so GRAV must be that of metres.
/// @source WAMIT User Manual, version 7, chapter 6
HullMesh read_gdf(const SourceFile& file);

}  // namespace raftup::hydro
