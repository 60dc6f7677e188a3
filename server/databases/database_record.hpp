/// @file The description of a database that clients receive, and its coefficients.
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

/// Makes the record of a database or mesh: the description that clients receive and that the store
/// keeps beside the content. Its state is READY.
v1::Database make_database_record(const DatabaseName& name, const FileContent& content,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created);

/// True if any coefficient of the database couples two bodies.
bool has_body_interaction(const hydro::Database& database);

/// Returns arrays of a database, or of one node of a family of databases: the array that the
/// request names, or all arrays. The arrays are reduced to the rows of one body and the columns of
/// another if the request asks for that.
/// @param file must outlive the arrays
/// @throws ServiceError(kBadField) for the field "name" if the file is a mesh, and for the field
///         "dataset", "row_body", "column_body" or "node" if the value does not exist;
///         ServiceError(kNotFound) if the database has no such data
std::vector<hydro::DatabaseArray> coefficients_of(const FileContent& file,
                                                  const v1::ReadCoefficientsRequest& asked);

}  // namespace raftup::server
