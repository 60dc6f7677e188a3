#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Where the second body of a pair stands: x, y [m] of its centre of gravity from that of the
/// first, and the heading of its bow [rad], all in the heading frame of the first.
using Configuration = Vector3;

constexpr Eigen::Index kHeadingCoordinate = 2;

/// m, rad: two nodes that are nearer along an axis have the same value of it.
constexpr double kSamePlace = 1e-6;

/// "(10, 0) m, 30 deg": where a node is, in words.
std::string describe(const Configuration& q);

/// What a node counts at a configuration q.
struct NodeWeight {
  std::size_t node = 0;
  double weight = 0.0;                 ///< w, 0 to 1
  Vector3 gradient = Vector3::Zero();  ///< dw/dq [1/m, 1/m, 1/rad]
  bool is_coupled = true;              ///< false: without what couples the bodies
};

/// The corners of the cell that q lies in, those of weight 0 among them: their gradient counts.
/// Room for each of them twice, coupled and not.
struct NodeWeights {
  std::array<NodeWeight, 16> corners;
  std::size_t count = 0;

  const NodeWeight* begin() const { return corners.data(); }
  const NodeWeight* end() const { return corners.data() + count; }
};

/// What a place in the plane of x and y counts at (x, y).
struct PlaceWeight {
  std::size_t place = 0;
  double weight = 0.0;
  Vector2 gradient = Vector2::Zero();  ///< 1/m
};

/// The corners of the rectangle or triangle that (x, y) lies in.
struct PlaceWeights {
  std::array<PlaceWeight, 4> corners;
  std::size_t count = 0;

  const PlaceWeight* begin() const { return corners.data(); }
  const PlaceWeight* end() const { return corners.data() + count; }
};

}  // namespace raftup::hydro
