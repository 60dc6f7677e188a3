#pragma once

#include <array>
#include <optional>
#include <string>

#include "solver/description/fields.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// What determines the motion of a body.
enum class Motion {
  kDynamic,    ///< forces [N, N m] on it
  kStatic,     ///< it does not move
  kKinematic,  ///< a velocity [m/s, rad/s] or a function of time, whatever the forces on it
};

constexpr std::array<std::string_view, 3> names_of(Motion /*of*/) {
  return {"dynamic", "static", "kinematic"};
}

/// A pose: the model frame's origin and the attitude, body to world.
struct Pose {
  Vector3 position = Vector3::Zero();            ///< m, world
  Quaternion attitude = Quaternion::Identity();  ///< unit, w x y z
};

/// A rigid body and its motion at t = 0. A plain description, which Simulation's constructor
/// checks.
struct RigidBody {
  std::string name;
  Motion motion = Motion::kDynamic;
  double mass = 0.0;  ///< kg, > 0; may be 0 for a body that forces do not move
  /// kg m2, about the centre of mass, body axes, positive definite; may be 0 for a body that forces
  /// do not move.
  Matrix3 inertia = Matrix3::Zero();
  /// C in M_eff = (1 + C) M per body axis, > -1 [1]: forces and constraints act on the mass M_eff;
  /// weight and gyroscopic moment are those of mass and inertia. inertia_coefficients scale the
  /// tensor to S I S, S = diag(sqrt(1 + C)).
  Vector3 mass_coefficients = Vector3::Zero();
  Vector3 inertia_coefficients = Vector3::Zero();
  Vector3 center_of_mass = Vector3::Zero();    ///< m, in the model frame
  Pose pose;                                   ///< at t = 0
  Vector3 linear_velocity = Vector3::Zero();   ///< m/s of the centre of mass, world, at t = 0
  Vector3 angular_velocity = Vector3::Zero();  ///< rad/s, world, at t = 0
  /// D per body axis [1/s], >= 0: M' = M diag(1 + D h) at the end of every step, so that a free
  /// body has v_k = v_0 / (1 + D h)^k after k steps h.
  Vector3 linear_velocity_damping = Vector3::Zero();
  Vector3 angular_velocity_damping = Vector3::Zero();  ///< the same about the axes
  bool gravity = true;
  std::array<bool, 6> free{true, true, true, true, true, true};  ///< world dofs left free
  std::optional<PrescribedMotion> prescribed;  ///< of a kinematic body; none = by its velocity
  /// The pose [m, world frame] from which displacement is measured. By default it is the pose of
  /// rest in the body's hydrodynamic database (solver::rest_pose); without a database see
  /// displacement_reference().
  std::optional<Pose> rest_pose;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("motion", self.motion);
    field("mass", self.mass, "kg");
    field("inertia", self.inertia, "kg m2");
    field("mass_coefficients", self.mass_coefficients, Bound::kAboveMinusOne);
    field("inertia_coefficients", self.inertia_coefficients, Bound::kAboveMinusOne);
    field("center_of_mass", self.center_of_mass, "m");
    field.pose("", self.pose);
    field("linear_velocity", self.linear_velocity, "m/s");
    field("angular_velocity", self.angular_velocity, "rad/s");
    field("linear_velocity_damping", self.linear_velocity_damping, {"1/s", Bound::kNotNegative});
    field("angular_velocity_damping", self.angular_velocity_damping, {"1/s", Bound::kNotNegative});
    field("gravity", self.gravity);
    field("free", self.free);
    field("prescribed", self.prescribed, FieldRule().added_late());
    field.beside(self.rest_pose);  // no message has it
  }
};

}  // namespace raftup::solver
