#pragma once

#include <string>
#include <variant>

#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "server/databases/content.pb.h"

namespace raftup::server {

inline constexpr int kContentFormat = 2;  ///< raised whenever content.proto changes its meaning

/// What a database says of itself and what was found in it, without its arrays.
internal::v1::DatabaseContent provenance_content(const hydro::Database& database);

/// A database as a message: every number, name and finding, to the bit.
internal::v1::DatabaseContent content_from_database(const hydro::Database& database);

/// The inverse. The message may come from a broken process or a damaged disk: it is checked as
/// strictly as a file.
/// @throws Error(kDataLoss) where an array is missing or does not fit its shape, another format
/// version wrote it, or hydro::validate() refuses the result
hydro::Database database_from_content(const internal::v1::DatabaseContent& content);

/// What a file of the catalogue holds.
using FileContent = std::variant<hydro::Database, hydro::MeshFile, hydro::DatabaseFamily>;

/// Digest of the file's bytes.
const std::string& sha256_of(const FileContent& file);

/// Any of them as a message. A mesh is a database of two arrays, mesh_vertices and mesh_triangles.
internal::v1::DatabaseContent message_from_content(const FileContent& file);

/// The inverse, as strict as database_from_content(); the triangles of a mesh are checked as those
/// of a file.
FileContent content_from_message(const internal::v1::DatabaseContent& message);

}  // namespace raftup::server
