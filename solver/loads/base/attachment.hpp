#pragma once

#include <array>
#include <optional>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"

namespace raftup::solver {

/// A force at a point of a body, world axes.
struct PointForce {
  std::optional<std::size_t> body;  ///< index in the model; none = the world
  Vector3 arm;                      ///< of the point, from the centre of mass [m]
  Vector3 force;                    ///< N
};

/// A point at which a load acts, fixed in a body or in the world.
class Attachment {
 public:
  /// @param body  name; empty = the world
  /// @param point in the body's model frame or in the world [m]
  Attachment(const std::string& body, const Vector3& point, const Model& model);

  /// Index of its body; empty for the world.
  const std::optional<std::size_t>& body() const { return body_; }

  /// Vector from the centre of mass of its body to the point [m], world axes; 0 in the world.
  Vector3 arm(const Kinematics& bodies) const;

  Vector3 position(const Kinematics& bodies) const;  ///< m, world
  Vector3 velocity(const Kinematics& bodies) const;  ///< m/s, world

  /// The force [N, world axes] at this point, with the lever arm of the point.
  PointForce with(const Vector3& force, const Kinematics& bodies) const {
    return {body_, arm(bodies), force};
  }
  /// Adds a force [N, world axes] at this point to its body; does nothing if the point is fixed in
  /// the world.
  void add_force(const Vector3& force, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  std::optional<std::size_t> body_;
  Vector3 point_;  ///< from the centre of mass in body axes, or in the world frame [m]
};

/// Adds the derivatives of forces at two points that depend on the relative position and velocity
/// of the points [world axes]: the force on the first point changes by -K dr - c N dr', that on the
/// second by the opposite, where r is the vector from the second point to the first. The effect of
/// turning on the moments of the forces is included.
/// @param stiffness K [N/m]
/// @param damping   c [N s/m]
/// @param along     N, dimensionless
void add_relative_jacobian(const std::array<PointForce, 2>& ends, const Matrix3& stiffness,
                           double damping, const Matrix3& along, LoadJacobian& jacobian);

/// A straight line between two points at one instant [m, world frame]. If its length is 0 it has no
/// direction, and its tension has no effect.
class StraightLine {
 public:
  /// The arguments must outlive the object.
  StraightLine(const Attachment& point1, const Attachment& point2, const Kinematics& bodies);

  double length() const { return length_; }  ///< m
  double rate() const { return rate_; }      ///< of the length, m/s

  /// Adds a tension [N], which draws the two points together.
  void add_tension(double tension, BodyVectors& wrenches) const;

  /// Adds the derivatives of a tension T with dT = stiffness dL + damping d(dL/dt).
  /// @param tension   T without its damping [N]
  /// @param stiffness [N/m]
  /// @param damping   [N s/m]
  void add_jacobian(double tension, double stiffness, double damping, LoadJacobian& jacobian) const;

 private:
  struct End {
    const Attachment& point;
    double sign;  ///< 1 or -1: sign of the force [N] by a tension, along direction_
  };

  const Kinematics& bodies_;
  std::array<End, 2> ends_;
  double length_;
  Vector3 direction_;  ///< from point 1 to point 2
  double rate_;
};

}  // namespace raftup::solver
