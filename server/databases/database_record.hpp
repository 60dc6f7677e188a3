#pragma once

#include <chrono>
#include <cstdint>

#include "hydro/database/database.hpp"
#include "raftup/v1/database.pb.h"
#include "server/databases/database_name.hpp"

namespace raftup::server {

/// What clients are told of a database, and what the store keeps beside its content. State READY.
v1::Database make_database_record(const DatabaseName& name, const hydro::Database& database,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created);

/// Whether any coefficient couples two bodies.
bool has_body_interaction(const hydro::Database& database);

}  // namespace raftup::server
