#pragma once

#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Constant velocity [linear of the centre of mass; angular] that brings a body to a pose of its
/// model frame: with the rotation R_T of the target, v = (x_T + R_T c - x_c) / duration and
/// omega = log(R_T R^T) / duration, by the shorter way round.
/// @param center_of_mass c, in the model frame [m]
/// @param duration       [s], > 0
/// @source the logarithm of rotations: Bullo and Murray (1995)
Vector6 velocity_towards(const Pose& target, const BodyKinematics& body,
                         const Vector3& center_of_mass, double duration);

/// Kinematic bodies that clients move: their velocities as a pure function of a step's start.
class KinematicMotions {
 public:
  explicit KinematicMotions(const Model& model);

  bool empty() const { return followers_.empty(); }

  /// Sets the velocities of the bodies that have samples: the newest sample at or before
  /// `step_start`, or what leads to the pose of the first sample after it. Beyond the newest pose,
  /// and before the first sample of a velocity, a body keeps the velocity that it has.
  /// @param step_start [s]
  /// @returns whether a velocity has changed
  bool apply(const std::vector<InputSeries>& inputs, double step_start, Kinematics& bodies) const;

 private:
  struct Follower {
    std::size_t input, body;
    KinematicTarget target;
    Vector3 center_of_mass;
  };

  std::vector<Follower> followers_;
};

}  // namespace raftup::solver
