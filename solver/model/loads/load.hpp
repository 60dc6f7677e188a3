#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/description/any_kind.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// The description of a load, which is one of the kinds that load_kinds.hpp lists.
struct LoadKinds;
using LoadKind = AnyKind<LoadKinds>;

/// A load of a model: a force on bodies, or a controller of other loads.
struct Load {
  std::string name;
  LoadKind kind;
  std::optional<bool> enabled;  ///< whether the load acts at t = 0; none: it does

  /// Creates a constant force of 0 N.
  Load();
  Load(std::string called, LoadKind of_kind);

  /// The base class of the kind of load, with the functions that every kind of load has.
  const LoadDescription& description() const;
  LoadDescription& description();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
    field("enabled", self.enabled, FieldRule().added_late());
  }
};

/// The names of the bodies in the fields of a load, in the order of the fields; "" for the world.
std::vector<std::string> bodies_of(const Load& load);

/// The name of the kind of a load in model files, such as "winch".
std::string_view kind_of(const Load& load);

/// The first load of that name; null if there is no such load.
const Load* find_load(const std::vector<Load>& loads, const std::string& name);

/// The first load of that name if it is of the given kind; null otherwise.
template <typename Kind>
const Kind* find_load(const std::vector<Load>& loads, const std::string& name) {
  const Load* const load = find_load(loads, name);
  return load == nullptr ? nullptr : load->kind.get_if<Kind>();
}

/// Creates the element that computes the force of a load [N, N m] in a simulation.
/// @param load    a load of the model, which has been checked
/// @param initial poses and velocities of the bodies at t = 0
/// @param place   index of the state of the load in State::loads
/// @param places  index of the state of each load of the model in State::loads; empty = the order
///                of the loads
/// @param shared  objects that the load shares with other loads of the model
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places = {},
                                                 SharedByLoads shared = {});

}  // namespace raftup::solver
