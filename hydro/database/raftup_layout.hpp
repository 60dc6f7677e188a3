/// @file Names that the reader and the writer of Raftup's own layout share; private to
/// hydro/database.
#pragma once

#include <array>

namespace raftup::hydro::layout {

inline constexpr const char* kFormat = "raftup-database";
inline constexpr const char* kFormatVersion = "1";

inline constexpr std::array<const char*, 6> kDofNames = {"surge", "sway",  "heave",
                                                         "roll",  "pitch", "yaw"};
inline constexpr std::array<const char*, 3> kSeverityNames = {"info", "warning", "error"};

}  // namespace raftup::hydro::layout
