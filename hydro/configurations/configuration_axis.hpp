#pragma once

#include <cstddef>
#include <vector>

#include "hydro/configurations/configuration.hpp"

namespace raftup::hydro {

/// The values of one coordinate of relative positions [m, rad] for which there are nodes,
/// ascending.
class ConfigurationAxis {
 public:
  /// Position of a value between two values of the axis: their indices, and the share of the
  /// interval from 0 to 1. A position beyond the ends is that of the nearest end, with slope 0.
  struct Place {
    std::size_t lower = 0, upper = 0;
    double share = 0.0;
    double slope = 0.0;  ///< derivative of `share` with respect to the coordinate
  };

  /// @param nodes      relative positions of all nodes
  /// @param coordinate index of the coordinate, 0 to 2; the heading [rad] is periodic if its values
  ///         cover the circle
  ConfigurationAxis(const std::vector<Configuration>& nodes, Eigen::Index coordinate);

  /// Number of different values.
  std::size_t size() const { return values_.size(); }
  double value(std::size_t index) const { return values_[index]; }

  /// Returns the index of a value that a node has.
  std::size_t index_of(double value) const;
  /// Returns true if a value is the first or the last one of the axis.
  bool is_at_end(double value) const;

  /// Returns a heading [rad] with whole turns added, so that it is in the range of the values of
  /// the axis. Other coordinates are returned unchanged.
  double wrapped(double value) const;

  /// Returns the distance [m, rad] of a wrapped value from the range of the values: negative below
  /// the first, 0 inside, positive above the last.
  double outside(double value) const;

  /// Returns the position of a value between the values of the axis.
  /// @param value result of wrapped()
  Place place(double value) const;

  /// Largest distance between two neighboring values [m, rad]; 0 if there is only one value.
  double largest_gap() const;

 private:
  std::vector<double> values_;
  bool is_heading_;
  bool is_periodic_;  ///< true for a heading [rad] whose values cover the circle
};

}  // namespace raftup::hydro
