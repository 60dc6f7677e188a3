#pragma once

#include "solver/inputs/input_description.hpp"

namespace raftup::solver {

/// Whether the sides of a contact reader touch each other, streamed by a client: they do through a
/// step at whose start the value is not 0. Before the first sample they do.
struct ContactEnabled {
  static constexpr std::string_view kKind = "contact_enabled";

  std::string reader;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.reader);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Velocity of the surface of a shape against its body, streamed by a client: a belt. Before the
/// first sample that of its description holds.
struct SurfaceVelocity {
  static constexpr std::string_view kKind = "surface_velocity";

  std::string shape;  ///< "body/shape", of the world "/shape"

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.shape);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
