#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Spring and damper along the line between two points: tension [N]
///   T = k (L - L_0) + c dL/dt,
/// with `tension_only` never negative, and 0 while L <= L_0; without force where L = 0. A line with
/// a curve has its tension over the strain e = (L - L_0)/L_0 in place of k (L - L_0), in straight
/// lines from (0, 0), and never pushes.
struct PointSpring final : LoadDescription, LineEnds {
  static constexpr std::string_view kKind = "point_spring";
  static constexpr std::array<LoadOutput, 1> kOutputs{{{"tension", "N", "tension of the line"}}};

  double stiffness = 0.0;             ///< k [N/m]
  double damping = 0.0;               ///< c [N s/m]
  std::optional<double> rest_length;  ///< L_0 [m]; default: the distance at t = 0
  bool tension_only = false;
  std::vector<double> strain;   ///< of the curve, strictly ascending from 0; empty: k
  std::vector<double> tension;  ///< N, of the curve

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
  std::optional<CurveEnd> curve_end(const Model& model, std::size_t load) const override;
  void complete(const Model& model) override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const PointSpring& load, const LoadSite& site);

}  // namespace raftup::solver
