#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver {

/// What a line has besides the positions, velocities and tensions of its nodes.
struct LineTraits {
  bool rubs = false;   ///< true if the bottom has friction
  bool wound = false;  ///< true if a drum holds its first end
};

/// What the State of a simulation keeps of a line, as numbers in a fixed order: positions [m] and
/// velocities [m/s] of all nodes of its rod, tensions of its elements [N], elastic displacements of
/// the bottom [m] if it rubs, the forces on both ends [N], and if it is wound the length of its first
/// element [m], the reserve [m], and the rate [m/s] and force [N] of the drum.
struct LineValues {
  rods::RodState rod;
  /// Mean forces of the line on what holds its ends over the last step [N, world frame].
  std::array<Vector3, 2> end_force{Vector3::Zero(), Vector3::Zero()};

  /// Length that is out but not in the line, and that the drum gives to it bit by bit [m].
  double reserve = 0.0;
  double drum_rate = 0.0;   ///< what the drum has paid out per second in the last step [m/s]
  double drum_force = 0.0;  ///< mean force of the line on the drum in the last step [N]

  /// Values of a line of that many nodes, all zero.
  static LineValues zero(std::size_t nodes, const LineTraits& traits);
  /// Appends all numbers to a row of numbers.
  void pack(const LineTraits& traits, std::vector<double>& values) const;
  /// Reads the numbers from the front of `values`, and leaves the others there.
  static LineValues unpack(std::span<const double>& values, std::size_t nodes,
                           const LineTraits& traits);
};

}  // namespace raftup::solver
