#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Computes 1 / scale of each dof; the result is 0 where the scale is 0.
/// @param scale square root of a damping coefficient B_ii [N s/m, N m s] of each dof, >= 0
VectorXd inverse_scale(const VectorXd& scale);

/// Makes a radiation damping matrix B passive, so that it does not supply energy to any motion. B
/// is divided by the scales of its dofs and replaced by its symmetric part, in which negative
/// eigenvalues are set to 0; then it is multiplied by the scales again. Rows and columns of dofs
/// with scale 0 become 0.
/// @param B       square matrix [N s/m, N s, N m s], read and overwritten
/// @param scale   square root of a damping coefficient B_ii of each dof, >= 0
/// @param inverse inverse_scale(scale)
/// @returns the lowest eigenvalue [1] of the scaled symmetric part before negative eigenvalues were
///          removed
double clip_eigenvalues(Eigen::Ref<RowMajorMatrix> B, const VectorXd& scale,
                        const VectorXd& inverse);

}  // namespace raftup::hydro
