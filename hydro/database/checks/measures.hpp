/// @file Scales and names of the dofs of a database, which its checks, repairs and reports share.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns 1/sqrt(m_i) of every dof, with the reference inertia m of reference_inertia(). It is
/// zero for a body without volume, which no check then measures.
VectorXd inverse_root_reference_inertia(const Database& database);

/// Returns the reference inertia m of each of the 6N dofs of N bodies: the displaced mass rho V
/// [kg] for translations, and rho V^(5/3) [kg m2] for rotations.
VectorXd reference_inertia(const Database& database);

/// Returns the reference inertia plus the absolute diagonal of the added mass, m_i + |A_ii| [kg,
/// kg m2], for each of the 6N dofs.
VectorXd reference_inertia_with(const Database& database, const MatrixXd& added_mass);

/// Returns for each dof the largest B_ii over all frequencies [kg/s, kg m2/s], or zero where the
/// database has no radiation damping.
VectorXd largest_damping(const Database& database);

/// Returns the dofs that radiate waves. A dof whose largest B_ii / m_i is at most 1e-4 of the
/// largest of all does not count: the damping of a round body in yaw is rounding noise.
std::vector<Eigen::Index> radiating_dofs(const Database& database);

/// The size of a hull as it follows from the hydrostatics; both are zero for a body without a water
/// plane.
struct HullSize {
  double length = 0.0;   ///< m, of the box whose water plane has the body's larger moment
  double draught = 0.0;  ///< m, displaced volume over the area of the water plane
};

HullSize hull_size(const Database& database, Eigen::Index body);

/// Returns the name of a dof for messages, for example "carrier sway".
std::string dof_name(const Database& database, Eigen::Index dof);

/// The entry of a matrix that exceeds the others, and its value relative to the scales of its row
/// and its column.
struct WorstEntry {
  double value = 0.0;
  Eigen::Index row = 0, column = 0;
};

/// Returns the largest |M_ij - M_ji| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_asymmetry(const MatrixXd& matrix, const VectorXd& scale);

/// Returns the largest |M_ij| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_entry(const MatrixXd& matrix, const VectorXd& scale);

/// The largest violation of T_mn = T_nm* (for sums P_mn = P_nm) in pairs of one direction, relative
/// to the largest value on the same body of the same kind, force [N/m2] or moment [N/m].
double asymmetry(const QuadraticTransferFunction& qtf, bool difference);

}  // namespace raftup::hydro
