#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/numerics/cubic_spline.hpp"
#include "hydro/sea/sea.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/bodies/rao_motion.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// The motion of a vessel that sails along a path and that displacement RAOs R move about it. In
/// the axes of the present heading psi(t) the displacement is
///   x(t) = Re sum_n a_n R(omega_n, beta_n - psi) exp(i (omega_n t - k_n . x_p + phase_n)),
/// for waves of amplitude a_n [m], frequency omega_n [rad/s], direction beta_n [rad] and wavenumber
/// vector k_n [rad/m], where x_p(t) is the phase origin at the mean pose on the path. Velocity and
/// acceleration are the derivatives of this sum, in which x_p and psi change. Since R is linear
/// between the directions of its table, the velocity has small jumps where a turning vessel passes
/// one of them.
class PathMotion final : public MotionFunction {
 public:
  /// @param rao  a checked description with a path
  /// @param body the body that it moves; its pose gives height, roll and pitch of the mean pose
  /// @param sea  waves whose amplitudes do not change after the ramp at the start; none: still water
  PathMotion(const DisplacementRao& rao, const RigidBody& body,
             const std::optional<hydro::Sea>& sea);

  MovingFrame at(double time) const override;

 private:
  struct Wave {
    hydro::WaveComponent component;
    double wavenumber;  ///< rad/m
    Vector2 direction;  ///< unit vector that the wave travels along
  };
  /// A frame on the path: at the origin of the model frame, turned by the heading alone.
  struct Carrier {
    MovingFrame frame;
    SplineValue heading;  ///< rad and its derivatives in time
  };

  Carrier carrier(double time) const;
  RaoDisplacement displacement(double time, const Carrier& carrier) const;

  std::string body_;
  RaoTable table_;
  Vector3 origin_, phase_origin_;  ///< m, model frame
  double height_;                  ///< m, world
  Quaternion tilt_;                ///< from the model frame to the axes of the heading
  CubicSpline x_, y_, heading_;    ///< m, m, rad
  WaveGrowth growth_;
  std::vector<Wave> waves_;
};

}  // namespace raftup::solver
