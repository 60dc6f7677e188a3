#pragma once

#include <string>
#include <variant>

#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "server/databases/content.pb.h"

namespace raftup::server {

inline constexpr int kContentFormat = 2;  ///< raised whenever content.proto changes its meaning

/// The metadata and findings of a database, without its arrays.
internal::v1::DatabaseContent provenance_content(const hydro::Database& database);

/// A database as a message: every number, name and finding, bit for bit.
internal::v1::DatabaseContent content_from_database(const hydro::Database& database);

/// The inverse. Since the message may come from a broken process or a damaged disk, it is checked
/// as strictly as a file.
/// @throws Error(kDataLoss) if an array is missing or does not fit its shape, if another format
///         version wrote it, or if hydro::validate() refuses the result
hydro::Database database_from_content(const internal::v1::DatabaseContent& content);

/// The content of a file of the catalogue.
using FileContent = std::variant<hydro::Database, hydro::MeshFile, hydro::DatabaseFamily>;

/// Digest of the file's bytes.
const std::string& sha256_of(const FileContent& file);

/// The content as a message. A mesh is represented by two arrays, mesh_vertices and mesh_triangles.
internal::v1::DatabaseContent message_from_content(const FileContent& file);

/// The inverse, as strict as database_from_content(); the triangles of a mesh are checked like
/// those of a file.
FileContent content_from_message(const internal::v1::DatabaseContent& message);

}  // namespace raftup::server
