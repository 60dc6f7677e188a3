/// @file Meshes from files that are not trusted: sizes and counts are checked before memory is
///         allocated, and numbers before they are used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// The format of a mesh file, found from its content.
enum class MeshFormat { kBinaryStl, kAsciiStl, kObj, kGdf };

/// The formats in words, for messages.
inline constexpr std::string_view kMeshFormats = "STL, OBJ or GDF";

/// "stl", "stl", "obj", "gdf".
std::string_view name_of(MeshFormat format);

/// Determines the format by sizes and first words, never by the file's name; nothing if it is no
/// mesh.
std::optional<MeshFormat> mesh_format(const SourceFile& file);

/// The triangles of a file of any of the formats, all its parts as one, in its frame, m.
/// @throws Error(kInvalidArgument) naming the place in the file, the rule and the value
FiledTriangles read_triangles(const SourceFile& file);

/// The hull that the triangles of a file form.
/// @throws as read_triangles() and HullMesh
HullMesh read_hull_mesh(const SourceFile& file);

/// A mesh as a server stores it: triangles for shapes, and the hull that they form for the pressure
/// of water.
struct MeshFile {
  std::string source_format;  ///< name_of() its format
  std::string sha256;         ///< digest of the file's bytes, lower-case hex
  FiledTriangles filed;
  std::optional<HullMesh> hull;  ///< empty if the triangles form no hull
  std::string why_no_hull;       ///< rule and value; empty where there is one
  Findings findings;             ///< what was found in the file

  /// The vertices to draw [m]: those of the hull, or else of the triangles as filed.
  const std::vector<Vector3>& vertices() const {
    return hull ? hull->vertices() : filed.vertices();
  }
  const std::vector<MeshTriangle>& triangles() const {
    return hull ? hull->triangles() : filed.triangles();
  }
};

/// Makes a hull of the triangles if they form one.
/// @returns the file with the findings of the hull, or with the finding "mesh_no_hull"
MeshFile make_mesh_file(std::string source_format, std::string sha256, FiledTriangles filed);

/// Reads the triangles with read_triangles(), makes a hull of them if they form one, and adds the
/// format and the digest of the file.
MeshFile read_mesh_file(const SourceFile& file);

/// 80 bytes of anything, the number of facets, then 50 bytes a facet: normal, three corners (twelve
/// floats, little-endian), two bytes of anything. Normals are not used, corners that are equal to
/// the last bit are one vertex.
FiledTriangles read_binary_stl(const SourceFile& file);

/// "facet", "outer loop", three lines "vertex x y z" a facet.
FiledTriangles read_ascii_stl(const SourceFile& file);

/// Lines "v x y z" and "f i j k ..." (from 1, or negative from the last vertex so far; "i/t/n"
/// allowed), polygons fanned from their first corner; comments and all else are skipped.
FiledTriangles read_obj(const SourceFile& file);

/// WAMIT's low-order geometry: a title, "ULEN GRAV", "ISX ISY", "NPAN", then the twelve coordinates
/// of each panel; quadrilaterals are cut along a diagonal, planes of symmetry x = 0 and y = 0
/// mirror the panels. Coordinates are metres, so GRAV must be that of metres.
/// @source WAMIT User Manual, version 7, chapter 6
FiledTriangles read_gdf(const SourceFile& file);

}  // namespace raftup::hydro
