#pragma once

#include <array>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Force coefficients C_x, C_y, C_n of a flow past a body, by where the flow goes relative to the
/// body, in the axes of its heading: 0 from astern along the bow, 180 deg from ahead,
/// counter-clockwise from above.
struct FlowTable {
  std::vector<double> direction_deg;  ///< deg, strictly ascending, at most one turn, at least two
  std::vector<double> surge, sway, yaw;  ///< one for each direction; empty = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("direction_deg", self.direction_deg);
    field("surge", self.surge);
    field("sway", self.sway);
    field("yaw", self.yaw);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// C_x, C_y, C_n at any direction: cubic between the directions of a table, with the slope of the
/// parabola through three of them at each, so that it passes through every value and its slope
/// never jumps. A table with no gap above 90 deg closes around the circle.
class FlowCoefficients {
 public:
  static constexpr double kMargin = 5.0;  ///< deg beyond a table's edge where its value holds

  /// @param table checked
  explicit FlowCoefficients(const FlowTable& table);

  /// How far a direction lies outside the table [deg], 0 inside and around a circle.
  double outside(double direction) const;

  /// @param direction deg, within a turn of 0
  /// @throws Error(kOutOfRange) more than kMargin outside the table
  Vector3 at(double direction) const;

 private:
  /// In the turn that begins with the first.
  double unwrapped(double direction) const;

  std::vector<double> directions_;        ///< deg; of a circle one more, a turn after the first
  std::vector<Vector3> values_, slopes_;  ///< 1, 1/deg
  bool circle_;
};

}  // namespace raftup::solver
