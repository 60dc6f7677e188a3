#pragma once

#include <cstddef>
#include <vector>

#include "hydro/configurations/configuration.hpp"

namespace raftup::hydro {

/// The values of one coordinate at which nodes are filed, ascending.
class ConfigurationAxis {
 public:
  /// The place of q between two values: index of the lower one, and the share of the interval from
  /// 0 to 1. Beyond the values it is that of the nearest, with slope 0.
  struct Place {
    std::size_t lower = 0, upper = 0;
    double share = 0.0;
    double slope = 0.0;  ///< d(share)/dq
  };

  /// @param coordinate 0 to 2; the heading [rad] is periodic if its values go around the circle
  ConfigurationAxis(const std::vector<Configuration>& nodes, Eigen::Index coordinate);

  std::size_t size() const { return values_.size(); }
  double value(std::size_t index) const { return values_[index]; }

  /// The index of the value of a node.
  std::size_t index_of(double value) const;
  bool is_at_end(double value) const;

  /// A heading [rad] within the turn of the values; other coordinates are returned as they are.
  double wrapped(double value) const;

  /// How far a wrapped value lies beyond the values: negative below the first, 0 inside.
  double outside(double value) const;

  /// @param value result of wrapped()
  Place place(double value) const;

  /// Largest distance of two neighbouring values [m, rad]; 0 for a single one.
  double largest_gap() const;

 private:
  std::vector<double> values_;
  bool is_heading_;
  bool is_periodic_;  ///< true for a heading [rad] whose values go around the circle
};

}  // namespace raftup::hydro
