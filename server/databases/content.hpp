#pragma once

#include <string>
#include <variant>

#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "server/databases/content.pb.h"

namespace raftup::server {

/// Increased whenever the meaning of content.proto changes.
inline constexpr int kContentFormat = 2;

/// Converts the metadata and findings of a database to a message, without its arrays.
internal::v1::DatabaseContent provenance_content(const hydro::Database& database);

/// Converts a database to a message that contains every number, name and finding bit for bit.
internal::v1::DatabaseContent content_from_database(const hydro::Database& database);

/// Converts a message back to a database. Since the message may come from a broken process or a
/// damaged disk, it is checked as strictly as an uploaded file.
/// @throws Error(kDataLoss) if an array is missing or its size does not match its shape, if the
///         message has another format version, or if hydro::validate() refuses the database
hydro::Database database_from_content(const internal::v1::DatabaseContent& content);

/// The content of a file of the catalogue: a database, a mesh or a family of databases.
using FileContent = std::variant<hydro::Database, hydro::MeshFile, hydro::DatabaseFamily>;

/// The SHA-256 digest of the bytes of the file.
const std::string& sha256_of(const FileContent& file);

/// Converts the content of a file to a message. A mesh becomes two arrays, mesh_vertices and
/// mesh_triangles.
internal::v1::DatabaseContent message_from_content(const FileContent& file);

/// Converts a message back to the content of a file. The message is checked as strictly as in
/// database_from_content(), and the triangles of a mesh as strictly as those of an uploaded file.
FileContent content_from_message(const internal::v1::DatabaseContent& message);

}  // namespace raftup::server
