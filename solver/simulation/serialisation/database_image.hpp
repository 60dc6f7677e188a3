#pragma once

#include "hydro/base/bytes.hpp"
#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"

namespace raftup::solver {

/// Writes a database as bytes without loss: the arrays of hydro::arrays_of() in their order.
void write(const hydro::Database& database, ByteWriter& out);

/// Reads a database from the bytes that write() has written.
/// @throws Error(kDataLoss) if the bytes are damaged; any error of hydro::validate()
hydro::Database read_database(ByteReader& in);

void write(const hydro::DatabaseFamily& family, ByteWriter& out);

/// Reads a family of databases from the bytes that write() has written.
/// @throws Error(kDataLoss) if the bytes are damaged; any error of hydro::make_database_family()
hydro::DatabaseFamily read_family(ByteReader& in);

}  // namespace raftup::solver
