#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The gain G of a force -G a on bodies with accelerations a, streamed by a client that models a
/// part of them: [36 n2] values, row-major, world axes at the centres of mass [kg, kg m, kg m2],
/// held through a step; 0 until the first sample. It stands in the system matrix:
/// masses/acceleration_gains.hpp.
struct AccelerationGain {
  static constexpr std::string_view kKind = "acceleration_gain";

  std::vector<std::string> bodies;  ///< all different

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("bodies", self.bodies, Reference::kBody);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
