#pragma once

#include <span>
#include <string>
#include <variant>

#include "solver/loads/bushing.hpp"
#include "solver/loads/catenary_line.hpp"
#include "solver/loads/constant_force.hpp"
#include "solver/loads/current_drag.hpp"
#include "solver/loads/damper.hpp"
#include "solver/loads/drag_plate.hpp"
#include "solver/loads/fender.hpp"
#include "solver/loads/linear_mooring.hpp"
#include "solver/loads/morison.hpp"
#include "solver/loads/point_spring.hpp"
#include "solver/loads/winch.hpp"
#include "solver/loads/wind_force.hpp"

namespace raftup::solver {

/// Every kind of load: the one list of them.
using LoadKind = std::variant<ConstantForce, PointSpring, LinearMooring, Winch, Bushing, Damper,
                              CatenaryLine, CurrentDrag, WindForce, Fender, Morison, DragPlate>;

/// A load of a model.
struct Load {
  std::string name;
  LoadKind kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
  }
};

/// What can be read of a load beside its force, in the order of ForceElement::read().
std::span<const LoadOutput> outputs_of(const Load& load);

/// Whether it has added mass, which stands in the system matrix: of the first body that it names.
bool has_added_mass(const Load& load);

/// Whether the waves of the sea act on it.
bool feels_waves(const Load& load);

/// Writes out the defaults of a load that depend on the rest of its model.
void complete(Load& load, const Model& model);

/// @param load of a checked model
/// @param place of its state in State::loads
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place);

}  // namespace raftup::solver
