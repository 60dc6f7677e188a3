#pragma once

#include <string>

#include "hydro/sea/wave_stretching.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

/// A wave gauge: a point, of a body or of the world, at which the undisturbed sea is read. Its
/// outputs are the elevation eta of the sea above the point, how far the point lies below the
/// surface (relative elevation eta - z) and above it (air gap z - eta), whether it is wet, and there
/// the pressure p = -rho g z - rho d phi/dt, the velocity of the water, current included, and its
/// acceleration. They are 0 where the point is dry.
struct Probe {
  std::string name;
  std::string body;                 ///< empty = the world
  Vector3 point = Vector3::Zero();  ///< m, model frame of the body, or world
  /// Between the still water plane and the surface; not kNone, which knows no elevation.
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("stretching", self.stretching);
  }
};

}  // namespace raftup::solver
