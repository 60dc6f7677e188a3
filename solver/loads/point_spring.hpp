#pragma once

#include "solver/loads/load_description.hpp"

namespace raftup::solver {

/// Spring and damper along the line between two points: tension
///   T = k (L - L_0) + c dL/dt,
/// with `tension_only` never negative, and 0 while L <= L_0; without force where L = 0.
struct PointSpring : LineEnds {
  static constexpr std::string_view kKind = "point_spring";
  static constexpr std::array<LoadOutput, 1> kOutputs{{{"tension", "N", "tension of the line"}}};

  double stiffness = 0.0;             ///< k
  double damping = 0.0;               ///< c
  std::optional<double> rest_length;  ///< L_0; default: the distance at t = 0
  bool tension_only = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    LineEnds::fields(self, field);
    field("stiffness", self.stiffness, {"N/m", Bound::kNotNegative});
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("rest_length", self.rest_length, {"m", Bound::kNotNegative});
    field("tension_only", self.tension_only);
  }
  void complete(const Model& model);
};

std::unique_ptr<ForceElement> make_element(const PointSpring& load, const LoadSite& site);

}  // namespace raftup::solver
