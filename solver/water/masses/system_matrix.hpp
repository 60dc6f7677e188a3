#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/rigid_body.hpp"
#include "solver/numerics/linear/cholesky.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Bodies that added mass [kg, kg m, kg m2] couples, and the added masses that couple them. They
/// are indices of bodies of the model and of a list of added masses.
struct MassGroup {
  std::vector<std::size_t> bodies;
  std::vector<std::size_t> added_masses;
};

/// Finds the connected components of the bodies, which added masses connect [kg, kg m, kg m2]. The
/// order within a group is that of the added masses, so that it does not depend on the order of the
/// bodies in the model.
std::vector<MassGroup> find_mass_groups(std::size_t body_count,
                                        const std::vector<AddedMass>& added_masses);

/// The dofs (world axes) of a body that forces move; none for a static or kinematic body.
std::array<bool, 6> moving_dofs(const RigidBody& body);

/// For each body, true if forces move any of its dofs.
std::vector<bool> moving_bodies(const std::vector<RigidBody>& bodies);

/// The matrix W(q) = rigid mass + added mass of one group [kg, kg m, kg m2], restricted to dofs
/// that forces move.
/// Call order: factorize() at a pose, then solve() any number of times.
class SystemMatrix {
 public:
  SystemMatrix() = default;
  SystemMatrix(const SystemMatrix&) = delete;
  SystemMatrix& operator=(const SystemMatrix&) = delete;
  virtual ~SystemMatrix() = default;

  /// Factorizes W at the poses of `bodies`.
  /// @throws Error(kInternal) if W(q) is not positive definite
  virtual void factorize(const Kinematics& bodies) = 0;

  /// Computes solution = W^-1 right_side in the dofs of the group that forces move, 0 in its other
  /// dofs [world axes], at the poses of the last factorize().
  virtual void solve(const Kinematics& bodies, const BodyVectors& right_side,
                     BodyVectors& solution) = 0;

  /// Solves for several right sides at once, in place: wrenches become twists [world axes], which
  /// are 0 in dofs that forces do not move.
  /// @param columns one entry per body, in the order of MassGroup::bodies
  virtual void solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) = 0;
};

/// Makes the form of a system matrix with the least cost for a group: RigidBodyMatrix without added
/// mass, HeadingSystemMatrix if the added mass [kg] is constant in heading frames and the moving
/// dofs allow it, else WorldSystemMatrix. All forms are exact.
/// @param added_masses must outlive the result
std::unique_ptr<SystemMatrix> make_system_matrix(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const MassGroup& group);

/// A 6 x 6 block of a symmetric matrix over the dofs of all bodies.
struct MassBlock {
  std::size_t row, column;  ///< indices of the bodies of the block, row >= column
  Matrix6 value;
};

/// Mass matrix of a rigid body about its center of mass, world axes: blkdiag(m I, R inertia R^T).
/// @param inertia  body axes
/// @param R        body to world
/// @source Goldstein, Classical Mechanics (1980)
inline Matrix6 rigid_mass(double mass, const Matrix3& inertia, const Matrix3& R) {
  Matrix6 M = Matrix6::Zero();
  M.diagonal().head<3>().setConstant(mass);
  M.block<3, 3>(3, 3) = R * inertia * R.transpose();
  return M;
}

/// W of one body without added mass, whose inverse is known in closed form:
///   W^-1 = blkdiag(1/m, R I^-1 R^T).
/// If forces do not move some rotations, only the part of R I R^T for the other rotations is
/// inverted.
class RigidBodyMatrix final : public SystemMatrix {
 public:
  RigidBodyMatrix(const RigidBody& body, std::size_t index);

  void factorize(const Kinematics& bodies) override;
  void solve(const Kinematics& bodies, const BodyVectors& right_side,
             BodyVectors& solution) override;
  void solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) override;

 private:
  std::size_t index_;  ///< index of the body in the model
  Matrix3 inertia_;    ///< inertia about the center of mass, body axes
  Matrix3 inverse_inertia_;
  std::array<bool, 6> moving_;
  bool all_rotations_move_;
  Vector3 inverse_mass_;  ///< 1/m [1/kg]; 0 for translations that forces do not move
  /// Inverse of the inertia for the moving rotations [1/(kg m2)], world axes; 0 in the others.
  Matrix3 inverse_turning_;
};

struct IndefiniteDof {
  std::size_t body;         ///< index of the body in the model
  std::string description;  ///< such as "body 'float' heave"
};

/// Finds the first dof that forces move at which rigid mass plus added mass [kg, kg m, kg m2] is
/// not positive definite.
/// @param kinematics poses of the bodies
std::optional<IndefiniteDof> find_indefinite_dof(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const Kinematics& kinematics);

}  // namespace raftup::solver
