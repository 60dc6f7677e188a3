#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Least eigenvalue [1] of the symmetric part of a damping matrix D, every dof scaled by the root of
/// its diagonal so that meters and radians are alike. What D takes out of a motion is v^T D v: below
/// 0 it brings energy in.
/// @param damping square [N s/m, N s, N m s]
double least_damping(const MatrixXd& damping);

/// Eigenvalue above which a negative one is the rounding of a matrix that was positive semidefinite.
inline constexpr double kNegligibleDamping = -1e-9;

}  // namespace raftup::solver
