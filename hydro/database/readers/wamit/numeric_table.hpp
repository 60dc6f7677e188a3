#pragma once

#include <optional>
#include <vector>

#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/text_lines.hpp"

namespace raftup::hydro {

/// What the rows of a numeric file of WAMIT hold. The columns tell it.
enum class WamitQuantity {
  kRadiation,     ///< .1: period, i, j, A[, B]
  kForce,         ///< .2 .3 .3fk .3sc: period, direction, i, modulus, phase, re, im
  kHydrostatics,  ///< .hst: i, j, C
  kDrift          ///< .7 .8 .9: period, two directions, i, modulus, phase, re, im
};

/// The numbers of a file, a row each.
struct WamitTable {
  std::vector<std::vector<double>> rows;
};

/// By the first row, or the second where the first is a heading; nothing where neither fits.
std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines);

/// All rows of a file of this quantity, which is not empty; A without B, at the periods -1 and 0,
/// gets B = 0. Dofs become 0-based.
/// @throws Error(kInvalidArgument) naming file, line and rule
WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity);

}  // namespace raftup::hydro
