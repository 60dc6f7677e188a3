#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the state of the water at n points of a body, from a client that computes the
/// waves. A sample has [5 n] values, for each point: elevation [m], velocity of the water [3, m/s,
/// world] and dynamic pressure [Pa].
struct WaveField {
  static constexpr std::string_view kKind = "wave_field";

  std::string body;
  std::vector<Vector3> points;  ///< m, in the model frame of the body
  /// outward area vector of the hull surface at each point [m2, body axes]
  std::vector<Vector3> areas;
  std::vector<double> drag_areas;    ///< drag coefficient times area at each point [m2]
  bool replaces_excitation = false;  ///< true: the wave excitation of the body is switched off

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("points", self.points, "m");
    field("areas", self.areas, "m2");
    field("drag_areas", self.drag_areas, {"m2", Bound::kNotNegative});
    field("replaces_excitation", self.replaces_excitation);
  }

  /// Fills in areas and drag areas of 0 if none are given.
  void complete();
  Variable variable(const std::string& name, const Model& model) const;
  /// The output `<input>.points`: the positions of the points in the world [m], x y z of each.
  Variable points_output(const std::string& name) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
