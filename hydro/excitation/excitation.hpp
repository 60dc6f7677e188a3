#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Horizontal pose of a body: the position of its center of mass and the yaw angle of its x axis.
struct HorizontalPose {
  double x = 0.0, y = 0.0;  ///< position [m, world]
  double heading = 0.0;     ///< yaw angle [rad, world]
};

/// Motion of bodies with constant velocity [m/s, rad/s] during a step.
struct UniformMotion {
  double middle = 0.0;  ///< time in the middle of the step [s]
  /// Time from the middle to the end of the step, and from the start to the middle [s].
  double half_duration = 0.0;
  /// Pose of each body in the middle of the step [m, rad, world].
  std::vector<HorizontalPose> poses;
  /// Change of the pose of each body from the middle to the end of the step [m, rad].
  std::vector<HorizontalPose> changes;
};

/// Wave excitation of bodies at one time, linearized about given poses. The error is of second
/// order in the distance from these poses.
struct LinearExcitation {
  /// Poses about which the excitation is linearized [m, rad, world], one per body.
  std::vector<HorizontalPose> poses;
  VectorXd force;  ///< excitation at these poses, 6N numbers [N, N m]
  /// Derivatives of the force on each body with respect to its own x, y [1/m] and heading [1/rad],
  /// 6N x 3. They are zero if the excitation is evaluated at the poses of rest.
  Eigen::Matrix<double, Eigen::Dynamic, 3> gradient;

  /// Computes force + gradient (at - poses) [N, N m].
  void evaluate(const std::vector<HorizontalPose>& at, VectorXd& result) const;
};

/// Wave excitation [N, N m] at the start, the middle and the end of a step. The poses at the start
/// are those of the bodies. The gradient at the start is not computed; it is zero.
using StepExcitation = std::array<LinearExcitation, 3>;

/// Function that computes the factors of the amplitudes of all components of a sea at a time [s].
using FactorsAtTime = std::function<void(double time, AmplitudeFactors& factors)>;

/// Wave excitation of all bodies of a database [N, N m, heading frames], computed from the transfer
/// functions X of the database and the components c of a sea. The force on each body is
///   F = ramp Re sum_c a_c X(omega_c, direction_c - heading) exp(i(omega_c t - k_c.x + phase_c)).
/// X refers to the phase at the body. It is a smooth function of frequency (below the first
/// frequency towards the limit of long waves, see BodyTransferFunction) and of direction (see
/// HeadingInterpolation). On a current, X is evaluated at the frequency in the frame that moves
/// with the water, with the wave number on the current. This is exact for a body that drifts with a
/// uniform current. For a body that does not, such as a ship with forward speed, the flow past the
/// body, which also steepens and diffracts the waves, is neglected. Amplitudes that change with
/// time are those of each instant. The results are bit for bit the same on every machine. Not
/// thread-safe, since it keeps tables; the tables are pure functions of the inputs, so that results
/// never depend on earlier calls.
/// @source linear superposition: St. Denis and Pierson, On the motions of ships in confused seas,
///          Trans. SNAME 61 (1953)
class Excitation {
 public:
  struct Options {
    /// If true, the excitation is evaluated at the present poses of the bodies; if false, always at
    /// their poses of rest [m, rad, world].
    bool at_body_position = true;
    /// If true, sums run over the nodes of WaveWindows, which costs less except for single
    /// instants. If false, they run over all components. The results differ only by rounding.
    bool in_windows = true;
  };

  /// @param rest poses of rest of the bodies in the world [m, rad], one per body of the database
  /// @throws Error(kInvalidArgument) if the frequency of a component exceeds the last one of the
  ///          database, or if its direction relative to a body at rest lies outside the data
  Excitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
             Options options);
  ~Excitation();
  Excitation(Excitation&& other) noexcept;
  Excitation& operator=(Excitation&& other) noexcept;

  /// Computes the force on all bodies at one time.
  /// @param time  s
  /// @param poses poses of the bodies, one per body; used only with Options::at_body_position
  /// @param force 6N numbers, the six of each body at its center of gravity in its own heading
  ///         frame, or in that of rest without at_body_position [N, N m]
  /// @throws Error(kOutOfRange) as check()
  void evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force);

  /// Computes force [N, N m] and gradient at the start, the middle and the end of a motion, in one
  /// pass over the components or over the nodes that replace them. If waves come from outside data
  /// that do not cover the circle, the force is that at the edge of the data.
  void linearize(const UniformMotion& motion, StepExcitation& instants);

  /// Computes force [N, N m] and gradient as linearize(motion, instants) does, with the amplitudes
  /// of the components multiplied by factors that depend on time. It costs about three times as
  /// much.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants);

  /// Checks that the excitation data cover the directions of the waves as seen from the bodies.
  /// @throws Error(kOutOfRange) if the data do not cover the circle and a wave direction lies more
  ///          than 5 deg outside of them; up to 5 deg the value at the edge of the data is used
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::hydro
