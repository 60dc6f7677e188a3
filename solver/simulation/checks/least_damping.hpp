#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Least eigenvalue [1] of the symmetric part of a damping matrix D. Every dof is scaled by the
/// root of its diagonal entry, so that meters and radians are comparable. D dissipates the power
/// v^T D v; with a negative eigenvalue it supplies energy to some motion.
/// @param damping D, square [N s/m, N s, N m s]
double least_damping(const MatrixXd& damping);

/// A negative eigenvalue above this one is attributed to the rounding of a matrix that is positive
/// semidefinite.
inline constexpr double kNegligibleDamping = -1e-9;

}  // namespace raftup::solver
