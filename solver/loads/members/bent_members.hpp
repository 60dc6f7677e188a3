#pragma once

#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/members/wet_points.hpp"

namespace raftup::solver {

/// The members of a flexible body, which bend with its modes: each segment of a side is straight
/// between its ends, which move by the shapes there, and a face moves with its point. Axes of faces
/// turn with the rigid body alone.
class BentMembers {
 public:
  /// @param body      index of the body in the model, which has modes
  /// @param[in,out] sides are cut into sides of one segment each
  BentMembers(const Model& model, std::size_t body, std::vector<MemberSide>& sides,
              const std::vector<MemberFace>& faces);

  /// Returns the coordinates q of the modes [m].
  VectorXd coordinates(const Kinematics& bodies) const;
  /// Moves the sides and faces to where they are for the coordinates q [m].
  void bend(const VectorXd& q, WetPoints& wet) const;

  /// Velocity of a wet point by the modes [m/s, world axes].
  Vector3 velocity(const WetPoint& point, const Kinematics& bodies) const;
  /// Adds the forces on the modes [N] of a force at a wet point [N, world axes].
  void add_force(const Vector3& force, const WetPoint& point, const Kinematics& bodies,
                 BodyVectors& wrenches) const;

  /// The damping D of drag [N s/m] as a matrix of the body and the carriers of its modes, summed up
  /// point by point: J^T K J with the map J from their twists to the velocity of the point.
  class Damping {
   public:
    explicit Damping(const BentMembers& members);
    /// @param K [N s/m, world axes]
    void add(const Matrix3& K, const WetPoint& point, const Kinematics& bodies);
    void add_to(LoadJacobian& jacobian) const;

   private:
    const BentMembers& members_;
    MatrixXd sum_;
  };

 private:
  /// Displacement of a wet point per unit of each mode, body axes, 3 x m [1].
  MatrixXd shapes_at(const WetPoint& point) const;

  std::size_t body_;
  std::vector<ModePlace> places_;
  std::vector<std::size_t> moving_;  ///< the body and the carriers of its modes
  /// Of each side both ends, then of each face its point: place [m, body axes, from the center of
  /// mass] at rest, and shapes there, 3 x m [1].
  std::vector<Vector3> at_rest_;
  std::vector<MatrixXd> shapes_;
  std::size_t side_count_ = 0;
};

}  // namespace raftup::solver
