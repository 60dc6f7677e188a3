#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "hydro/configurations/configuration_axis.hpp"
#include "hydro/configurations/rectangles.hpp"
#include "hydro/configurations/triangles.hpp"

namespace raftup::hydro {

/// Weights w_k(q) of the nodes k of a family at a relative position q (x, y and heading). All
/// weights are >= 0 and their sum is 1; at a node its weight is exactly 1. Over x and y the weights
/// are bilinear if the nodes form a rectangular grid, otherwise barycentric on Delaunay triangles.
/// They are multiplied by weights that are linear in the heading, and periodic if the headings of
/// the nodes cover the circle. Beyond the nodes the weights are those at the edge, with gradient 0
/// across it.
/// @source bilinear shape functions and barycentric coordinates: Zienkiewicz and Taylor, The Finite
///          Element Method, volume 1 (2000)
class ConfigurationGrid {
 public:
  /// Creates the grid from the relative positions of its nodes.
  /// @throws BrokenRule with the first node that coincides with another or the first place that
  ///          lacks a node at one of the headings [rad], or as Rectangles and Triangles
  explicit ConfigurationGrid(std::vector<Configuration> nodes);

  std::size_t node_count() const { return nodes_.size(); }
  const Configuration& node(std::size_t index) const { return nodes_[index]; }

  /// Returns the distance of q from the range of the nodes: along x and y [m], and in heading
  /// [rad]; 0 inside.
  Vector3 outside(const Configuration& q) const;

  /// Returns true if a node is at the edge of the nodes over x and y.
  bool is_at_edge(std::size_t node) const;

  /// Computes the weights of all nodes of the cell that contains q.
  NodeWeights weights(const Configuration& q) const;

  /// Largest distance between two neighboring nodes [m]: along x or y of a rectangular grid, or of
  /// two corners of a triangle; 0 if there is only one node.
  double largest_spacing() const;

 private:
  std::vector<Configuration> nodes_;
  ConfigurationAxis headings_;
  std::vector<std::size_t> place_of_node_;
  /// Rectangles or triangles between the places of the nodes over x and y.
  std::variant<Rectangles, Triangles> cells_;
  /// Indices of the nodes by place and heading [rad], with the heading varying fastest.
  std::vector<std::size_t> table_;
};

}  // namespace raftup::hydro
