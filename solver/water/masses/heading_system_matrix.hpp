#pragma once

#include "hydro/numerics/matrix_products.hpp"
#include "solver/numerics/linear/cholesky.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The matrix W of a group in the heading frames of its bodies. In these frames only the rotational
/// inertia of the rigid bodies depends on the pose, by roll and pitch. With translations t before
/// rotations r,
///   W = [W_tt W_tr; W_tr^T A_rr + J(tilt)],  W_tt and W_tr constant,
///   S = A_rr - W_tr^T W_tt^-1 W_tr + J(tilt).
/// Only S must be factorized at each pose, 3n x 3n instead of 6n x 6n; everything else is
/// factorized once.
class HeadingSystemMatrix final : public SystemMatrix {
 public:
  HeadingSystemMatrix(const std::vector<RigidBody>& bodies,
                      const std::vector<AddedMass>& added_masses, const MassGroup& group);

  void factorize(const Kinematics& bodies) override;
  void solve(const Kinematics& bodies, const BodyVectors& right_side,
             BodyVectors& solution) override;
  void solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) override;

 private:
  static constexpr Eigen::Index kHeld = -1;

  struct Member {
    std::size_t body;  ///< index of the body in the model
    Matrix3 inertia;   ///< inertia of the rigid body, body axes
    /// Index of each dof among t or among r; kHeld if forces do not move it.
    std::array<Eigen::Index, 6> position;
  };

  void number_dofs(const std::vector<RigidBody>& bodies, const MassGroup& group);
  void eliminate_translations(const MatrixXd& constant_part);

  std::vector<Member> members_;
  Eigen::Index translation_count_ = 0;
  Eigen::Index rotation_count_ = 0;
  /// [W_tt^-1; -W_tr^T W_tt^-1]: effect of momenta [kg m/s] of translations on [t; r]
  ColumnMatrix reduction_;
  /// -W_tt^-1 W_tr: effect of the velocities of rotations [rad/s] on those of translations [m/s]
  ColumnMatrix substitution_;
  MatrixXd schur_at_rest_;  ///< the constant part of S, A_rr - W_tr^T W_tt^-1 W_tr
  Cholesky schur_;
  VectorXd t_, unknowns_;                               ///< unknowns_ are [t; r]; scratch
  std::vector<LaneArray> t_columns_, unknown_columns_;  ///< scratch of solve_columns()
};

}  // namespace raftup::solver
