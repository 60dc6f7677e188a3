#pragma once

#include <string>
#include <variant>
#include <vector>

#include "solver/model/loads/autopilot.hpp"
#include "solver/model/loads/bushing.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/damper.hpp"
#include "solver/model/loads/drag_plate.hpp"
#include "solver/model/loads/dynamic_line.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"
#include "solver/model/loads/fender.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/mooring_system.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/loads/propeller.hpp"
#include "solver/model/loads/rope.hpp"
#include "solver/model/loads/rudder.hpp"
#include "solver/model/loads/thruster.hpp"
#include "solver/model/loads/winch.hpp"
#include "solver/model/loads/wind_force.hpp"

namespace raftup::solver {

/// Every kind of load: the one list of them.
using LoadKind =
    std::variant<ConstantForce, PointSpring, LinearMooring, Winch, Bushing, Damper, CatenaryLine,
                 CurrentDrag, WindForce, Fender, Morison, DragPlate, DynamicLine, Rope, Manoeuvring,
                 Propeller, Rudder, Thruster, Autopilot, DynamicPositioning, MooringSystem>;

/// A load of a model.
struct Load {
  std::string name;
  LoadKind kind;

  // Compiled once, in load.cpp: what copies a variant of every kind costs each source a second.
  Load();
  Load(std::string called, LoadKind of_kind);
  Load(const Load&);
  Load(Load&&) noexcept;
  Load& operator=(const Load&);
  Load& operator=(Load&&) noexcept;
  ~Load();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
  }
};

/// What can be read of a load beside its force, in the order of ForceElement::read().
std::vector<LoadOutput> outputs_of(const Load& load);

/// What of a load inputs and controllers can set, by its channel.
std::span<const LoadOutput> commands_of(const Load& load);

/// What a load sets of others; nothing but of a controller.
std::vector<ControlledChannel> controlled_by(const Load& load, const Model& model);

/// A load of that name and kind; null where the model has none.
template <typename Kind>
const Kind* find_load(const std::vector<Load>& loads, const std::string& name) {
  for (const Load& load : loads) {
    if (load.name == name) return std::get_if<Kind>(&load.kind);
  }
  return nullptr;
}

/// Whether it has added mass, which stands in the system matrix: of the first body that it names.
bool has_added_mass(const Load& load);

/// Whether the waves of the sea act on it.
bool feels_waves(const Load& load);
/// Whether the wind or the current of a model does.
bool feels_wind(const Load& load);
bool feels_current(const Load& load);

/// Writes out the defaults of a load that depend on the rest of its model.
void complete(Load& load, const Model& model);

/// @param load of a checked model
/// @param place  of its state in State::loads
/// @param places of those of all loads of the model; empty = in their order
/// @param shared with the other loads of the model
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places = {},
                                                 SharedByLoads shared = {});

}  // namespace raftup::solver
