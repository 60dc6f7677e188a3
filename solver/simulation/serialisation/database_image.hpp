#pragma once

#include "hydro/base/bytes.hpp"
#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"

namespace raftup::solver {

/// A database as bytes, to the bit: its arrays as hydro::arrays_of() has them.
void write(const hydro::Database& database, ByteWriter& out);

/// @throws Error(kDataLoss), and what hydro::validate() refuses
hydro::Database read_database(ByteReader& in);

void write(const hydro::DatabaseFamily& family, ByteWriter& out);

/// @throws Error(kDataLoss), and what hydro::make_database_family() refuses
hydro::DatabaseFamily read_family(ByteReader& in);

}  // namespace raftup::solver
