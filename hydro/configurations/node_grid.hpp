#pragma once

#include <utility>
#include <variant>

#include "hydro/configurations/axis_grid.hpp"
#include "hydro/configurations/configuration_grid.hpp"
#include "hydro/configurations/track.hpp"

namespace raftup::hydro {

/// The nodes of a family, over relative position, along a track or over axes, with their weights.
class NodeGrid {
 public:
  explicit(false) NodeGrid(ConfigurationGrid positions) : kind_(std::move(positions)) {}
  explicit(false) NodeGrid(AxisGrid axes) : kind_(std::move(axes)) {}
  explicit(false) NodeGrid(Track track) : kind_(std::move(track)) {}

  /// The nodes over the relative position of two bodies; null for another family.
  const ConfigurationGrid* positions() const { return std::get_if<ConfigurationGrid>(&kind_); }

  /// The nodes along a track; null for another family.
  const Track* track() const { return std::get_if<Track>(&kind_); }

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
  std::variant<ConfigurationGrid, AxisGrid, Track> kind_;
};

}  // namespace raftup::hydro
