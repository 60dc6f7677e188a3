#pragma once

#include <optional>
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
  std::optional<bool> enabled;  ///< whether it acts at t = 0; none = it does

  /// A constant force of 0 N.
  Load();
  Load(std::string called, LoadKind of_kind);

  /// The base of the kind, with the questions that the solver has for every load.
  const LoadDescription& description() const;
  LoadDescription& description();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field.one_of(self.kind);
    field("enabled", self.enabled, FieldRule().added_late());
  }
};

/// The names of the bodies that a load names, in the order of its fields; "" where it names the
/// world.
std::vector<std::string> bodies_of(const Load& load);

/// The name of its kind in model files: "winch".
std::string_view kind_of(const Load& load);

/// The first load of that name; null where the model has none.
const Load* find_load(const std::vector<Load>& loads, const std::string& name);

/// The same where it is of that kind, else null; for loads that act on others of a given kind.
template <typename Kind>
const Kind* find_load(const std::vector<Load>& loads, const std::string& name) {
  const Load* const load = find_load(loads, name);
  return load == nullptr ? nullptr : load->kind.get_if<Kind>();
}

/// @param load of a checked model
/// @param place  of its state in State::loads
/// @param places of the states of all loads of the model; empty = in their order
/// @param shared with the other loads of the model
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial, std::size_t place,
                                                 std::span<const std::size_t> places = {},
                                                 SharedByLoads shared = {});

}  // namespace raftup::solver
