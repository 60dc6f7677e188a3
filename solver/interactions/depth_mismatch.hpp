#pragma once

#include <optional>
#include <string>

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::solver {

/// Why the wave forces of a database are not those of a sea.
struct DepthMismatch {
  std::string rule;   ///< what its water_depth must be
  std::string found;  ///< what it is
};

/// A mismatch where the depths differ and waves as long as the sea's do not have the same frequency
/// in both to 1 %, but for waves that carry 1 % of its variance. In water deeper than about a third
/// of their length all depths are one, whatever the numbers say.
std::optional<DepthMismatch> find_depth_mismatch(const hydro::Sea& sea,
                                                 const hydro::Database& database);

}  // namespace raftup::solver
