#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/flow_table.hpp"

namespace raftup::solver {

/// Force coefficients C_x, C_y and C_n as functions of the direction of a flow. Between the
/// directions of a table each coefficient is a cubic polynomial. Its slope at a direction of the
/// table is the slope of the parabola through three neighboring values, so that the function passes
/// through every value with a continuous slope. A table without a gap above 90 deg is periodic.
class FlowCoefficients {
 public:
  /// Beyond an edge of the table the value at the edge holds for this angle [deg].
  static constexpr double kMargin = 5.0;

  /// @param table table that has been checked
  explicit FlowCoefficients(const FlowTable& table);

  /// Angle by which a direction lies outside the table [deg]; 0 for a direction inside it and for a
  /// periodic table.
  double outside(double direction) const;

  /// Returns C_x, C_y and C_n for a direction of the flow.
  /// @param direction deg, within a turn of 0
  /// @throws Error(kOutOfRange) if the direction is more than kMargin outside the table
  Vector3 at(double direction) const;

 private:
  /// The same direction as an angle from the first direction of the table to one turn above it
  /// [deg].
  double unwrapped(double direction) const;

  /// Deg; a periodic table has one more, a turn after the first.
  std::vector<double> directions_;
  std::vector<Vector3> values_, slopes_;  ///< coefficients [1] and slopes [1/deg] at the directions
  bool circle_;
};

}  // namespace raftup::solver
