#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "solver/description/violations.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The index of the first item with each name.
using FirstOfName = std::unordered_map<std::string_view, std::size_t>;

template <typename Items>
FirstOfName first_of_names(const Items& items) {
  FirstOfName first;
  for (std::size_t i = 0; i < items.size(); ++i) first.try_emplace(items[i].name, i);
  return first;
}

/// Reports that items[i] has the same name as others[j].
/// @param path       path of the list `items` in the model, for instance "bodies"
/// @param other_path path of the list `others`
template <typename Items>
void refuse_same_name(const Items& items, std::size_t i, const std::string& path, std::size_t j,
                      const std::string& other_path, Violations& violations) {
  violations.require(false, fmt::format("{}[{}].name", path, i),
                     fmt::format("must differ from {}[{}].name", other_path, j),
                     fmt::format("'{}'", items[i].name));
}

/// Checks that no name in a list is empty and that no two names are equal.
/// @param path path of the list in the model, for instance "bodies"
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

/// Checks that no name in `items` is also a name in `others`.
/// @param path       path of the list `items` in the model
/// @param other_path path of the list `others`
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

/// Throws an error if the list is not empty.
/// @throws Error(kInvalidArgument) with all violations, one per line
void require_none(const std::vector<Violation>& violations);

void check_bodies(const Model& model, Violations& violations);
/// Checks a change of mass properties while a simulation runs. Only mass [kg], inertia [kg m2, body
/// axes] and center of mass [m, model frame] may differ between the models `before` and `after`,
/// and they must fulfill the rules.
void check_changed_bodies(const Model& before, const Model& after, Violations& violations);
/// Checks that bodies with a prescribed motion are kinematic, have no other given motion, and are
/// not connected to the world by a joint.
void check_prescribed_motions(const Model& model, Violations& violations);
void check_hydrodynamics(const Model& model, Violations& violations);
/// Checks the second-order wave forces of a group whose database has been read.
/// @param path path of the options, hydrodynamics[i].second_order
void check_second_order(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                        Violations& violations);
/// Checks a group that has a family of databases over relative position [m, rad] or over axes.
/// Options that cannot be combined with a family are refused.
/// @param path path of the group, hydrodynamics[i]
void check_configurations(const Model& model, const HydrodynamicGroup& group,
                          const std::string& path, Violations& violations);
/// Checks that the axes of a family of databases measure what exists in the model: draughts [m] and
/// trims [rad] of bodies of the group, hinges, inputs.
/// @param path path of the axes, hydrodynamics[i].configurations.axes
void check_axes(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                Violations& violations);
/// Checks the forward speed [m/s] of a group. Options that cannot be combined with a uniform flow are
/// refused.
/// @param path path of the group, hydrodynamics[i]
void check_forward_speed(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations);
/// Checks the hull meshes of a group whose database has been read, and that a mesh is given for
/// each option that integrates pressure over a hull.
/// @param path path of the group, hydrodynamics[i]
void check_wetted_meshes(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations);
/// Checks the constant coefficients of a group: their sizes, the reference points of the bodies,
/// and that a group which has constant coefficients in place of a database uses no option that
/// needs a database.
/// @param path path of the group, hydrodynamics[i]
void check_constant_coefficients(const HydrodynamicGroup& group, const std::string& path,
                                 Violations& violations);
/// Checks that the added mass [kg, kg m, kg m2] of constant coefficients is symmetric and that
/// their damping takes energy out. If a body of the group has nonlinear hydrostatics, there must be
/// no stiffness between different bodies.
/// @param group a group without other violations
void check_constant_matrices(const Model& model, const HydrodynamicGroup& group,
                             const std::string& path, Violations& violations);
void check_added_mass_interactions(const Model& model, Violations& violations);
void check_strong_interactions(const Model& model, Violations& violations);
/// Checks an added-mass interaction [kg, kg m, kg m2]. It need not be part of the model: it may be
/// one with which a client is about to replace an interaction of the model.
void check_added_mass_interaction(const Model& model, const AddedMassInteraction& interaction,
                                  const std::string& path, Violations& violations);
/// Checks that the Coriolis option is permitted with lumped added mass (AddedMassMode::kLumped): it
/// must be off.
void check_lumped(AddedMassCoriolis coriolis, const std::string& path, Violations& violations);
void check_joints(const Model& model, Violations& violations);
/// Checks shapes, materials, contact materials and contact readers.
/// @param source paths of the shapes in the source of the model
void check_contacts(const Model& model, const ModelSource& source, Violations& violations);
void check_statistics(const Model& model, Violations& violations);
void check_events(const Model& model, Violations& violations);
void check_probes(const Model& model, Violations& violations);
/// Checks the sections of bodies and the distribution of their masses [kg/m].
void check_sections(const Model& model, Violations& violations);
/// Checks the modes of flexible bodies and what else acts on these bodies.
/// @param model without carriers: see add_mode_carriers()
void check_modes(const Model& model, Violations& violations);
void check_machines(const Model& model, Violations& violations);
/// Refuses names that begin like the outputs of the sea and of the energies.
void check_own_outputs(const std::string& name, const std::string& path, Violations& violations);
/// True if an input exerts forces [N, N m] on a body, directly or by waves or accelerations.
bool streams_forces_on(const Input& input, const std::string& body);
/// Checks that the sources of inputs produce values that their inputs permit. The model must have
/// no other violations.
void check_input_sources(const Model& model, Violations& violations);

/// Checks that the matrix of mass plus added mass [kg, kg m, kg m2] is positive definite at t = 0.
/// The model must have no other violations. Groups whose database lacks A_inf are checked by
/// Simulation, which has the added mass of their radiation memory.
void check_definiteness(const Model& model, Violations& violations);

/// Checks that a matrix of added mass [kg, kg m, kg m2] is symmetric up to the errors of panel
/// methods (kLargestAsymmetry).
/// @param A      rows and columns are the six dofs of each of `bodies`, one body after the other
/// @param remedy sentence that is appended to the rule and contains what else the user can do; may
///               be empty
void require_symmetric(const Model& model, const MatrixXd& A,
                       const std::vector<std::size_t>& bodies, const std::string& path,
                       const std::string& remedy, Violations& violations);

}  // namespace raftup::solver
