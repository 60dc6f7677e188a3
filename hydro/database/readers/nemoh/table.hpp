/// @file Tables of numbers in the text format of Tecplot, as NEMOH writes its results.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// One zone of a table: its title and its rows, which begin with the frequency.
struct NemohZone {
  TextLine heading;     ///< the line "Zone t=..."
  std::string title;    ///< between the quotes behind t=
  RowMajorMatrix rows;  ///< one row for each frequency
};

/// Reads the zones of a file. Numbers of a row may stand on several lines, as in exports of other
/// programs; the number of rows is that of the zone (I=).
/// @param columns numbers of a row
/// @throws Error(kInvalidArgument) with the file, the line and the rule; also where the frequency is
///          not in rad/s
std::vector<NemohZone> read_nemoh_table(const SourceFile& file, Eigen::Index columns);

/// The number behind a word in the title of a zone, such as 30 in "beta =  30.000 deg".
/// @throws Error(kInvalidArgument) with the file, the line and the rule
double nemoh_number_after(const SourceFile& file, const NemohZone& zone, std::string_view word);

}  // namespace raftup::hydro
