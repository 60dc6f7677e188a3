#pragma once

#include <numbers>

namespace raftup::hydro {

inline constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

}  // namespace raftup::hydro
