#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/description/violations.hpp"
#include "solver/model/machines/machine_parts.hpp"

namespace raftup::solver {

struct Model;

/// A part of a machine.
struct MachinePart {
  MachinePartKind kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.kind);
  }
};

/// A hydraulic or electric machine between bodies: parts that are joined by the names of their
/// nodes and shafts, and act on joints by cylinders and gears.
struct Machine {
  std::string name;
  double fluid_density = 850.0;  ///< kg/m3
  std::vector<MachinePart> parts;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("fluid_density", self.fluid_density, {"kg/m3", Bound::kPositive});
    field("parts", self.parts);
  }

  /// The names of all nodes, in the order in which the parts first name them.
  std::vector<std::string> nodes() const;
  /// The names of the joints that its cylinders and gears act on, in the order of the parts.
  std::vector<std::string> joints() const;

  template <typename Kind>
  std::vector<const Kind*> parts_of() const {
    std::vector<const Kind*> found;
    for (const MachinePart& part : parts) {
      if (const auto* kind = std::get_if<Kind>(&part.kind)) found.push_back(kind);
    }
    return found;
  }
};

/// Everything of a machine that its future depends on, beside the motion of its bodies.
struct MachineState {
  std::vector<double> pressures;  ///< Pa, of each node: the mean over the last step
  std::vector<double> flows;      ///< m3/s, of each orifice and valve: the mean over the last step
  std::vector<double>
      stores;  ///< gas volume of each accumulator [m3], pressure of each volume [Pa]
  std::vector<double> speeds;   ///< rad/s, of each shaft
  std::vector<double> forces;   ///< N or N m, of each cylinder and gear over the last step
  double absorbed = 0.0;        ///< J, taken from the bodies since t = 0
  double stored = 0.0;          ///< J, in gas, fluid, tanks and shafts, since t = 0
  double losses = 0.0;          ///< J, in valves, motors, bearings and generators, since t = 0
  double electric = 0.0;        ///< J, given as electricity since t = 0
  double electric_power = 0.0;  ///< W, over the last step

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("pressures", self.pressures);
    field("flows", self.flows);
    field("stores", self.stores);
    field("speeds", self.speeds);
    field("forces", self.forces);
    field("absorbed", self.absorbed);
    field("stored", self.stored);
    field("losses", self.losses);
    field("electric", self.electric);
    field("electric_power", self.electric_power);
  }

  bool operator==(const MachineState&) const = default;
};

}  // namespace raftup::solver
