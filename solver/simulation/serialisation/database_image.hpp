#pragma once

#include "hydro/base/bytes.hpp"
#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"

namespace raftup::solver {

/// Writes a database as bytes, bit for bit: the arrays of hydro::arrays_of() in their order.
void write(const hydro::Database& database, ByteWriter& out);

/// Reads what write() has written.
/// @throws Error(kDataLoss) if the bytes are damaged; what hydro::validate() throws
hydro::Database read_database(ByteReader& in);

void write(const hydro::DatabaseFamily& family, ByteWriter& out);

/// Reads a family of databases.
/// @throws Error(kDataLoss) if the bytes are damaged; what hydro::make_database_family() throws
hydro::DatabaseFamily read_family(ByteReader& in);

}  // namespace raftup::solver
