/// @file Numbers that the tests share.
#pragma once

#include <limits>

namespace raftup::testing {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegree = kPi / 180.0;                            ///< rad
inline constexpr double kGravity = 9.81;                                  ///< m/s^2
inline constexpr double kSeaWater = 1025.0;                               ///< kg/m^3
inline constexpr double kDeep = std::numeric_limits<double>::infinity();  ///< m, water depth

}  // namespace raftup::testing
