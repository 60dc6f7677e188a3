#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with a force and moment [fx fy fz mx my mz] on a body at its center of mass [N, N m].
struct ExternalForce {
  static constexpr std::string_view kKind = "external_force";

  std::string body;
  bool body_axes = false;
  bool replaces_excitation = false;  ///< true: the wave excitation of the body is switched off

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("body_axes", self.body_axes);
    field("replaces_excitation", self.replaces_excitation);
  }

  Variable variable(const std::string& name, const Model& /*model*/) const {
    return {name, kWrenchUnits, "force and moment on body '" + body + "' at its centre of mass", 6,
            body_axes ? "body" : "world"};
  }
};

}  // namespace raftup::solver
