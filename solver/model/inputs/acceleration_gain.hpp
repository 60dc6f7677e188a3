#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the gain G of a force -G a on bodies that have the accelerations a [m/s2, rad/s2].
/// A client that models a part of these bodies streams G. A sample has 36 n^2 values for n bodies,
/// row by row, in world axes at the centers of mass [kg, kg m, kg m2]. G is constant through a step
/// and 0 until the first sample. It becomes part of the system matrix:
/// masses/acceleration_gains.hpp.
struct AccelerationGain {
  static constexpr std::string_view kKind = "acceleration_gain";

  std::vector<std::string> bodies;  ///< names of the bodies, all different

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("bodies", self.bodies, Reference::kBody);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
