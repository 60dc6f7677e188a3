/// @file Readers of mesh files from untrusted sources: sizes and counts are checked before memory
///         is allocated, and numbers before they are used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::hydro {

/// The format of a mesh file. It is determined from the content of the file.
enum class MeshFormat { kBinaryStl, kAsciiStl, kObj, kGdf };

/// The names of the supported formats, for messages.
inline constexpr std::string_view kMeshFormats = "STL, OBJ or GDF";

/// Returns the name of a format: "stl" for both kinds of STL, "obj" or "gdf".
std::string_view name_of(MeshFormat format);

/// Determines the format of a file from its size and first words, never from its name. Returns
/// nothing if the file is not a mesh.
std::optional<MeshFormat> mesh_format(const SourceFile& file);

/// Reads the triangles of a mesh file of any supported format. All parts of the file form one mesh,
/// in the frame of the file [m].
/// @throws Error(kInvalidArgument) with the place in the file, the rule and the value
FiledTriangles read_triangles(const SourceFile& file);

/// Reads a mesh file as a hull.
/// @throws Error(kInvalidArgument) as read_triangles(), and if the triangles do not form a valid
///          HullMesh
HullMesh read_hull_mesh(const SourceFile& file);

/// A mesh file as a server stores it: its triangles, which serve as contact shapes, and the hull
/// that they form, which serves for the pressure of water [Pa].
struct MeshFile {
  std::string source_format;  ///< name of the format of the file, see name_of()
  std::string sha256;         ///< SHA-256 digest of the file's bytes, lower-case hexadecimal
  /// Triangles as in the file.
  FiledTriangles filed;
  std::optional<HullMesh> hull;  ///< hull, or empty if the triangles do not form a hull
  /// Rule and value for which the triangles do not form a hull; empty if they do.
  std::string why_no_hull;
  Findings findings;  ///< findings about the mesh

  /// Vertices for drawing [m]: those of the hull or, if there is none, those of the file.
  const std::vector<Vector3>& vertices() const {
    return hull ? hull->vertices() : filed.vertices();
  }
  /// Triangles for drawing: those of the hull or, if there is none, those of the file.
  const std::vector<MeshTriangle>& triangles() const {
    return hull ? hull->triangles() : filed.triangles();
  }
};

/// Creates a MeshFile from triangles, with a hull if the triangles form one.
/// @param source_format name of the format of the file
/// @param sha256        digest of the file's bytes, lower-case hexadecimal
/// @returns the file with the findings of the hull, or with the finding "mesh_no_hull"
MeshFile make_mesh_file(std::string source_format, std::string sha256, FiledTriangles filed);

/// Reads a mesh file: its triangles, the hull that they form if there is one, its format and its
/// digest.
/// @throws Error(kInvalidArgument) as read_triangles()
MeshFile read_mesh_file(const SourceFile& file);

/// Reads a binary STL file: 80 arbitrary bytes, the number of facets, then 50 bytes per facet. A
/// facet has a normal and three corners (twelve floats, little-endian) and two arbitrary bytes.
/// Normals are not used. Corners that are equal bit for bit become one vertex.
FiledTriangles read_binary_stl(const SourceFile& file);

/// Reads a text STL file. A facet is "facet", "outer loop" and three lines "vertex x y z".
FiledTriangles read_ascii_stl(const SourceFile& file);

/// Reads an OBJ file with lines "v x y z" for vertices and "f i j k ..." for polygons. Indices
/// count from 1, or backwards from the last vertex so far if negative; "i/t/n" is allowed. Polygons
/// are divided into triangles from their first corner. Comments and all other lines are skipped.
FiledTriangles read_obj(const SourceFile& file);

/// Reads a low-order geometry file of WAMIT (.gdf): a title, "ULEN GRAV", "ISX ISY", "NPAN", then
/// the twelve coordinates of each panel. Quadrilaterals are divided along a diagonal; the symmetry
/// planes x = 0 and y = 0 mirror the panels. Coordinates are in meters; GRAV must therefore be in
/// m/s2.
/// @source WAMIT User Manual, version 7, chapter 6
FiledTriangles read_gdf(const SourceFile& file);

}  // namespace raftup::hydro
