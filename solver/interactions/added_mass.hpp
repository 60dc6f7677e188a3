#pragma once

#include <vector>

#include "solver/interactions/hydro_frame.hpp"

namespace raftup::solver {

/// Added mass between bodies of a running simulation: A is constant in the hydro frames,
///   A_w,ij = Q_i A_ij Q_j^T, Q_i = blkdiag(R_i, R_i),
/// so that 1/2 v^T A_w v is the kinetic energy of the water.
/// Invariant: A is symmetric, 6n x 6n for n bodies. Not thread-safe: it keeps scratch vectors.
class AddedMass {
 public:
  /// @param bodies       indices into the model's bodies, in the order of `matrix`
  /// @param world_frame  the hydro frame of HydroFrame::kWorld
  AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, HydroFrame frame,
            const Matrix3& world_frame, AddedMassCoriolis coriolis);

  const std::vector<std::size_t>& bodies() const { return bodies_; }
  const MatrixXd& matrix() const { return matrix_; }
  HydroFrame frame() const { return frame_; }

  /// R_i: from the hydro frame of a body into the world.
  Matrix3 rotation_of(const BodyKinematics& body) const {
    return hydro_frame(frame_, world_frame_, body);
  }

  /// Adds factor A_w x to `result`.
  void add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                   BodyVectors& result);

  /// Adds factor (dA_w/dt) v to `result`, v the velocities of the bodies.
  void add_rate_product(const Kinematics& bodies, double factor, BodyVectors& result);

  /// Adds to dp/dt what is due to the turning of A besides the loads: AddedMassCoriolis.
  ///   kOff      (dA_w/dt) v, which leaves A_w a alone on the left-hand side
  ///   kMunkYaw  the same and the vertical component of -u x P
  ///   kFull     [0; -u x P] alone
  void add_momentum_rate(const Kinematics& bodies, BodyVectors& result);

 private:
  Vector3 turning(const BodyKinematics& body) const;
  /// twist_ = Q^T x, product_ = A twist_
  void multiply(const Kinematics& bodies, const BodyVectors& x);
  /// result += factor Q product_
  void scatter(double factor, BodyVectors& result) const;
  void add_munk_moment(const Kinematics& bodies, bool yaw_only, BodyVectors& result);

  std::vector<std::size_t> bodies_;
  MatrixXd matrix_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  AddedMassCoriolis coriolis_;
  std::vector<Matrix3> rotations_;  ///< scratch: R_i
  std::vector<Vector3> turnings_;   ///< scratch: angular velocity of the hydro frame, in it
  BodyVectors velocities_;          ///< scratch, by body of the model
  VectorXd twist_, product_, turned_;
};

}  // namespace raftup::solver
