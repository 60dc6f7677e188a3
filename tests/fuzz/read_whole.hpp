#pragma once

#include <span>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/hydro/database/database_difference.hpp"

namespace raftup::testing {

/// Reads what strangers send: it is refused in words, as their mistake, or the database that comes
/// out is whole.
inline void read_whole_or_refuse(std::span<const hydro::SourceFile> files,
                                 const hydro::SourceOptions& options) {
  try {
    const hydro::Database database = hydro::read_database(files, options);
    const hydro::Database again = hydro::read_raftup(hydro::write_raftup(database));
    must_hold(first_difference(database, again).empty(),
              "a database that is read is imported as it is, every number finite");
  } catch (const Error& error) {
    must_hold(error.code() == ErrorCode::kInvalidArgument,
              "what strangers send is their mistake, not ours");
  }
}

}  // namespace raftup::testing
