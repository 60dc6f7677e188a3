#pragma once

#include "hydro/database/database.hpp"
#include "server/databases/content.pb.h"

namespace raftup::server {

inline constexpr int kContentFormat = 1;  ///< raised whenever content.proto changes its meaning

/// A database as a message: every number, name and finding, to the bit.
internal::v1::DatabaseContent content_from_database(const hydro::Database& database);

/// The inverse. The message may come from a broken process or a damaged disk: it is checked as
/// strictly as a file.
/// @throws Error(kDataLoss) where a count does not fit the shapes, another format version wrote it,
/// or hydro::validate() refuses the result
hydro::Database database_from_content(const internal::v1::DatabaseContent& content);

}  // namespace raftup::server
