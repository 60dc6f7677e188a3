/// @file What a shape of a model file is there for: mass [kg], contacts, or measurements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/contacts/contact_shape.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

/// A shape that finds contacts but has no contact forces [N].
struct SensorUse {
  bool contact_data = true;  ///< true to find all points of contact, false to find one

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("contact_data", self.contact_data);
  }
};

/// The fields of a shape of a model file beside its geometry and its pose [m, axes of the body].
struct ShapeUse {
  double density = 0.0;  ///< kg/m3; 0: that of the material
  std::string name, material;
  std::vector<std::string> groups;
  Vector3 surface_velocity = Vector3::Zero();  ///< m/s, see ContactShape
  Vector3 surface_spin = Vector3::Zero();      ///< rad/s, see ContactShape
  bool counts_mass = true;
  bool enabled = true;
  bool collides = true;
  std::optional<SensorUse> sensor;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("density", self.density, "kg/m3");
    field("name", self.name);
    field("material", self.material);
    field("groups", self.groups);
    field("surface_velocity", self.surface_velocity, "m/s");
    field("surface_spin", self.surface_spin, "rad/s");
    field("counts_mass", self.counts_mass);
    field("enabled", self.enabled);
    field("collides", self.collides);
    field("sensor", self.sensor);
  }

  /// True if the shape counts for the mass of its body [kg], provided that its geometry has one.
  bool weighs() const { return counts_mass && enabled && !sensor; }
};

/// The density of a shape [kg/m3]: its own, or that of its material; 0 if neither is given.
double density_of(const ShapeUse& use, const std::vector<Material>& materials);

/// The shape that takes part in contacts [m, m/s, rad/s].
/// @param body name of the body to which the shape is fixed; empty = the world
ContactShape contact_shape(ShapeUse use, std::string body, ShapePart part);

}  // namespace raftup::solver
