#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/water/groups/group_memories.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// How far a matrix of added mass is from symmetric, in the measure of all couplings alike:
///   max_ij |A_ij - A_ji| / sqrt((M + A)_ii (M + A)_jj),  M the rigid mass upright.
struct Asymmetry {
  double measure = 0.0;
  Eigen::Index row = 0, column = 0;  ///< where it is largest
};
inline constexpr double kNotableAsymmetry = 0.005;  ///< a finding above
inline constexpr double kLargestAsymmetry = 0.05;   ///< refused above

/// @param diagonal_mass of M, one per row of A
Asymmetry measure_asymmetry(const MatrixXd& A, const VectorXd& diagonal_mass);

/// Added mass of a group as its database has it, at group.added_mass_frequency (linear between the
/// frequencies on file) or at infinity; not symmetrised; in the order of the database.
/// @returns nothing where the database has none for infinity
std::optional<MatrixXd> filed_added_mass(const HydrodynamicGroup& group);

/// Diagonal of the rigid mass matrices of the bodies, upright: m m m Ixx Iyy Izz each.
VectorXd diagonal_mass(const Model& model, const std::vector<std::size_t>& bodies);

/// Bodies of the model, by index, in the order of the group's database.
std::vector<std::size_t> bodies_of(const Model& model, const HydrodynamicGroup& group);

/// Added mass of a group where no memory says it: symmetrised, coupling blocks dropped where
/// `body_interaction` is off.
MatrixXd consistent_added_mass(const MatrixXd& filed, bool body_interaction);

/// Matrices of one hydrodynamic group: one, or of a family those of GroupMemories::nodes.
using NodeMatrices = std::vector<MatrixXd>;

/// A_inf of the radiation memories of all groups, in their order.
std::vector<NodeMatrices> infinite_added_masses(const std::vector<GroupMemories>& memories);

/// Everything with added mass in a checked model. A group whose bodies are not coupled becomes one
/// AddedMass a body, so that each is a group of its own; two bodies of an interaction are
/// coupled. The last ones are the places of the strong interactions. Number, bodies and frames of
/// the terms do not depend on `interactions`: what couples with what is a property of the model.
/// @param infinite_added_mass one per group, used where no frequency is asked for
/// @param interactions what the interactions are now, one each
std::vector<AddedMass> assemble_added_masses(const Model& model,
                                             const std::vector<NodeMatrices>& infinite_added_mass,
                                             const std::vector<AddedMassState>& interactions);

/// What the interactions of a model are at t = 0.
std::vector<AddedMassState> initial_added_masses(const Model& model);

/// The finding that added mass is notably asymmetric, if it is.
std::optional<Finding> asymmetry_finding(const std::string& name, const Asymmetry& found,
                                         const std::vector<std::string>& bodies);

/// "body 'float' heave" for a row of a matrix of several bodies.
std::string describe_dof(const std::vector<std::string>& bodies, Eigen::Index row);

/// Bodies of everything that stands in the system matrix beside the masses (StrongTerms), by index
/// in the model: users' own interactions, then strong joints, then with the stepper kMoreauJean the
/// loads, by bodies and by pairs [row, column] of bodies that move, row > column.
std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model);

}  // namespace raftup::solver
