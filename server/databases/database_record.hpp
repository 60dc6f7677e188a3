/// @file What clients are told of a database: its record and its coefficients.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"
#include "raftup/v1/database.pb.h"
#include "server/databases/content.hpp"
#include "server/databases/database_name.hpp"

namespace raftup::server {

/// What clients are told of a database or a mesh, and what the store keeps beside its content.
/// State READY.
v1::Database make_database_record(const DatabaseName& name, const FileContent& content,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created);

/// Whether any coefficient couples two bodies.
bool has_body_interaction(const hydro::Database& database);

/// Arrays of a database for the wire: the one called `name`, or all that it has where `name` is
/// empty, cut down to the rows of one body and the columns of another.
/// @param row_body    of influenced dofs and of what each body has, 1 = the first; 0 = all
/// @param column_body of radiating dofs, 1 = the first; 0 = all
/// @throws ServiceError(kBadField) at "dataset", "row_body" or "column_body" for what does not
/// exist, (kNotFound) where the database has no such data
std::vector<hydro::DatabaseArray> coefficients_of(const hydro::Database& database,
                                                  const std::string& name, int row_body,
                                                  int column_body);

}  // namespace raftup::server
