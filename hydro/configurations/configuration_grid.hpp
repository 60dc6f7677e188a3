#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "hydro/configurations/configuration_axis.hpp"
#include "hydro/configurations/rectangles.hpp"
#include "hydro/configurations/triangles.hpp"

namespace raftup::hydro {

/// Weights w_k(q) of nodes over x, y and heading: all >= 0, their sum 1, exactly 1 at a node. Over
/// x and y they are bilinear where the nodes make a rectangular grid, else barycentric on
/// Delaunay's triangles; times linear in the heading, periodic where its nodes go round the circle.
/// Beyond the nodes the weights are those at their edge, with gradient 0 across it.
/// @source bilinear shape functions and barycentric coordinates: Zienkiewicz and Taylor, The Finite
///         Element Method, volume 1 (2000)
class ConfigurationGrid {
 public:
  /// Makes the grid of relative positions from its nodes.
  /// @throws BrokenRule naming the first node that coincides with another, a place that lacks a
  ///         node at one of the headings [rad], or what Triangles throws
  explicit ConfigurationGrid(std::vector<Configuration> nodes);

  std::size_t node_count() const { return nodes_.size(); }
  const Configuration& node(std::size_t index) const { return nodes_[index]; }

  /// How far q lies beyond the nodes: along x and y [m], in heading [rad]; 0 inside.
  Vector3 outside(const Configuration& q) const;

  /// True if a relative position outside the nodes along x or y can lie next to a node.
  bool is_at_edge(std::size_t node) const;

  NodeWeights weights(const Configuration& q) const;

  /// Largest distance of two neighbours [m]: along x or y of a grid, or of two corners of a
  /// triangle; 0 for a single node.
  double largest_spacing() const;

 private:
  std::vector<Configuration> nodes_;
  ConfigurationAxis headings_;
  std::vector<std::size_t> place_of_node_;
  std::variant<Rectangles, Triangles> cells_;  ///< of the places over x and y
  /// nodes by place and heading [rad], the latter varying fastest
  std::vector<std::size_t> table_;
};

}  // namespace raftup::hydro
