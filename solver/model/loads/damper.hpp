#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A damper along the line between two points of distance L [m], without a spring. Its tension is
/// [N]
///   T = c_1 dL/dt + c_2 |dL/dt| dL/dt,
/// which is positive while the points move apart. There is no force where L = 0. The power on the
/// two bodies is -T dL/dt <= 0.
struct Damper final : LoadDescription, LineEnds {
  static constexpr std::string_view kKind = "damper";
  static constexpr std::array<LoadOutput, 1> kOutputs{{{"tension", "N", "tension of the line"}}};

  double linear = 0.0;     ///< linear damping coefficient c_1 [N s/m]
  double quadratic = 0.0;  ///< quadratic damping coefficient c_2 [N s2/m2]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    LineEnds::fields(self, field);
    field("linear", self.linear, {"N s/m", Bound::kNotNegative});
    field("quadratic", self.quadratic, {"N s2/m2", Bound::kNotNegative});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  std::optional<Vector3> point_on(const std::string& on_body) const override {
    return end_on(on_body);
  }
};

std::unique_ptr<ForceElement> make_element(const Damper& load, const LoadSite& site);

}  // namespace raftup::solver
