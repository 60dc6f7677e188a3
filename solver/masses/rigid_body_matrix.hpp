#pragma once

#include "solver/masses/system_matrix.hpp"

namespace raftup::solver {

/// W of one body without added mass, whose inverse is known in closed form:
///   W^-1 = blkdiag(1/m, R I^-1 R^T),
/// where held rotations leave the inverse of the part of R I R^T that turns.
class RigidBodyMatrix final : public SystemMatrix {
 public:
  RigidBodyMatrix(const RigidBody& body, std::size_t index);

  void factorise(const Kinematics& bodies) override;
  void solve(const Kinematics& bodies, const BodyVectors& right_side,
             BodyVectors& solution) override;
  void solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) override;

 private:
  std::size_t index_;  ///< of the body in the model
  Matrix3 inertia_;    ///< body axes
  Matrix3 inverse_inertia_;
  std::array<bool, 6> moving_;
  bool all_rotations_move_;
  Vector3 inverse_mass_;     ///< 0 where the translation is held
  Matrix3 inverse_turning_;  ///< of the moving rotations, world axes, 0 in the held
};

}  // namespace raftup::solver
