#include "solver/masses/rigid_body_matrix.hpp"

#include <Eigen/LU>

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

namespace {

/// Inverse of the rows and columns of a matrix that move, 0 in the others.
Matrix3 invert_moving_part(const Matrix3& matrix, const std::array<bool, 6>& moving) {
  Matrix3 padded = Matrix3::Identity(), mask = Matrix3::Zero();
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      if (!moving[static_cast<std::size_t>(3 + i)] || !moving[static_cast<std::size_t>(3 + j)]) {
        continue;
      }
      padded(i, j) = matrix(i, j);
      mask(i, j) = 1.0;
    }
  }
  return padded.inverse().cwiseProduct(mask);
}

RAFTUP_CLONES
void multiply_columns(const double* inverse_mass, const double* inverse_turning,
                      DofLanes& columns) {
  for (std::size_t i = 0; i < 3; ++i) columns[i].lanes() *= inverse_mass[i];
  const Lanes x = columns[3].lanes(), y = columns[4].lanes(), z = columns[5].lanes();
  for (std::size_t i = 0; i < 3; ++i) {
    const double* column = inverse_turning + 3 * i;  // symmetric: a column is a row
    columns[3 + i].lanes() = (x * column[0] + y * column[1]) + z * column[2];
  }
}

}  // namespace

RigidBodyMatrix::RigidBodyMatrix(const RigidBody& body, std::size_t index)
    : index_(index),
      inertia_(body.inertia),
      inverse_inertia_(body.inertia.inverse()),
      moving_(moving_dofs(body)),
      all_rotations_move_(moving_[3] && moving_[4] && moving_[5]),
      inverse_turning_(Matrix3::Zero()) {
  for (std::size_t dof = 0; dof < 3; ++dof) {
    inverse_mass_[static_cast<Eigen::Index>(dof)] = moving_[dof] ? 1.0 / body.mass : 0.0;
  }
}

void RigidBodyMatrix::factorise(const Kinematics& bodies) {
  const Matrix3& R = bodies[index_].rotation;
  if (all_rotations_move_) {
    inverse_turning_.noalias() = R * inverse_inertia_ * R.transpose();
  } else {
    inverse_turning_ = invert_moving_part(R * inertia_ * R.transpose(), moving_);
  }
}

void RigidBodyMatrix::solve(const Kinematics& /*bodies*/, const BodyVectors& right_side,
                            BodyVectors& solution) {
  const Vector6& p = right_side[index_];
  solution[index_] << inverse_mass_.cwiseProduct(p.head<3>()), inverse_turning_ * p.tail<3>();
}

void RigidBodyMatrix::solve_columns(const Kinematics& /*bodies*/, std::vector<DofLanes>& columns) {
  multiply_columns(inverse_mass_.data(), inverse_turning_.data(), columns.front());
}

}  // namespace raftup::solver
