#pragma once

#include <cstdint>
#include <limits>
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

/// What a winch's drum keeps.
enum class WinchControl {
  kSpeed,  ///< the speed at which it hauls in [m/s]; it pays out where that is negative
  kForce,  ///< the tension of its line [N], >= 0
};

/// A line between two points that goes slack, hauled in and paid out by a drum; body2 empty = a
/// world point.
struct Winch {
  std::string body1;
  Vector3 point1 = Vector3::Zero();  ///< m, model frame
  std::string body2;
  Vector3 point2 = Vector3::Zero();  ///< m, model frame or world
  double stiffness = 0.0;            ///< N/m, > 0
  double damping = 0.0;              ///< N s/m, >= 0
  std::optional<double> length;      ///< m, > 0, unstretched at t = 0; default: the distance then
  WinchControl control = WinchControl::kSpeed;
  double command = 0.0;  ///< m/s or N, until the first sample of its LoadDrive
  double force_limit = std::numeric_limits<double>::infinity();  ///< N, > 0, of kSpeed: it slips
  double min_length = 0.0;                                       ///< m, >= 0
  double max_length = std::numeric_limits<double>::infinity();   ///< m, > min_length
};

/// 6-D spring and damper between two bodies at a point; body2 empty = the world. Force and moment
/// on body 1 are preload - stiffness x - damping dx/dt, x the displacement of body 1 relative to
/// body 2, translation and rotation vector, in axes that turn with body 2.
struct Bushing {
  std::string body1;
  std::string body2;
  Pose pose;  ///< of the point and the axes, world, at t = 0, where x = 0
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();
  Vector6 preload = Vector6::Zero();
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

/// Harmonics streamed by a client: [4 n] values, for each omega [rad/s, > 0], amplitude [m, >= 0],
/// phase [rad, at the world origin at t = 0] and direction [rad, where it goes]. They join the sea
/// of the model; held from a sample to the next, none before the first.
struct StreamedComponents {
  int component_count = 0;     ///< n
  double ramp_duration = 0.0;  ///< s, that of the sea
};

/// A spectrum streamed by a client: [n] densities [m2 s/rad, >= 0] at fixed frequencies, linear in
/// between. It joins the sea of the model; frequencies, directions and phases of the components
/// stay, the variance of each follows the samples.
struct StreamedSpectrum {
  std::vector<double> omega;       ///< rad/s, > 0, strictly ascending
  std::vector<double> directions;  ///< rad, where the waves go: equal shares of the energy
  std::uint64_t seed = 0;          ///< of the phases
  int component_count = 512;       ///< per direction
  double ramp_duration = 0.0;      ///< s, that of the sea
};

/// The water at n points of a body, streamed by a client that is the wave model: [5 n] values, for
/// each point elevation [m], velocity of the water [3, m/s, world] and dynamic pressure [Pa].
struct WaveField {
  std::string body;
  std::vector<Vector3> points;       ///< m, model frame
  std::vector<Vector3> areas;        ///< m2, body axes, out of the body; as many as points
  std::vector<double> drag_areas;    ///< m2, >= 0: drag coefficient times area; as many as points
  bool replaces_excitation = false;  ///< the body's own wave excitation is switched off
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

/// What the samples of a KinematicMotion are.
enum class KinematicTarget {
  kVelocity,  ///< [6] m/s of the centre of mass, rad/s, world; held from a sample to the next
  kPose,      ///< [7] m, unit quaternion w x y z, of the model frame: reached at the sample's time
};

/// Motion of a kinematic body, streamed by a client. Until the first sample, and beyond the newest
/// pose, the body keeps the velocity that it has.
struct KinematicMotion {
  std::string body;
  KinematicTarget target = KinematicTarget::kVelocity;
};

/// The command of a winch, streamed by a client and held through a step.
struct LoadDrive {
  std::string load;
};

/// The gain G of a force -G a on bodies with accelerations a, streamed by a client that models a
/// part of them: [36 n2] values, row-major, world axes at the centres of mass, held through a step;
/// 0 until the first sample. It stands in the system matrix: acceleration_gains.hpp.
struct AccelerationGain {
  std::vector<std::string> bodies;  ///< all different
};

struct Load {
  std::string name;
  std::variant<ConstantForce, PointSpring, LinearMooring, Winch, Bushing> kind;
};

struct Input {
  std::string name;
  std::variant<ExternalForce, WaveElevationInput, JointCommand, JointEnabled, KinematicMotion,
               LoadDrive, AccelerationGain, StreamedComponents, StreamedSpectrum, WaveField>
      kind;
};

}  // namespace raftup::solver
