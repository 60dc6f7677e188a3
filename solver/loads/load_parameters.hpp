#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/bodies/rigid_body.hpp"

namespace raftup::solver {

struct ConstantForce {
  std::string body;
  Vector3 force = Vector3::Zero();   ///< N
  Vector3 torque = Vector3::Zero();  ///< N m
  Vector3 point = Vector3::Zero();   ///< m, model frame; where the force acts
  bool body_axes = false;            ///< components along body axes, else world
  bool at_center_of_mass = true;     ///< true: `point` is ignored
};

/// Spring and damper between two points; body2 empty = a world point.
struct PointSpring {
  std::string body1;
  Vector3 point1 = Vector3::Zero();  ///< m, model frame
  std::string body2;
  Vector3 point2 = Vector3::Zero();   ///< m, model frame or world
  double stiffness = 0.0;             ///< N/m, >= 0
  double damping = 0.0;               ///< N s/m, >= 0
  std::optional<double> rest_length;  ///< m; default: the distance at t = 0
  bool tension_only = false;
};

/// 6-D spring and damper to the world at the centre of mass, in the axes of the rest heading.
struct LinearMooring {
  std::string body;
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();
  Vector6 preload = Vector6::Zero();
  std::optional<Pose> rest_pose;  ///< of the model frame; default: the body's rest pose
};

/// Force and moment [fx fy fz mx my mz] at the centre of mass, streamed by a client.
struct ExternalForce {
  std::string body;
  bool body_axes = false;
  bool replaces_excitation = false;  ///< the body's own wave excitation is switched off
};

/// Elevation at the world origin, streamed by a client; excites every hydrodynamic group.
struct WaveElevationInput {
  double direction = 0.0;  ///< rad, where the waves go
};

/// The number that a drive of a joint works with, streamed by a client: Motor::speed,
/// LockDrive::position, SpringDamper::rest. Until the first sample the description's own holds.
struct JointCommand {
  std::string joint;
  std::size_t drive = 0;  ///< index into its drives
};

/// Whether a joint acts, streamed by a client: it does through a step at whose start the value is
/// not 0.
struct JointEnabled {
  std::string joint;
};

struct Load {
  std::string name;
  std::variant<ConstantForce, PointSpring, LinearMooring> kind;
};

struct Input {
  std::string name;
  std::variant<ExternalForce, WaveElevationInput, JointCommand, JointEnabled> kind;
};

}  // namespace raftup::solver
