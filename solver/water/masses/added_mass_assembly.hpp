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

/// The largest asymmetry of a matrix of added mass A, relative to a scale that is the same for all
/// couplings:
///   max_ij |A_ij - A_ji| / sqrt((M + A)_ii (M + A)_jj),  M the rigid mass of the bodies when
///   upright,
/// over the dofs i, j of bodies that are not static: no equation has the others' added mass.
struct Asymmetry {
  double measure = 0.0;
  Eigen::Index row = 0, column = 0;  ///< entry at which it is largest
};
/// asymmetry above which there is a finding; chosen, not swept
inline constexpr double kNotableAsymmetry = 0.005;
/// asymmetry above which a model is refused; chosen, not swept
inline constexpr double kLargestAsymmetry = 0.05;

/// @param A      [6n x 6n] kg, kg m, kg m2
/// @param bodies n of the model, by index, in the order of A
Asymmetry measure_asymmetry(const Model& model, const MatrixXd& A,
                            const std::vector<std::size_t>& bodies);

/// Added mass of a group as its database has it [kg, kg m, kg m2], at group.added_mass_frequency or
/// that of radiation without memory (linear between the frequencies on file), else at infinite
/// frequency; not symmetrised; bodies in the order of the database.
/// @returns nothing if the database has none for infinite frequency
std::optional<MatrixXd> filed_added_mass(const HydrodynamicGroup& group);

/// Diagonal of the rigid mass matrices of the bodies when upright: m, m, m [kg], Ixx, Iyy, Izz [kg
/// m2] of each.
VectorXd diagonal_mass(const Model& model, const std::vector<std::size_t>& bodies);

/// Indices in the model of the bodies of a group, in the order of its database.
std::vector<std::size_t> bodies_of(const Model& model, const HydrodynamicGroup& group);

/// Added mass of a group [kg, kg m, kg m2] that has no radiation memory: symmetrised, and without
/// the blocks between bodies if `body_interaction` is false.
MatrixXd consistent_added_mass(const MatrixXd& filed, bool body_interaction);

/// Matrices of one hydrodynamic group: one, or for a family those of GroupMemories::nodes.
using NodeMatrices = std::vector<MatrixXd>;

/// A_inf of the radiation memories of all groups, in their order.
std::vector<NodeMatrices> infinite_added_masses(const std::vector<GroupMemories>& memories);

/// Assembles everything that has added mass in a checked model. A group whose bodies are not
/// coupled becomes one AddedMass for each body, so that each body is a group of its own; two bodies
/// of an interaction are always coupled. The last entries are the places of the strong
/// interactions. Number, bodies and frames of the entries do not depend on `interactions`, since
/// the coupling of bodies is a property of the model.
/// @param infinite_added_mass one per group [kg, kg m, kg m2], used if no frequency is given
/// @param interactions present values of the interactions, one each
std::vector<AddedMass> assemble_added_masses(const Model& model,
                                             const std::vector<NodeMatrices>& infinite_added_mass,
                                             const std::vector<AddedMassState>& interactions);

/// The interactions of a model at t = 0.
std::vector<AddedMassState> initial_added_masses(const Model& model);

/// The finding about an asymmetric added mass, if the asymmetry is notable (kNotableAsymmetry [1]).
std::optional<Finding> asymmetry_finding(const std::string& name, const Asymmetry& found,
                                         const std::vector<std::string>& bodies);

/// "body 'float' heave" for a row of a matrix of several bodies.
std::string describe_dof(const std::vector<std::string>& bodies, Eigen::Index row);

/// Bodies of everything in the system matrix other than masses [kg] (StrongTerms), by index in the
/// model: users' own interactions, then strong joints, then, with the stepper kMoreauJean, the
/// loads, by bodies and by pairs [row, column] of bodies that move, row > column.
std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model);

}  // namespace raftup::solver
