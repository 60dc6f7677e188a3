#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "solver/description/violations.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// By name, the first item that has it.
using FirstOfName = std::unordered_map<std::string_view, std::size_t>;

template <typename Items>
FirstOfName first_of_names(const Items& items) {
  FirstOfName first;
  for (std::size_t i = 0; i < items.size(); ++i) first.try_emplace(items[i].name, i);
  return first;
}

/// Notes that items[i] is called as others[j].
template <typename Items>
void refuse_same_name(const Items& items, std::size_t i, const std::string& path, std::size_t j,
                      const std::string& other_path, Violations& violations) {
  violations.require(false, fmt::format("{}[{}].name", path, i),
                     fmt::format("must differ from {}[{}].name", other_path, j),
                     fmt::format("'{}'", items[i].name));
}

/// Names of a list: present and different. `path` is that of the list.
template <typename Items>
void check_names(const Items& items, const std::string& path, Violations& violations) {
  const FirstOfName first = first_of_names(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name.empty()) {
      violations.require(false, fmt::format("{}[{}].name", path, i), "must not be empty", "''");
    } else if (const std::size_t j = first.at(items[i].name); j < i) {
      refuse_same_name(items, i, path, j, path, violations);
    }
  }
}

/// Names of two lists differ from each other. `path` is that of `items`.
template <typename Items, typename Others>
void check_names_differ(const Items& items, const std::string& path, const Others& others,
                        const std::string& other_path, Violations& violations) {
  const FirstOfName first = first_of_names(others);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto other = first.find(items[i].name);
    if (other == first.end() || items[i].name.empty()) continue;
    refuse_same_name(items, i, path, other->second, other_path, violations);
  }
}

/// @throws Error(kInvalidArgument) with every violation, one a line
void require_none(const std::vector<Violation>& violations);

void check_bodies(const Model& model, Violations& violations);
/// What bodies may become in mid-run: the same with other mass properties.
void check_changed_bodies(const Model& before, const Model& after, Violations& violations);
void check_hydrodynamics(const Model& model, Violations& violations);
/// Second-order wave forces of a group that has its database.
/// @param path hydrodynamics[i].second_order
void check_second_order(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                        Violations& violations);
/// A family of databases over relative position, and what it does not go with.
/// @param path hydrodynamics[i]
void check_configurations(const Model& model, const HydrodynamicGroup& group,
                          const std::string& path, Violations& violations);
/// Meshes of a group that has its database, and what needs them.
/// @param path hydrodynamics[i]
void check_wetted_meshes(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations);
void check_added_mass_interactions(const Model& model, Violations& violations);
void check_strong_interactions(const Model& model, Violations& violations);
/// One interaction, which need not be the model's: what it is about to become.
void check_added_mass_interaction(const Model& model, const AddedMassInteraction& interaction,
                                  const std::string& path, Violations& violations);
/// What AddedMassMode::kLumped needs beside it.
void check_lumped(AddedMassCoriolis coriolis, const std::string& path, Violations& violations);
void check_joints(const Model& model, Violations& violations);
/// Shapes, materials, their pairs and readers.
/// @param source where the shapes stand
void check_contacts(const Model& model, const ModelSource& source, Violations& violations);
void check_statistics(const Model& model, Violations& violations);

/// M + A positive definite at t = 0, for a model without other violations. Groups whose database
/// lacks A_inf are left to Simulation, which knows that of their radiation memory.
void check_definiteness(const Model& model, Violations& violations);

/// A, whose rows are those of `bodies`, is near enough to symmetric.
/// @param remedy what else can be done, after the rule; may be empty
void require_symmetric(const Model& model, const MatrixXd& A,
                       const std::vector<std::size_t>& bodies, const std::string& path,
                       const std::string& remedy, Violations& violations);

}  // namespace raftup::solver
