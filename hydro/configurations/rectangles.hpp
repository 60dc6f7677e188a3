#pragma once

#include <vector>

#include "hydro/configurations/configuration_axis.hpp"

namespace raftup::hydro {

/// Places on a rectangular grid in the plane, with bilinear weights, which are exact for 1, x, y
/// and x y. If an axis has only one value, the weights do not depend on this coordinate. Beyond the
/// grid the weights are those at its edge, with gradient 0 across it.
class Rectangles {
 public:
  /// Returns true if places are probably intended as a rectangular grid: every value of x occurs
  /// together with at least half of the values of y, and vice versa. This is not so if a grid has
  /// an additional place in the middle of a cell.
  /// @param places different places; the third coordinate is ignored
  static bool are_meant(const std::vector<Configuration>& places);

  /// Creates the rectangles between places that form a rectangular grid.
  /// @throws BrokenRule with the first place of the grid that is missing
  explicit Rectangles(const std::vector<Configuration>& places);

  /// Computes the weights of the corners of the rectangle that contains q.
  PlaceWeights weights(const Vector2& q) const;

  /// Returns the distance of q from the grid along x and y [m]: negative below the first value of
  /// an axis, 0 inside, positive above the last.
  Vector2 outside(const Vector2& q) const;

  /// Returns true if a place is at the edge of the grid.
  bool is_at_edge(std::size_t place) const;

  /// Largest distance between two neighboring places along x or y [m]; 0 if there is only one
  /// place.
  double largest_spacing() const;

 private:
  std::vector<Configuration> places_;
  ConfigurationAxis x_, y_;
  std::vector<std::size_t> table_;  ///< indices of the places by x and y, with y varying fastest
};

}  // namespace raftup::hydro
