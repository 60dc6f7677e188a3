#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver {

/// What the State of a simulation keeps of a line, as numbers in a fixed order: positions [m] and
/// velocities [m/s] of all nodes of its rod, tensions of its elements [N], elastic displacements of
/// the bottom [m] if it rubs, and the forces on both ends [N].
struct LineValues {
  rods::RodState rod;
  /// Mean forces of the line on what holds its ends over the last step [N, world frame].
  std::array<Vector3, 2> end_force{Vector3::Zero(), Vector3::Zero()};

  /// Appends all numbers to a row of numbers.
  void pack(std::vector<double>& values) const;
  /// Reads the numbers from the front of `values`, and leaves the others there.
  /// @param rubs true if the rod keeps displacements of the bottom
  static LineValues unpack(std::span<const double>& values, const rods::DiscreteRod& rod,
                           bool rubs);
};

}  // namespace raftup::solver
