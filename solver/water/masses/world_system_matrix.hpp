#pragma once

#include "solver/numerics/linear/cholesky.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The matrix W of a group in world axes, assembled and factorized at every pose. This is the
/// general form, for any hydro frames, overlapping added masses and sets of moving dofs.
class WorldSystemMatrix final : public SystemMatrix {
 public:
  WorldSystemMatrix(const std::vector<RigidBody>& bodies,
                    const std::vector<AddedMass>& added_masses, const MassGroup& group);

  void factorize(const Kinematics& bodies) override;
  void solve(const Kinematics& bodies, const BodyVectors& right_side,
             BodyVectors& solution) override;
  void solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) override;

  struct MovingDof {
    std::size_t body;
    Eigen::Index dof;  ///< dof of the body, 0 to 5
    Eigen::Index row;  ///< row in the matrix of all dofs of the group
  };

  /// Factorizes W at the poses of `bodies`.
  /// @returns the first dof at which W is not positive definite; nothing if W is positive definite
  std::optional<MovingDof> find_indefinite_dof(const Kinematics& bodies);

 private:
  struct Member {
    std::size_t body;  ///< index of the body in the model
    double mass;
    Matrix3 inertia;  ///< inertia about the center of mass, body axes
  };

  void add_added_mass(const AddedMass& added_mass, const Kinematics& bodies);

  const std::vector<AddedMass>& added_masses_;
  MassGroup group_;
  std::vector<Member> members_;
  /// For each body of the model, its first row in all_dofs_.
  std::vector<Eigen::Index> row_of_body_;
  std::vector<MovingDof> moving_;
  MatrixXd all_dofs_;
  Cholesky factor_;
  VectorXd right_side_;
  std::vector<LaneArray> columns_;  ///< scratch of solve_columns()
};

}  // namespace raftup::solver
