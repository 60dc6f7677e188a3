/// @file The record of a database for clients, and its coefficients.
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

/// The record of a database or a mesh for clients, which the store keeps beside its content. Its
/// state is READY.
v1::Database make_database_record(const DatabaseName& name, const FileContent& content,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created);

/// True if any coefficient couples two bodies.
bool has_body_interaction(const hydro::Database& database);

/// Arrays of a database, or of a node of a family, for the wire: the requested one or all that
/// exist, reduced to the rows of one body and the columns of another.
/// @param file must outlive the arrays
/// @throws ServiceError(kBadField) at "name" for a mesh, and at "dataset", "row_body",
///         "column_body" or "node" for what does not exist; (kNotFound) if the database has no such
///         data
std::vector<hydro::DatabaseArray> coefficients_of(const FileContent& file,
                                                  const v1::ReadCoefficientsRequest& asked);

}  // namespace raftup::server
