/// @file Scales and names of the dofs of a database, which its checks, repairs and reports use.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns 1/sqrt(m_i) of every dof, with the reference inertia m of reference_inertia() [kg, kg
/// m2]. It is zero for a body without volume, which no check then measures.
VectorXd inverse_root_reference_inertia(const Database& database);

/// Returns the reference inertia m of each of the 6N dofs of N bodies: the displaced mass rho V
/// [kg] for translations, and rho V^(5/3) [kg m2] for rotations; the modal mass for modes.
VectorXd reference_inertia(const Database& database);

/// Returns the reference inertia plus the absolute diagonal of the added mass, m_i + |A_ii| [kg,
/// kg m2], for each of the 6N dofs.
VectorXd reference_inertia_with(const Database& database, const MatrixXd& added_mass);

/// Returns the largest B_ii of each dof over all frequencies [kg/s, kg m2/s], or zero if the
/// database has no radiation damping.
VectorXd largest_damping(const Database& database);

/// Returns the dofs that radiate waves. A dof whose largest B_ii / m_i is at most 1e-4 of the
/// largest of all dofs is left out, because its damping is rounding noise, as for a round body in
/// yaw.
std::vector<Eigen::Index> radiating_dofs(const Database& database);

/// Size of a hull as computed from its hydrostatics. Both members are zero for a body without a
/// water plane.
struct HullSize {
  /// Length of a box whose water plane has the larger one of the body's two moments of area [m].
  double length = 0.0;
  double draught = 0.0;  ///< draft: displaced volume over the area of the water plane [m]
};

/// Computes the size of the hull of a body [m] from its hydrostatic stiffness and displaced volume.
HullSize hull_size(const Database& database, Eigen::Index body);

/// Returns the name of a dof for messages, for example "carrier sway" or "carrier mode 1".
std::string dof_name(const Database& database, Eigen::Index dof);

/// The largest element of a matrix, relative to the scales of its row and column, and its indices.
struct WorstEntry {
  double value = 0.0;  ///< |element| / sqrt(scale of the row * scale of the column) [1]
  Eigen::Index row = 0, column = 0;
};

/// Returns the largest |M_ij - M_ji| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_asymmetry(const MatrixXd& matrix, const VectorXd& scale);

/// Returns the largest |M_ij| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_entry(const MatrixXd& matrix, const VectorXd& scale);

/// Returns the largest violation of the symmetry of a quadratic transfer function for pairs of
/// waves of the same direction: T_mn = T_nm* for difference frequencies, P_mn = P_nm for sum
/// frequencies. It is relative to the largest value on the same body of the same kind, force [N/m2]
/// or moment [N/m].
/// @param difference true for a difference-frequency function
double asymmetry(const QuadraticTransferFunction& qtf, bool difference);

}  // namespace raftup::hydro
