#pragma once

#include <optional>
#include <string>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Says which program a file is from that no reader takes, and what makes one of it that is read:
/// files of NEMOH, AQWA, OrcaFlex, HydroStar and HAMS.
/// @returns none where the file is of none of these
std::optional<std::string> foreign_format(const SourceFile& file);

/// Why a file of no known format is refused.
/// @param formats that it could have had
std::string refusal_of_unknown(const SourceFile& file, std::string_view formats);

}  // namespace raftup::hydro
