#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Where the second body of a pair stands: x, y [m] of its centre of gravity from that of the
/// first, and the heading of its bow [rad], all in the heading frame of the first.
using Configuration = Vector3;

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

/// Weights w_k(q) of the nodes of a rectangular grid over x, y and heading: multilinear, so that
/// all are >= 0 and their sum is 1, and exactly 1 at a node. What only one value of an axis is
/// filed of does not depend on it. The heading is periodic where its nodes go round the circle.
/// Beyond the grid the weights are those at its edge, with gradient 0 across it.
class ConfigurationGrid {
 public:
  /// @throws BrokenRule naming the first node that coincides with another, or a place of the grid
  ///         without a node
  explicit ConfigurationGrid(std::vector<Configuration> nodes);

  std::size_t node_count() const { return nodes_.size(); }
  const Configuration& node(std::size_t index) const { return nodes_[index]; }

  /// How far q lies beyond the grid: along x and y [m], in heading [rad]; negative below the first
  /// value of an axis, 0 inside.
  Vector3 outside(const Configuration& q) const;

  /// Whether a configuration can lie beyond the grid along x or y next to a node.
  bool is_at_edge(std::size_t node) const;

  NodeWeights weights(const Configuration& q) const;

  /// Largest distance of two neighbours along x or y [m]; 0 of a single one.
  double largest_spacing() const;

  /// "(10, 0) m, 30 deg": where a node is, in words.
  static std::string describe(const Configuration& q);

 private:
  struct Axis {
    std::vector<double> values;  ///< ascending
    bool is_periodic = false;    ///< a heading that goes round
  };

  /// Place of q between two values of an axis: of the lower one, and how far above it from 0 to 1.
  struct Place {
    std::size_t lower = 0, upper = 0;
    double share = 0.0;
    double slope = 0.0;  ///< d(share)/dq
  };

  static Axis axis_of(const std::vector<Configuration>& nodes, Eigen::Index coordinate);
  static Place place_on(const Axis& axis, double q);
  double wrapped(double heading) const;
  std::size_t& node_at(std::size_t x, std::size_t y, std::size_t heading);
  std::size_t node_at(std::size_t x, std::size_t y, std::size_t heading) const;

  std::vector<Configuration> nodes_;
  std::array<Axis, 3> axes_;
  std::vector<std::size_t> table_;  ///< nodes by x, y, heading, the last running fastest
};

}  // namespace raftup::hydro
