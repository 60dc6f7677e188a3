#pragma once

#include <optional>
#include <string>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// A plane across a body at which section loads are computed: the wrench that the part behind the
/// plane exerts on the part ahead of it, at a point of the plane.
struct HullSection {
  std::string name;
  double x = 0.0;  ///< place of the plane and of the point in the model frame [m]
  double y = 0.0;  ///< y of the point in the model frame [m]
  double z = 0.0;  ///< z of the point in the model frame [m]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("x", self.x, "m");
    field("y", self.y, "m");
    field("z", self.z, "m");
  }
};

/// A row of the table of how the mass of a body is distributed over its length. The mass is linear
/// between the rows; two rows at the same x are a step.
struct MassStation {
  double x = 0.0;                ///< place in the model frame [m]
  double mass_per_length = 0.0;  ///< mass per length mu [kg/m]
  /// Height of the center of the mass in the model frame [m]; default: that of the body.
  std::optional<double> z;
  /// Radius of gyration about the x axis through the center of the mass [m]; default: that of the
  /// body.
  std::optional<double> roll_radius;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("x", self.x, "m");
    field("mass_per_length", self.mass_per_length, {"kg/m", Bound::kNotNegative});
    field("z", self.z, "m");
    field("roll_radius", self.roll_radius, {"m", Bound::kNotNegative});
  }
};

}  // namespace raftup::solver
