#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A spring and damper along the line between two points of distance L [m]. The tension is [N]
///   T = k (L - L_0) + c dL/dt.
/// With `tension_only` the tension is never negative, and it is 0 while L <= L_0. There is no force
/// where L = 0. If a curve is given, its tension over the strain e = (L - L_0)/L_0 takes the place
/// of k (L - L_0). The curve is piecewise linear from (0, 0), and the line never pushes.
struct PointSpring final : LoadDescription, LineEnds {
  static constexpr std::string_view kKind = "point_spring";
  static constexpr std::array<LoadOutput, 1> kOutputs{{{"tension", "N", "tension of the line"}}};

  double stiffness = 0.0;  ///< stiffness k [N/m]
  double damping = 0.0;    ///< damping c [N s/m]
  /// length L_0 without tension [m]; default: the distance of the points at t = 0
  std::optional<double> rest_length;
  bool tension_only = false;
  /// strains of the curve [1], strictly ascending from 0; empty: `stiffness` applies
  std::vector<double> strain;
  std::vector<double> tension;  ///< tensions at these strains [N]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    LineEnds::fields(self, field);
    field("stiffness", self.stiffness, {"N/m", Bound::kNotNegative});
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("rest_length", self.rest_length, {"m", Bound::kNotNegative});
    field("tension_only", self.tension_only);
    field("strain", self.strain, FieldRule().added_late());
    field("tension", self.tension, FieldRule("N", Bound::kNotNegative).added_late());
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  std::optional<Vector3> point_on(const std::string& on_body) const override {
    return end_on(on_body);
  }
  std::optional<CurveEnd> curve_end(const Model& model, std::size_t load) const override;
  void complete(const Model& model) override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const PointSpring& load, const LoadSite& site);

}  // namespace raftup::solver
