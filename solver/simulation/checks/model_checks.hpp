#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "solver/description/violations.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The index of the first item of each name.
using FirstOfName = std::unordered_map<std::string_view, std::size_t>;

template <typename Items>
FirstOfName first_of_names(const Items& items) {
  FirstOfName first;
  for (std::size_t i = 0; i < items.size(); ++i) first.try_emplace(items[i].name, i);
  return first;
}

/// Reports a violation at the name of items[i]: it equals the name of others[j].
/// @param path       of the list `items` in the model, for instance "bodies"
/// @param other_path of the list `others`
template <typename Items>
void refuse_same_name(const Items& items, std::size_t i, const std::string& path, std::size_t j,
                      const std::string& other_path, Violations& violations) {
  violations.require(false, fmt::format("{}[{}].name", path, i),
                     fmt::format("must differ from {}[{}].name", other_path, j),
                     fmt::format("'{}'", items[i].name));
}

/// Requires that each name of a list is present and that no two names are equal.
/// @param path of the list in the model, for instance "bodies"
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

/// Requires that no name of `items` is the name of one of `others`.
/// @param path of the list `items` in the model
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

/// Throws if there is any violation.
/// @throws Error(kInvalidArgument) with every violation, one a line
void require_none(const std::vector<Violation>& violations);

void check_bodies(const Model& model, Violations& violations);
/// Checks a change of mass properties while a simulation runs: mass [kg], inertia [kg m2, body
/// axes] and centre of mass [m, model frame] may differ between `before` and `after`, within the
/// rules; nothing else may.
void check_changed_bodies(const Model& before, const Model& after, Violations& violations);
/// Checks that bodies with a prescribed motion are kinematic, say no other motion and hang on no
/// joint to the world.
void check_prescribed_motions(const Model& model, Violations& violations);
void check_hydrodynamics(const Model& model, Violations& violations);
/// Checks the second-order wave forces of a group whose database has been read.
/// @param path of the options, hydrodynamics[i].second_order
void check_second_order(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                        Violations& violations);
/// Checks a group that has a family of databases over relative position, and refuses the options
/// that a family cannot be combined with.
/// @param path of the group, hydrodynamics[i]
void check_configurations(const Model& model, const HydrodynamicGroup& group,
                          const std::string& path, Violations& violations);
/// Checks the hull meshes of a group whose database has been read, and that each option which
/// integrates pressure over a hull has a mesh.
/// @param path of the group, hydrodynamics[i]
void check_wetted_meshes(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations);
/// Checks the sizes of the constant coefficients of a group, that a group which has them instead of
/// a database asks for nothing that only a database has, and the reference points of its bodies.
/// @param path of the group, hydrodynamics[i]
void check_constant_coefficients(const HydrodynamicGroup& group, const std::string& path,
                                 Violations& violations);
/// Checks that the added mass of constant coefficients is symmetric, that their damping takes energy
/// out, and that they have no stiffness between bodies of which one is nonlinear.
/// @param group without other violations
void check_constant_matrices(const Model& model, const HydrodynamicGroup& group,
                             const std::string& path, Violations& violations);
void check_added_mass_interactions(const Model& model, Violations& violations);
void check_strong_interactions(const Model& model, Violations& violations);
/// Checks one added-mass interaction against the model. It need not be the one that the model has:
/// it may be the one that a client is about to set.
void check_added_mass_interaction(const Model& model, const AddedMassInteraction& interaction,
                                  const std::string& path, Violations& violations);
/// Checks that the options of lumped added mass (AddedMassMode::kLumped) fit together.
void check_lumped(AddedMassCoriolis coriolis, const std::string& path, Violations& violations);
void check_joints(const Model& model, Violations& violations);
/// Checks shapes, materials, pairs of materials and contact readers.
/// @param source where the shapes stand
void check_contacts(const Model& model, const ModelSource& source, Violations& violations);
void check_statistics(const Model& model, Violations& violations);
void check_events(const Model& model, Violations& violations);
void check_probes(const Model& model, Violations& violations);
void check_machines(const Model& model, Violations& violations);
/// Refuses the names with which outputs of the sea and of the energies begin.
void check_own_outputs(const std::string& name, const std::string& path, Violations& violations);
/// Checks the sources of inputs against what they write. The model must have no other violations.
void check_input_sources(const Model& model, Violations& violations);

/// Requires that the matrix of mass plus added mass [kg, kg m, kg m2] is positive definite at t = 0. The model must
/// have no other violations. Groups whose database lacks A_inf are left to Simulation, which has
/// the added mass of their radiation memory.
void check_definiteness(const Model& model, Violations& violations);

/// Requires that a matrix of added mass [kg, kg m, kg m2] is symmetric up to the errors of panel
/// methods (kLargestAsymmetry).
/// @param A      rows and columns are the six dofs of each of `bodies` in turn
/// @param remedy sentence that is appended to the rule and says what else can be done; may be empty
void require_symmetric(const Model& model, const MatrixXd& A,
                       const std::vector<std::size_t>& bodies, const std::string& path,
                       const std::string& remedy, Violations& violations);

}  // namespace raftup::solver
