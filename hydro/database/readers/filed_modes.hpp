/// @file Modes of bodies from files in which they are further dofs, without shapes.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns modes without shapes in the order of the bodies. Their dofs are in carriers behind all
/// bodies, three in each as its translations; each carrier has modes of one body.
/// @param counts number of modes of each body
std::vector<GeneralisedMode> modes_behind_bodies(const std::vector<Eigen::Index>& counts);

/// Number of dofs of bodies and of the carriers of their modes.
/// @param modes  those of modes_behind_bodies()
/// @param bodies number of bodies
Eigen::Index dofs_with_carriers(const std::vector<GeneralisedMode>& modes, Eigen::Index bodies);

/// Adds the carriers of modes to the bodies of a database, without volume and stiffness, at the
/// centers of their bodies [m].
void add_carriers(const std::vector<GeneralisedMode>& modes, Database& database);

/// Matrices that a file has over all dofs of a database, carriers included, for its modes. Rows of
/// rigid dofs count only in the columns of modes.
struct FiledModeMatrices {
  MatrixXd mass;       ///< mass [kg, kg m]
  MatrixXd restoring;  ///< stiffness of buoyancy and weight [N/m, N]
  MatrixXd stiffness;  ///< stiffness of the structure [N/m]; empty if the file has none
  MatrixXd damping;    ///< damping of the structure [N s/m]; empty if the file has none
  std::string mass_name, restoring_name, stiffness_name, damping_name;  ///< as in the file
  std::vector<std::string> modes;  ///< names of the modes in the file
};

/// Gives a database its modes. The damping d of a mode whose structure has the stiffness k and the
/// mass m becomes the damping ratio d / (2 sqrt(k m)). A restoring matrix of the pressure alone, without
/// the weight of the body, is asymmetric: the mean with its transpose is taken, and a difference
/// above 1 % is a finding. Other findings say that shapes, or stiffnesses, are not filed.
/// @param modes those of modes_behind_bodies(); their carriers are in the database
/// @throws Error(kInvalidArgument) with the name of the matrix and the rule: numbers are finite;
///         masses symmetric; masses and restoring of the dofs of one body, stiffness and damping of
///         its modes alone; damping is diagonal and needs a stiffness
void set_filed_modes(std::vector<GeneralisedMode> modes, const FiledModeMatrices& filed,
                     Database& database);

}  // namespace raftup::hydro
