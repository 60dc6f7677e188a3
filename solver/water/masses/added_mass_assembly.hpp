#pragma once

#include <memory>
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
///   max_ij |A_ij - A_ji| / sqrt((M + A)_ii (M + A)_jj),
/// with M the rigid mass of the bodies when upright. The maximum is over the dofs i, j of bodies
/// that are not static, since the equations of motion do not use the others.
struct Asymmetry {
  double measure = 0.0;
  Eigen::Index row = 0, column = 0;  ///< row and column of the entry with the largest asymmetry
};
/// Asymmetry above which there is a finding; chosen, not swept.
inline constexpr double kNotableAsymmetry = 0.005;
/// Asymmetry above which a model is refused; chosen, not swept.
inline constexpr double kLargestAsymmetry = 0.05;

/// Computes the asymmetry of a matrix of added mass.
/// @param A      [6n x 6n] kg, kg m, kg m2
/// @param bodies indices of its n bodies in the model, in the order of A
Asymmetry measure_asymmetry(const Model& model, const MatrixXd& A,
                            const std::vector<std::size_t>& bodies);

/// Added mass of a group as filed in its database [kg, kg m, kg m2], not symmetrized; bodies in the
/// order of the database. It is that of group.added_mass_frequency, or of the frequency of
/// radiation without memory (linear between the filed frequencies), else that of infinite
/// frequency.
/// @returns nothing if the database has no added mass at infinite frequency
std::optional<MatrixXd> filed_added_mass(const HydrodynamicGroup& group);

/// The diagonals of the rigid mass matrices of the bodies when upright, for each body m, m, m [kg],
/// Ixx, Iyy, Izz [kg m2].
VectorXd diagonal_mass(const Model& model, const std::vector<std::size_t>& bodies);

/// Indices in the model of the bodies of a group, in the order of its database.
std::vector<std::size_t> bodies_of(const Model& model, const HydrodynamicGroup& group);

/// Added mass of a group without radiation memory [kg, kg m, kg m2]: symmetrized, and without the
/// blocks between bodies if `body_interaction` is false.
MatrixXd consistent_added_mass(const MatrixXd& filed, bool body_interaction);

/// Added mass of a group with one database in the system matrix [kg, kg m, kg m2, hydro frames]:
/// that of `infinite` or of group.added_mass_frequency, symmetrized, and that of constant
/// coefficients.
/// @param infinite added mass at infinite frequency of the radiation memory
MatrixXd added_mass_in_use(const Model& model, const HydrodynamicGroup& group,
                           const MatrixXd& infinite);

/// Matrices of one hydrodynamic group: one matrix, or for a family one for each of
/// GroupMemories::nodes.
using NodeMatrices = std::vector<MatrixXd>;

/// The added mass at infinite frequency, A_inf [kg, kg m, kg m2], of the radiation memories of all
/// groups, in the order of the groups.
std::vector<NodeMatrices> infinite_added_masses(const std::vector<GroupMemories>& memories);

/// The added mass of a group with a family of databases as a function of the configuration of its
/// bodies [kg, kg m, kg m2]. Null without a family, and where all nodes of a family over axes have
/// the same data.
/// @param infinite of GroupMemories::nodes
std::shared_ptr<const BlendedAddedMass> blended_added_mass(const Model& model,
                                                           const HydrodynamicGroup& group,
                                                           const NodeMatrices& infinite);

/// Assembles all added mass of a checked model. A group whose bodies are not coupled becomes one
/// AddedMass for each body, so that the bodies can be solved separately; two bodies of an
/// interaction are always coupled. The last entries are those of the strong interactions. Number,
/// bodies and frames of the entries do not depend on `interactions`, since the coupling of bodies
/// is a property of the model.
/// @param infinite_added_mass one per group [kg, kg m, kg m2], used if no frequency is given
/// @param interactions present values of the interactions, one each
std::vector<AddedMass> assemble_added_masses(const Model& model,
                                             const std::vector<NodeMatrices>& infinite_added_mass,
                                             const std::vector<AddedMassState>& interactions);

/// The state of the added-mass interactions of a model at t = 0 [kg, kg m, kg m2].
std::vector<AddedMassState> initial_added_masses(const Model& model);

/// Returns a finding if the asymmetry of an added mass is above kNotableAsymmetry [1].
std::optional<Finding> asymmetry_finding(const std::string& name, const Asymmetry& found,
                                         const std::vector<std::string>& bodies);

/// Text for a row of a matrix of several bodies, such as "body 'float' heave".
std::string describe_dof(const std::vector<std::string>& bodies, Eigen::Index row);

/// True if a load of the model acts over steps, see LoadDescription::acts_over_steps().
bool loads_act_over_steps(const Model& model);

/// Bodies of each term of the system matrix other than masses [kg] (StrongTerms), as indices in the
/// model. The terms are users' own interactions, then strong joints, then the loads, with the
/// stepper kMoreauJean and where it may be chosen for loads that act over steps. Loads have one term for each body and one for each coupled pair [row,
/// column] of bodies that are not static, row > column.
std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model);

}  // namespace raftup::solver
