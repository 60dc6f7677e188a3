#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "hydro/configurations/configuration_axis.hpp"
#include "hydro/configurations/rectangles.hpp"
#include "hydro/configurations/triangles.hpp"

namespace raftup::hydro {

/// Weights w_k(q) of the nodes k of a family over one to three axes, such as draught and trim. All
/// weights are >= 0 and their sum is 1; at a node its weight is exactly 1.
///
/// | axes | nodes  | weights                                             | nodes with weight |
/// |------|--------|-----------------------------------------------------|-------------------|
/// | 1    | any    | linear between neighbors                            | 2                 |
/// | 2    | grid   | bilinear in a rectangle                             | 4                 |
/// | 2    | others | barycentric in Delaunay triangles, axes scaled by   | 3                 |
/// |      |        | their ranges                                        |                   |
/// | 3    | grid   | barycentric in one of the six tetrahedra of a cell  | 4                 |
///
/// Beyond the nodes the weights are those at the edge, with gradient 0 across it.
/// @source tetrahedra of a cell: Kuhn, Some combinatorial lemmas in topology (1960)
class AxisGrid {
 public:
  /// Largest number of axes: the cost of a step grows with the nodes that have weight.
  static constexpr std::size_t kMostAxes = 3;

  /// @param nodes coordinates of the nodes; those after the last axis are 0
  /// @param axes  number of axes, 1 to kMostAxes
  /// @throws BrokenRule if two nodes coincide, if an axis has one value only, if three axes are no
  ///         grid, or as Rectangles and Triangles
  AxisGrid(std::vector<Configuration> nodes, std::size_t axes);

  std::size_t node_count() const { return nodes_.size(); }
  std::size_t axis_count() const { return axes_.size(); }
  const Configuration& node(std::size_t index) const { return nodes_[index]; }

  /// Returns the distance of q from the range of the nodes along each axis, in its unit: negative
  /// below, 0 inside, positive above.
  Vector3 outside(const Configuration& q) const;

  /// Computes the weights of all nodes of the cell that contains q.
  NodeWeights weights(const Configuration& q) const;

 private:
  NodeWeights linear(const Configuration& q) const;
  NodeWeights planar(const Configuration& q) const;
  NodeWeights tetrahedral(const Configuration& q) const;

  void find_cells();
  void find_places();

  std::vector<Configuration> nodes_;
  std::vector<ConfigurationAxis> axes_;
  Vector3 scale_ = Vector3::Ones();  ///< 1 / range of each axis
  /// Cells of two axes, which are scaled by their ranges; none with one or three axes.
  std::variant<std::monostate, Rectangles, Triangles> cells_;
  std::vector<std::size_t> table_;  ///< indices of the nodes of a grid, the last axis fastest
};

}  // namespace raftup::hydro
