#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/model/bodies/flexible_modes.hpp"
#include "solver/model/bodies/hull_section.hpp"
#include "solver/model/bodies/prescribed_motion.hpp"

namespace raftup::solver {

/// What determines the motion of a body.
enum class Motion {
  kDynamic,  ///< forces [N, N m] and constraints move it
  kStatic,   ///< it does not move
  /// it has a given velocity [m/s, rad/s] or function of time, whatever the forces on it
  kKinematic,
};

constexpr std::array<std::string_view, 3> names_of(Motion /*of*/) {
  return {"dynamic", "static", "kinematic"};
}

/// The pose of a frame: the position of its origin and its attitude.
struct Pose {
  Vector3 position = Vector3::Zero();  ///< m, in the world unless another frame is named
  /// unit quaternion from the axes of the frame to those of the world
  Quaternion attitude = Quaternion::Identity();
};

/// The description of a rigid body and of its motion at t = 0. A plain value, which Simulation's
/// constructor checks.
struct RigidBody {
  std::string name;
  Motion motion = Motion::kDynamic;
  double mass = 0.0;  ///< mass [kg], > 0; may be 0 for a body that forces do not move
  /// Inertia about the center of mass in body axes [kg m2], positive definite. It may be 0 for a
  /// body that forces do not move.
  Matrix3 inertia = Matrix3::Zero();
  /// Coefficients C of an additional mass per body axis, > -1 [1]. Forces and constraints
  /// accelerate the mass M_eff = (1 + C) M. The weight is that of the mass M alone, and gyroscopic
  /// moments are those of `mass` and `inertia`. inertia_coefficients do the same for the inertia I,
  /// which becomes S I S with S = diag(sqrt(1 + C)).
  Vector3 mass_coefficients = Vector3::Zero();
  Vector3 inertia_coefficients = Vector3::Zero();
  Vector3 center_of_mass = Vector3::Zero();  ///< m, in the model frame
  Pose pose;                                 ///< model frame in the world at t = 0
  /// velocity of the center of mass in world axes at t = 0 [m/s]
  Vector3 linear_velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();  ///< angular velocity in world axes at t = 0 [rad/s]
  /// Artificial damping rate D per body axis [1/s], >= 0. The mass is multiplied by 1 + D h at the
  /// end of every step of length h, so that a free body has the velocity v_k = v_0 / (1 + D h)^k
  /// after k steps.
  Vector3 linear_velocity_damping = Vector3::Zero();
  /// Artificial damping rate of the angular velocity about each body axis [1/s], >= 0, applied to
  /// the inertia as linear_velocity_damping is to the mass.
  Vector3 angular_velocity_damping = Vector3::Zero();
  bool gravity = true;
  /// True for each direction surge, sway, heave, roll, pitch, yaw, in world axes, in which the body
  /// can move. The other directions are locked.
  std::array<bool, 6> free{true, true, true, true, true, true};
  /// motion of a kinematic body; none: it moves by its velocity [m/s, rad/s]
  std::optional<PrescribedMotion> prescribed;
  std::vector<HullSection> sections;  ///< planes at which section loads are computed [m]
  /// How the mass is distributed over the length; x never descends. It is needed for `sections`.
  std::vector<MassStation> mass_distribution;
  std::optional<FlexibleModes> modes;  ///< modes in which the body bends [m]; none: it is rigid
  /// Name of the flexible body whose modes this body holds as its translations [m]; empty for every
  /// body that a user describes. See add_mode_carriers().
  std::string carrier_of = {};
  /// The pose of the model frame [m, world] from which displacement is measured. If it is not
  /// given, it is the rest pose in the hydrodynamic database of the body (solver::rest_pose);
  /// without a database, see displacement_reference().
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
    field("sections", self.sections, FieldRule().added_late());
    field("mass_distribution", self.mass_distribution, FieldRule().added_late());
    field("modes", self.modes, FieldRule().added_late());
    field.beside(self.rest_pose);  // no message has it
  }
};

}  // namespace raftup::solver
