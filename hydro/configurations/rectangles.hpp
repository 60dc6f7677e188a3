#pragma once

#include <vector>

#include "hydro/configurations/configuration_axis.hpp"

namespace raftup::hydro {

/// Places on a rectangular grid in the plane, with bilinear weights, which are exact for 1, x, y
/// and x y. If an axis has one value only, the weights do not depend on it. Beyond the grid the
/// weights are those at its edge, with gradient 0 across it.
class Rectangles {
 public:
  /// True if places are meant as a grid: every value of x and of y occurs with at least half of the
  /// values of the other. They are not, if a grid has an additional place in the middle of a cell.
  /// @param places all that differ; the third coordinate is ignored
  static bool are_meant(const std::vector<Configuration>& places);

  /// Makes the rectangles between places that form a rectangular grid.
  /// @throws BrokenRule naming the first place of the grid that is missing
  explicit Rectangles(const std::vector<Configuration>& places);

  PlaceWeights weights(const Vector2& q) const;

  /// How far q lies beyond the grid [m]; negative below the first value of an axis, 0 inside.
  Vector2 outside(const Vector2& q) const;

  bool is_at_edge(std::size_t place) const;

  /// Largest distance of two neighbours along x or y [m]; 0 of a single one.
  double largest_spacing() const;

 private:
  std::vector<Configuration> places_;
  ConfigurationAxis x_, y_;
  std::vector<std::size_t> table_;  ///< places by x, y, the last running fastest
};

}  // namespace raftup::hydro
