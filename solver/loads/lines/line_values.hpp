#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver {

/// What a line has besides the positions, velocities and tensions of its nodes.
struct LineTraits {
  bool rubs = false;  ///< true if the bottom has friction
  /// True for an end at a drum or an eye, whose element changes its length.
  std::array<bool, 2> slides{false, false};
  bool twists = false;  ///< true if it has torsion
  bool creeps = false;  ///< true if an element creeps
};

/// What a line keeps of an end at a drum or an eye.
struct SlidingEnd {
  /// Length that is out but not in the line, and that the drum gives to it bit by bit [m].
  double reserve = 0.0;
  double rate = 0.0;  ///< length that has come into the line per second in the last step [m/s]
  /// Mean force of the line on its length in the last step [N], see rods::Drum.
  double force = 0.0;
};

/// What the State of a simulation keeps of a line, as numbers in a fixed order: positions [m] and
/// velocities [m/s] of all nodes of its rod, tensions of its elements [N], elastic displacements of
/// the bottom [m] if it rubs, the forces on both ends [N], for each end that slides the length of its
/// element [m] and a SlidingEnd, if it has torsion the angle [rad] and the torque [N m], and if it
/// creeps the creep strain of its elements [1].
struct LineValues {
  rods::RodState rod;
  /// Mean forces of the line on what holds its ends over the last step [N, world frame].
  std::array<Vector3, 2> end_force{Vector3::Zero(), Vector3::Zero()};

  std::array<SlidingEnd, 2> sliding{};
  double torque = 0.0;  ///< mean torque in the last step [N m]

  /// Values of a line of that many nodes, all zero.
  static LineValues zero(std::size_t nodes, const LineTraits& traits);
  /// Appends all numbers to a row of numbers.
  void pack(const LineTraits& traits, std::vector<double>& values) const;
  /// Reads the numbers from the front of `values`, and leaves the others there.
  static LineValues unpack(std::span<const double>& values, std::size_t nodes,
                           const LineTraits& traits);
};

}  // namespace raftup::solver
