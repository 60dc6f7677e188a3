#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The relative position of the second body of a pair: x, y [m] of its centre of gravity from that
/// of the first, and the heading of its bow [rad], all in the heading frame of the first.
using Configuration = Vector3;

constexpr Eigen::Index kHeadingCoordinate = 2;

/// Two nodes that differ by less than this along an axis have the same value of it [m, rad].
constexpr double kSamePlace = 1e-6;

/// "(10, 0) m, 30 deg": a relative position in words.
std::string describe(const Configuration& q);

/// The weight of a node at a relative position q.
struct NodeWeight {
  std::size_t node = 0;
  double weight = 0.0;                 ///< w, 0 to 1
  Vector3 gradient = Vector3::Zero();  ///< dw/dq [1/m, 1/m, 1/rad]
  bool is_coupled = true;              ///< false: without the coupling of the two bodies
};

/// The corners of the cell that contains q, including those of weight 0, whose gradient matters.
/// There is room for each of them twice, coupled and uncoupled.
struct NodeWeights {
  std::array<NodeWeight, 16> corners;
  std::size_t count = 0;

  const NodeWeight* begin() const { return corners.data(); }
  const NodeWeight* end() const { return corners.data() + count; }
};

/// The weight of a place in the plane of x and y at a point (x, y).
struct PlaceWeight {
  std::size_t place = 0;
  double weight = 0.0;
  Vector2 gradient = Vector2::Zero();  ///< 1/m
};

/// The corners of the rectangle or triangle that contains (x, y).
struct PlaceWeights {
  std::array<PlaceWeight, 4> corners;
  std::size_t count = 0;

  const PlaceWeight* begin() const { return corners.data(); }
  const PlaceWeight* end() const { return corners.data() + count; }
};

}  // namespace raftup::hydro
