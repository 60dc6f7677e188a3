#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// Everything that the future of a rod depends on.
struct RodState {
  std::vector<Vector3> position;  ///< of all nodes, kept ones included [m, world frame]
  std::vector<Vector3> velocity;  ///< of all nodes [m/s, world frame]
  /// Tension of the elements [N], as the rows of the last step gave it.
  std::vector<double> tension;
  /// Elastic displacement of the bottom under each node, x and y of a vector in the plane of the
  /// bottom [m]; empty without friction.
  std::vector<Vector2> bottom_shear;

  /// Unstretched lengths of the first and the last element, if they come from a drum or an eye [m].
  std::array<double, 2> end_length{};

  /// Creep strain of the elements [1]; empty where none creeps, see Element.
  std::vector<double> creep = {};

  double twist = 0.0;  ///< angle of the torsion, see Twist, with all its turns [rad]

  /// Returns a rod without velocity and tension at the given positions.
  static RodState at_rest(std::vector<Vector3> position) {
    const std::size_t nodes = position.size();
    return {std::move(position),
            std::vector<Vector3>(nodes, Vector3::Zero()),
            std::vector<double>(nodes - 1, 0.0),
            {},
            {},
            {},
            0.0};
  }
};

}  // namespace raftup::solver::rods
