#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with a number that describes the configuration of a vessel, such as its loading. Axes
/// of families of databases are tied to it (ConfigurationAxis). Samples are linear over time.
struct ConfigurationInput {
  static constexpr std::string_view kKind = "configuration";

  double start = 0.0;     ///< value until the first sample, in `unit`
  std::string unit = {};  ///< unit of the values, such as m; complete() makes an empty one "1"

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("start", self.start);
    field("unit", self.unit);
  }

  void complete() {
    if (unit.empty()) unit = "1";
  }
  Variable variable(const std::string& name, const Model& model) const;
  static Interpolation interpolation() { return Interpolation::kLinear; }
};

}  // namespace raftup::solver
