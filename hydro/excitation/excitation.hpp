#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// The horizontal pose of a body: position of its centre of mass and yaw of its x axis.
struct HorizontalPose {
  double x = 0.0, y = 0.0;  ///< m, world
  double heading = 0.0;     ///< rad, world
};

/// The motion of bodies with constant velocity during a step.
struct UniformMotion {
  double middle = 0.0;                  ///< s, the time halfway
  double half_duration = 0.0;           ///< s, from there to the end and back to the start
  std::vector<HorizontalPose> poses;    ///< halfway, one per body
  std::vector<HorizontalPose> changes;  ///< m, rad: changes of the poses from halfway to the end
};

/// Wave excitation at one time near given poses, to second order in the distance from them.
struct LinearExcitation {
  std::vector<HorizontalPose> poses;  ///< where it is linearised, one per body
  VectorXd force;                     ///< there, 6N [N, N m]
  /// 6N x 3: the derivatives of a body's own force by its x, y [1/m] and heading [1/rad]; zero if
  /// the excitation does not follow the bodies.
  Eigen::Matrix<double, Eigen::Dynamic, 3> gradient;

  /// force + gradient (poses - this->poses) [N, N m].
  void evaluate(const std::vector<HorizontalPose>& at, VectorXd& result) const;
};

/// Wave excitation [N, N m] at the start, the middle and the end of a step. The poses at the start
/// are those of the bodies; no gradient is computed there, and it is zero.
using StepExcitation = std::array<LinearExcitation, 3>;

/// Writes the factors of the amplitudes of a sea's components at a time [s].
using FactorsAtTime = std::function<void(double time, AmplitudeFactors& factors)>;

/// Wave excitation of all bodies of a database [N, N m, heading frames], from its transfer
/// functions and the sea's components. For each body F = ramp Re sum_c a_c X(omega_c, direction_c -
/// heading) exp(i(omega_c t - k_c.x + phase_c)), where X refers to the phase at the body and is
/// smooth in frequency (below the first one towards the limit of long waves, see
/// BodyTransferFunction) and in direction (see HeadingInterpolation). On a current, X is taken at
/// the frequency in the frame that moves with the water and at the wavenumber on the current. This
/// is exact for a body that drifts with a uniform current. For one that does not, as for a ship
/// with forward speed, the flow past the body is left out, which also steepens and diffracts the
/// waves. Amplitudes that change with time are those of each instant. The same bits on every
/// machine. Not thread-safe: it keeps tables, which are pure functions of its inputs, so that
/// results never depend on the history of calls.
/// @source linear superposition: St. Denis and Pierson, On the motions of ships in confused seas,
///         Trans. SNAME 61 (1953)
class Excitation {
 public:
  struct Options {
    /// false: at the poses of rest [m, rad, world], whatever the motion of the bodies
    bool at_body_position = true;
    /// True: sum over the nodes of WaveWindows, which costs less except for single instants. False:
    /// sum over all components; the results differ by rounding.
    bool in_windows = true;
  };

  /// @param rest the poses of rest of the bodies in the world [m, rad], one per body of the
  ///         database
  /// @throws Error(kInvalidArgument) if the frequency of a component exceeds the last one on file,
  ///         or its direction, relative to a body at rest, lies outside data that do not cover the
  ///         circle
  Excitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
             Options options);
  ~Excitation();
  Excitation(Excitation&& other) noexcept;
  Excitation& operator=(Excitation&& other) noexcept;

  /// @param time  s
  /// @param poses one per body; read only when at_body_position
  /// @param force 6N, each body's six in its own heading frame (without at_body_position: that of
  ///              rest), at its centre of gravity [N, N m]
  /// @throws Error(kOutOfRange) as check()
  void evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force);

  /// Force [N, N m] and gradient at the start, the middle and the end of a motion, in one pass over
  /// the components or over the nodes that replace them. Outside data that do not cover the circle,
  /// the force is that at their edge.
  void linearize(const UniformMotion& motion, StepExcitation& instants);

  /// The same, with the amplitudes [m] of the components multiplied by factors that depend on time.
  /// It costs about three times as much.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants);

  /// Checks that the excitation data cover the directions in which waves meet the bodies.
  /// @throws Error(kOutOfRange) if a body has turned by more than 5 deg out of data that do not
  ///         cover the circle; up to there the value at their edge is used
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::hydro
