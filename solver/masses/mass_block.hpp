#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A block of 6 x 6 of a symmetric matrix over the dofs of all bodies.
struct MassBlock {
  std::size_t row, column;  ///< bodies, row >= column
  Matrix6 value;
};

/// Mass matrix of a rigid body at its centre of mass, world axes: blkdiag(m I, R inertia R^T).
/// @param inertia  body axes
/// @param R        body to world
inline Matrix6 rigid_mass(double mass, const Matrix3& inertia, const Matrix3& R) {
  Matrix6 M = Matrix6::Zero();
  M.diagonal().head<3>().setConstant(mass);
  M.block<3, 3>(3, 3) = R * inertia * R.transpose();
  return M;
}

}  // namespace raftup::solver
