#pragma once

#include <string>

#include "hydro/sea/wave_stretching.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

/// A wave gauge: a point of a body or of the world at which the sea is evaluated, undisturbed
/// unless the probe is `disturbed`. Its
/// outputs are the elevation eta of the sea above the point [m], the depth eta - z of the point
/// below the surface (relative elevation), its height z - eta above the surface (air gap), and
/// whether it is wet. At a wet point they also are the pressure p = -rho g z - rho d phi/dt [Pa],
/// the velocity of the water including current [m/s], and its acceleration [m/s2]. At a dry point
/// the last three are 0.
struct Probe {
  std::string name;
  std::string body;  ///< name of the body to which the probe is fixed; empty = the world
  /// position of the probe in the model frame of the body, or in the world [m]
  Vector3 point = Vector3::Zero();
  /// The method by which the wave kinematics are extended between the still water plane and the
  /// surface. It must not be kNone, which has no elevation.
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;
  /// If true, the elevation includes the waves that the bodies of the hydrodynamic group of `body`
  /// diffract and radiate. The database of the group must then have a field point above or below
  /// the probe. Pressure, velocity and acceleration remain those of the undisturbed sea.
  bool disturbed = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("stretching", self.stretching);
    field("disturbed", self.disturbed, FieldRule().added_late());
  }
};

}  // namespace raftup::solver
