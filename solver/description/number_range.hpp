/// @file The range of the numbers of a model and of its motion, in SI units. It is far beyond what
/// any vessel needs, and far enough inside that of a double that products and quotients of several
/// such numbers stay finite: energies, powers and torques are numbers wherever the motion is one.
#pragma once

#include <cmath>

namespace raftup::solver {

inline constexpr double kLargestNumber = 1e60;   ///< magnitude of a number of a model or an input
inline constexpr double kLeastPositive = 1e-60;  ///< of a number that must be positive
inline constexpr double kLargestState = 1e50;    ///< magnitude of poses, velocities and momenta

/// False of what is no number, too.
inline bool is_within_range(double value) { return std::abs(value) <= kLargestNumber; }

}  // namespace raftup::solver
