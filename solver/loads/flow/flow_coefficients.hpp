#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/flow_table.hpp"

namespace raftup::solver {

/// C_x, C_y, C_n at any direction: a cubic between the directions of a table, with at each of them
/// the slope of the parabola through three, so that it passes through every value with a continuous
/// slope. A table with no gap above 90 deg closes around the circle.
class FlowCoefficients {
 public:
  static constexpr double kMargin = 5.0;  ///< deg beyond a table's edge where its value holds

  /// @param table checked
  explicit FlowCoefficients(const FlowTable& table);

  /// How far a direction lies outside the table [deg]; 0 inside it and for a table around the
  /// circle.
  double outside(double direction) const;

  /// @param direction deg, within a turn of 0
  /// @throws Error(kOutOfRange) more than kMargin outside the table
  Vector3 at(double direction) const;

 private:
  /// The direction within the turn that begins with the first one of the table [deg].
  double unwrapped(double direction) const;

  std::vector<double> directions_;        ///< deg; of a circle one more, a turn after the first
  std::vector<Vector3> values_, slopes_;  ///< 1, 1/deg
  bool circle_;
};

}  // namespace raftup::solver
