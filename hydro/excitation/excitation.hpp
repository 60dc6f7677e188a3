#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Where a body stands on the water: its centre of mass and the yaw of its x axis.
struct HorizontalPose {
  double x = 0.0, y = 0.0;  ///< m, world
  double heading = 0.0;     ///< rad, world
};

/// Bodies that move uniformly during a step.
struct UniformMotion {
  double middle = 0.0;                  ///< s, the time halfway
  double half_duration = 0.0;           ///< s, from there to the end and back to the start
  std::vector<HorizontalPose> poses;    ///< halfway, one per body
  std::vector<HorizontalPose> changes;  ///< of the poses from halfway to the end
};

/// Wave excitation at one time near given poses, to second order in the distance from them.
struct LinearExcitation {
  std::vector<HorizontalPose> poses;  ///< where it is linearised, one per body
  VectorXd force;                     ///< there, 6N [N, N m]
  /// 6N x 3: what a body's x, y [1/m] and heading [1/rad] change of its own force; zero where the
  /// excitation does not follow the bodies.
  Eigen::Matrix<double, Eigen::Dynamic, 3> gradient;

  /// force + gradient (poses - this->poses)
  void evaluate(const std::vector<HorizontalPose>& at, VectorXd& result) const;
};

/// Wave excitation at the start, the middle and the end of a step. The poses at the start are those
/// of the bodies: no gradient is taken there, it is left zero.
using StepExcitation = std::array<LinearExcitation, 3>;

/// Writes what the amplitudes of a sea's components are multiplied by at a time [s].
using FactorsAtTime = std::function<void(double time, AmplitudeFactors& factors)>;

/// Wave excitation of all bodies of a database from its transfer functions, in the sea's
/// components. Per body: F = ramp Re sum_c a_c X(omega_c, direction_c - heading) exp(i(omega_c t -
/// k_c.x + phase_c)), X with its phase at the body, smooth in frequency (below the first one:
/// towards the limit of long waves, see BodyTransferFunction) and smooth in direction (see
/// HeadingInterpolation). On a current X is that of the frequency seen by one who goes with the
/// water, at the wavenumber on the current: exact for a body that drifts with a uniform current,
/// while the flow past a body that does not, which also steepens and diffracts the waves, is left
/// out, as for a ship with forward speed. Amplitudes that change with time are those of each
/// instant. The same bits on every machine. Not thread-safe: it keeps tables that are pure
/// functions of its inputs, so results never depend on the history of calls.
/// @source linear superposition: St. Denis and Pierson, On the motions of ships in confused seas,
///         Trans. SNAME 61 (1953)
class Excitation {
 public:
  struct Options {
    bool at_body_position = true;  ///< false: at the poses of rest, whatever the bodies do
    /// Sums over the nodes of WaveWindows, which costs less in all but a few instants. The sum over
    /// all components otherwise; the two differ by rounding.
    bool in_windows = true;
  };

  /// @param rest the poses of rest of the bodies in the world, one per body of the database
  /// @throws Error(kInvalidArgument) when a component's frequency exceeds the last filed one, or
  /// its
  ///         direction, seen from a body at rest, lies outside data that do not cover the circle
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

  /// Force and gradient at the start, the middle and the end of a motion, in one pass over the
  /// components or the nodes that take their place. Beyond data that do not cover the circle the
  /// force is that at their edge.
  void linearise(const UniformMotion& motion, StepExcitation& instants);

  /// The same with the amplitudes of the components multiplied by factors that depend on time.
  /// Costs about three times as much.
  void linearise(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants);

  /// @throws Error(kOutOfRange) when a body has turned more than 5 deg out of data that do not
  /// cover
  ///         the circle; up to there the value at their edge holds
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::hydro
