#pragma once

#include <cstddef>
#include <vector>

#include "hydro/configurations/configuration.hpp"

namespace raftup::hydro {

/// The values of one coordinate that nodes are filed at, ascending.
class ConfigurationAxis {
 public:
  /// Place of q between two values: of the lower one, and how far above it from 0 to 1. Beyond the
  /// values that of the nearest, with slope 0.
  struct Place {
    std::size_t lower = 0, upper = 0;
    double share = 0.0;
    double slope = 0.0;  ///< d(share)/dq
  };

  /// @param coordinate 0 to 2; the heading is periodic where its values go round the circle
  ConfigurationAxis(const std::vector<Configuration>& nodes, Eigen::Index coordinate);

  std::size_t size() const { return values_.size(); }
  double value(std::size_t index) const { return values_[index]; }

  /// Of the value that a node has.
  std::size_t index_of(double value) const;
  bool is_at_end(double value) const;

  /// A heading within the turn of the values; what is no heading as it is.
  double wrapped(double value) const;

  /// How far a wrapped value lies beyond the values: negative below the first, 0 inside.
  double outside(double value) const;

  /// @param value wrapped
  Place place(double value) const;

  /// Largest distance of two neighbours; 0 of a single one.
  double largest_gap() const;

 private:
  std::vector<double> values_;
  bool is_heading_;
  bool is_periodic_;  ///< a heading that goes round
};

}  // namespace raftup::hydro
