/// @file What checks, repairs and reports share: scales and names of dofs.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// 1/sqrt(m_i) of every dof; 0 for a body without volume, which no check then measures.
VectorXd inverse_root_reference_inertia(const Database& database);

/// The m of measure_checks(), 6N.
VectorXd reference_inertia(const Database& database);

/// m + |diag A|, 6N, with the m of measure_checks().
VectorXd reference_inertia_with(const Database& database, const MatrixXd& added_mass);

/// max over omega of B_ii, 0 without B.
VectorXd largest_damping(const Database& database);

/// The dofs that radiate: the damping of a round body's yaw is rounding noise.
std::vector<Eigen::Index> radiating_dofs(const Database& database);

/// Size of a hull as its hydrostatics tell it; zeros for a body without a water plane.
struct HullSize {
  double length = 0.0;   ///< m, of the box whose water plane has the body's larger moment
  double draught = 0.0;  ///< m, displaced volume over the area of the water plane
};

HullSize hull_size(const Database& database, Eigen::Index body);

/// "carrier sway"
std::string dof_name(const Database& database, Eigen::Index dof);

/// An entry of a matrix that stands out, and by how much.
struct WorstEntry {
  double value = 0.0;
  Eigen::Index row = 0, column = 0;
};

/// max |M_ij - M_ji| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_asymmetry(const MatrixXd& matrix, const VectorXd& scale);

/// max |M_ij| / sqrt(scale_i scale_j); entries of zero scale are left out.
WorstEntry worst_entry(const MatrixXd& matrix, const VectorXd& scale);

/// The largest violation of T_mn = T_nm* (for sums P_mn = P_nm) in pairs of one direction, relative
/// to the largest value on the same body of the same kind, force [N/m2] or moment [N/m].
double asymmetry(const QuadraticTransferFunction& qtf, bool difference);

}  // namespace raftup::hydro
