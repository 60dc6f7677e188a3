#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The water at n points of a body, streamed by a client that is the wave model: [5 n] values, for
/// each point elevation [m], velocity of the water [3, m/s, world] and dynamic pressure [Pa].
struct WaveField {
  static constexpr std::string_view kKind = "wave_field";

  std::string body;
  std::vector<Vector3> points;       ///< model frame
  std::vector<Vector3> areas;        ///< body axes, out of the body; as many as points
  std::vector<double> drag_areas;    ///< drag coefficient times area; as many as points
  bool replaces_excitation = false;  ///< the body's own wave excitation is switched off

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("points", self.points, "m");
    field("areas", self.areas, "m2");
    field("drag_areas", self.drag_areas, {"m2", Bound::kNotNegative});
    field("replaces_excitation", self.replaces_excitation);
  }

  /// Areas and drag areas of 0 where none are given.
  void complete();
  Variable variable(const std::string& name, const Model& model) const;
  /// `<input>.points`: where the points are [m, world], x y z of each.
  Variable points_output(const std::string& name) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
