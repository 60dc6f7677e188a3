#pragma once

#include <string>
#include <vector>

#include "solver/description/any_kind.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The description of a load by its kind; all kinds are listed in load_kinds.hpp.
struct LoadKinds;
using LoadKind = AnyKind<LoadKinds>;

/// A load of a model.
struct Load {
  std::string name;
  LoadKind kind;

  /// A constant force of 0 N.
  Load();
  Load(std::string called, LoadKind of_kind);

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
  }
};

/// The names of the bodies that a load names, in the order of its fields; "" where it names the
/// world.
std::vector<std::string> bodies_of(const Load& load);

/// The outputs of a load besides its force [N], in the order of ForceElement::read().
std::vector<LoadOutput> outputs_of(const Load& load);

/// The channels of a load that inputs and controllers can set.
std::span<const LoadOutput> commands_of(const Load& load);

/// The channels of other loads that a load sets; empty unless it is a controller.
std::vector<ControlledChannel> controlled_by(const Load& load, const Model& model);

/// The load of a given name and kind; null if the model has none.
template <typename Kind>
const Kind* find_load(const std::vector<Load>& loads, const std::string& name) {
  for (const Load& load : loads) {
    if (load.name == name) return load.kind.get_if<Kind>();
  }
  return nullptr;
}

/// True if a load has added mass [kg], which is in the system matrix of the first body that it
/// names.
bool has_added_mass(const Load& load);

/// True if the waves of the sea act on a load.
bool feels_waves(const Load& load);
/// True if the wind of a model, or its current, acts on a load.
bool feels_wind(const Load& load);
bool feels_current(const Load& load);

/// Writes out the defaults of a load that depend on the rest of its model.
void complete(Load& load, const Model& model);

/// Makes the element that computes a load.
/// @param load   of a checked model
/// @param place  of its state in State::loads
/// @param places of the states of all loads of the model; empty = in their order
/// @param shared with the other loads of the model
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places = {},
                                                 SharedByLoads shared = {});

}  // namespace raftup::solver
