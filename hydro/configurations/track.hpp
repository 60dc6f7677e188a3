#pragma once

#include <cstddef>
#include <vector>

#include "hydro/configurations/configuration.hpp"

namespace raftup::hydro {

/// Relative positions of all bodies of a family except the first: each column is the Configuration
/// of one body relative to the first [m, m, rad].
using RelativePositions = Eigen::Matrix3Xd;

/// Nodes of a family along a track, the broken line P(u) through relative positions P_k of any
/// number of bodies. The coordinate of a position q is
///   u = sum_j d_j . (q_j - P_0j),  d = (P_last - P_0) / |P_last - P_0|,
/// over x and y of all bodies j [m]: the way along the direction d from the first node to the last.
/// It is a function of the present positions alone, and it increases from node to node. The weights
/// are linear in u between two neighboring nodes, so that all positions with the same u have the
/// same coefficients. The distance of q from the track is |q - P(u)| over x and y of all bodies.
/// Before the first node and behind the last one, P is this node.
class Track {
 public:
  /// Position of a coordinate u on the track.
  struct Place {
    std::size_t lower = 0, upper = 0;  ///< the neighboring nodes
    double share = 0.0;                ///< weight of the upper node, 0 to 1
    double slope = 0.0;                ///< d(share)/du [1/m]; 0 beyond the ends
    RelativePositions position;        ///< P(u) [m, m, rad]
    RelativePositions tangent;         ///< dP/du [1, 1, rad/m]; 0 beyond the ends
  };

  /// @param nodes relative positions at the nodes, in the order of the track
  /// @throws BrokenRule if there are fewer than two nodes, if nodes have different numbers of
  ///         bodies or none, or if a node does not lie further along the direction of the track than
  ///         the node before it
  explicit Track(std::vector<RelativePositions> nodes);

  std::size_t node_count() const { return nodes_.size(); }
  /// Number of bodies except the first.
  Eigen::Index other_count() const { return nodes_.front().cols(); }
  /// The relative positions of the bodies at a node [m, m, rad].
  const RelativePositions& positions(std::size_t node) const { return nodes_[node]; }
  /// The direction d: x and y of each body [1].
  const Eigen::Matrix2Xd& direction() const { return direction_; }

  /// The coordinates of a node: u [m], then 0.
  const Configuration& node(std::size_t index) const { return coordinates_[index]; }
  /// The coordinate u of relative positions [m].
  double along(const RelativePositions& q) const;
  Place place(double u) const;

  /// The distance of u from the range of the nodes [m]: negative before the first one.
  Vector3 outside(const Configuration& at) const;
  /// Computes the weights of the two nodes around a coordinate u, with their derivatives along u.
  NodeWeights weights(const Configuration& at) const;

  /// Largest distance that one body moves in the plane from one node to the next [m].
  double largest_spacing() const;

 private:
  std::vector<RelativePositions> nodes_;
  Eigen::Matrix2Xd direction_;
  std::vector<Configuration> coordinates_;
};

}  // namespace raftup::hydro
