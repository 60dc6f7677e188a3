#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

/// The modes of a flexible body at a point of it.
struct PointModes {
  std::vector<ModePlace> places;  ///< where the coordinates of the modes are
  MatrixXd shapes;  ///< displacement of the point per unit of each, body axes, 3 x m [1]
};

/// A force at a point of a body or of the world, in world axes.
struct PointForce {
  std::optional<std::size_t> body;  ///< index of the body in the model; none = a point of the world
  Vector3 arm;                      ///< from the center of mass of the body to the point [m]
  Vector3 force;                    ///< force [N]
  const PointModes* modes = nullptr;       ///< modes of the body at the point; null if it is rigid
  Matrix3 rotation = Matrix3::Identity();  ///< of a body with modes, from its axes to world axes
};

/// A point at which a load acts. It is fixed in a body or in the world. A point of a flexible body
/// moves by its modes too, and a force there acts on these by the shapes at the point.
class Attachment {
 public:
  /// @param body name of the body; empty = the world
  /// @param point position of the point in the body's model frame, or in the world frame [m]
  Attachment(const std::string& body, const Vector3& point, const Model& model);

  /// Index of the body in the model; none if the point is fixed in the world.
  const std::optional<std::size_t>& body() const { return body_; }

  /// Vector from the center of mass of the body to the point [m, world axes]; zero for a point of
  /// the world.
  Vector3 arm(const Kinematics& bodies) const;

  /// Indices of the bodies on whose motion the point depends, each once: its body, then the carriers
  /// of its modes.
  std::vector<std::size_t> moved_by() const;

  /// Returns the matrix P of u = P [x; theta]: the displacement u of the point [m, world axes] by a
  /// small displacement and rotation of one of the bodies moved_by() [m, rad, world axes].
  Eigen::Matrix<double, 3, 6> motion_map(std::size_t body, const Kinematics& bodies) const;

  /// True if the body has modes, which move the point too.
  bool is_flexible() const { return modes_ != nullptr; }
  /// Velocity of the point by the modes alone [m/s, world axes].
  Vector3 modal_velocity(const Kinematics& bodies) const {
    return modes_ ? deflection(bodies, true) : Vector3(Vector3::Zero());
  }

  Vector3 position(const Kinematics& bodies) const;  ///< position of the point [m, world frame]
  Vector3 velocity(const Kinematics& bodies) const;  ///< velocity of the point [m/s, world frame]

  /// Combines a force [N, world axes] at this point with the body and the lever arm of the point.
  PointForce with(const Vector3& force, const Kinematics& bodies) const {
    if (!modes_) return {body_, arm(bodies), force};
    return {body_, arm(bodies), force, modes_.get(), bodies[*body_].rotation};
  }
  /// Adds a force [N, world axes] at this point, with its moment, to the wrench on the body. Does
  /// nothing if the point is fixed in the world.
  void add_force(const Vector3& force, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  /// Sum of the shapes times the coordinates of the modes, or their rates, world axes.
  Vector3 deflection(const Kinematics& bodies, bool rate) const;

  std::optional<std::size_t> body_;
  std::shared_ptr<const PointModes> modes_;  ///< null if the body is rigid
  Vector3 point_;  ///< position from the center of mass [m, body axes], or in the world frame [m]
};

/// Adds the derivatives by the turning of a flexible body of the forces on its modes, which a force
/// at a point of it exerts; nothing for a rigid body.
void add_turning_of_modes(const PointForce& at, LoadJacobian& jacobian);

/// Adds the derivatives of a pair of opposite forces at two points, which depend on the position
/// and velocity of the points relative to each other [world axes]. With r the vector from the
/// second point to the first, the force on the first point changes by -K dr - c N dr', and the
/// force on the second point by the opposite. The derivatives of the moments of the forces by
/// rotations of the bodies are included.
/// @param stiffness K [N/m]
/// @param damping c [N s/m]
/// @param along N, dimensionless
void add_relative_jacobian(const std::array<PointForce, 2>& ends, const Matrix3& stiffness,
                           double damping, const Matrix3& along, LoadJacobian& jacobian);

/// A straight line between two points at one instant [m, world frame]. If its length is 0 the line
/// has no direction, and its tension exerts no force.
class StraightLine {
 public:
  /// All arguments must outlive the object.
  StraightLine(const Attachment& point1, const Attachment& point2, const Kinematics& bodies);

  double length() const { return length_; }  ///< distance between the points [m]
  double rate() const { return rate_; }      ///< rate of change of the length [m/s]

  /// Adds the forces of a tension [N], which pulls the two points towards each other.
  void add_tension(double tension, BodyVectors& wrenches) const;

  /// Adds the derivatives of the forces of a tension T with dT = stiffness dL + damping d(dL/dt),
  /// where L is the length.
  /// @param tension T without the part that damping contributes [N]
  /// @param stiffness [N/m]
  /// @param damping [N s/m]
  void add_jacobian(double tension, double stiffness, double damping, LoadJacobian& jacobian) const;

 private:
  struct End {
    const Attachment& point;
    double sign;  ///< 1 or -1: direction of the force of a tension, relative to direction_
  };

  const Kinematics& bodies_;
  std::array<End, 2> ends_;
  double length_;
  Vector3 direction_;  ///< unit vector from point 1 to point 2
  double rate_;
};

}  // namespace raftup::solver
