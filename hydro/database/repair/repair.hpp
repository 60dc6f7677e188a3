#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Repairs of data that a user asks for; none is ever done unasked.
struct RepairOptions {
  bool symmetrise = false;     ///< A, B, A_inf and K become (M + M^T) / 2
  bool drop_outliers = false;  ///< spikes in A and B are bridged (repair/outliers.hpp)
  bool extend_tail = false;    ///< B goes on as omega^-3 (repair/damping_tail.hpp)
  bool fit_infinite = false;   ///< A_inf becomes the one that A and B have by Ogilvie's relation

  bool any() const { return symmetrise || drop_outliers || extend_tail || fit_infinite; }
};

/// Does what is asked for, in the order of the options, and checks the result again. Every repair
/// stands in the history, and in the findings with the largest change that it made and where.
/// What the checks said of the data before stays among the findings. Data that need no repair keep
/// every bit, but for those of an asymmetry in the last place.
/// @throws Error(kInvalidArgument) where the database lacks what a repair works on
Database repair(Database database, const RepairOptions& options);

}  // namespace raftup::hydro
