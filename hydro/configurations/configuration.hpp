#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Relative position of the second body of a pair: x, y [m] of its center of gravity from that of
/// the first body, and its heading [rad], all in the heading frame of the first body.
using Configuration = Vector3;

/// Index of the heading [rad] in a Configuration.
constexpr Eigen::Index kHeadingCoordinate = 2;

/// Largest difference of two nodes along an axis [m, rad] at which their coordinates are treated as
/// equal.
constexpr double kSamePlace = 1e-6;

/// Returns a relative position as text, such as "(10, 0) m, 30 deg".
std::string describe(const Configuration& q);

/// Weight of one node of a family at a relative position q [m, m, rad].
struct NodeWeight {
  std::size_t node = 0;
  double weight = 0.0;                 ///< weight w, 0 to 1
  Vector3 gradient = Vector3::Zero();  ///< derivative dw/dq [1/m, 1/m, 1/rad]
  /// False if the coupling of the two bodies at this node is left out.
  bool is_coupled = true;
};

/// Weights of the corners of the cell that contains a relative position q [m, m, rad]. Corners of
/// weight 0 are included, since their gradients count. There is room for each corner twice, with
/// and without coupling.
struct NodeWeights {
  std::array<NodeWeight, 16> corners;
  std::size_t count = 0;

  const NodeWeight* begin() const { return corners.data(); }
  const NodeWeight* end() const { return corners.data() + count; }
};

/// Moves a share of every weight to the same node without coupling of the bodies.
/// @param share 0 to 1
/// @param slope derivative of the share with respect to the coordinates q
void fade_coupling(double share, const Vector3& slope, NodeWeights& weights);

/// Merges the weights of nodes with the same data. If one node remains, its weight is exactly 1.
/// @param same_as index of the first node with the same data, for each node
NodeWeights merged(const NodeWeights& all, const std::vector<std::size_t>& same_as);

/// Weight of one place in the plane of x and y at a point (x, y).
struct PlaceWeight {
  std::size_t place = 0;
  double weight = 0.0;
  Vector2 gradient = Vector2::Zero();  ///< derivative of the weight with respect to x and y [1/m]
};

/// Weights of the corners of the rectangle or triangle that contains a point (x, y).
struct PlaceWeights {
  std::array<PlaceWeight, 4> corners;
  std::size_t count = 0;

  const PlaceWeight* begin() const { return corners.data(); }
  const PlaceWeight* end() const { return corners.data() + count; }
};

}  // namespace raftup::hydro
