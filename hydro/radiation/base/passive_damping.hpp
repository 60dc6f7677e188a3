#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// 1 / scale of each dof; 0 where the scale is 0.
/// @param scale root of a damping coefficient B_ii of each dof, >= 0
VectorXd inverse_scale(const VectorXd& scale);

/// Replaces a radiation damping B by its symmetric part without negative eigenvalues, every dof
/// divided by its scale, so that it brings no energy into any motion. Dofs of scale 0 become 0.
/// @param B       square [N s/m, N s, N m s], read and written
/// @param scale   root of a damping coefficient B_ii of each dof, >= 0
/// @param inverse inverse_scale() of it
/// @returns the lowest eigenvalue [1] that the scaled symmetric part had
double clip_eigenvalues(Eigen::Ref<RowMajorMatrix> B, const VectorXd& scale,
                        const VectorXd& inverse);

}  // namespace raftup::hydro
