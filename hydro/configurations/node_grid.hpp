#pragma once

#include <utility>
#include <variant>

#include "hydro/configurations/axis_grid.hpp"
#include "hydro/configurations/configuration_grid.hpp"

namespace raftup::hydro {

/// The nodes of a family, over relative position or over axes, with their weights.
class NodeGrid {
 public:
  explicit(false) NodeGrid(ConfigurationGrid positions) : kind_(std::move(positions)) {}
  explicit(false) NodeGrid(AxisGrid axes) : kind_(std::move(axes)) {}

  /// The nodes over relative position; null for a family over axes.
  const ConfigurationGrid* positions() const { return std::get_if<ConfigurationGrid>(&kind_); }

  /// The coordinates of a node [m, rad, m/s].
  const Configuration& node(std::size_t index) const {
    return std::visit(
        [index](const auto& grid) -> const Configuration& { return grid.node(index); }, kind_);
  }

  /// The distance of q from the range of the nodes along each coordinate; 0 inside.
  Vector3 outside(const Configuration& q) const {
    return std::visit([&q](const auto& grid) { return grid.outside(q); }, kind_);
  }

  /// The weights of all nodes of the cell that contains q.
  NodeWeights weights(const Configuration& q) const {
    return std::visit([&q](const auto& grid) { return grid.weights(q); }, kind_);
  }

 private:
  std::variant<ConfigurationGrid, AxisGrid> kind_;
};

}  // namespace raftup::hydro
