#pragma once

#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Force coefficients C_x, C_y, C_n of a flow past a body, in the heading frame, over the direction
/// that the flow goes to relative to the body: 0 for a flow from astern, 180 deg for a flow from
/// ahead, counter-clockwise from above.
struct FlowTable {
  /// directions of the flow [deg], strictly ascending, at least two, within one turn
  std::vector<double> direction_deg;
  std::vector<double> surge, sway, yaw;  ///< C_x, C_y, C_n for each direction; an empty list = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("direction_deg", self.direction_deg);
    field("surge", self.surge);
    field("sway", self.sway);
    field("yaw", self.yaw);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
