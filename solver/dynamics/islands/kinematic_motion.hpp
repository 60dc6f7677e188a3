#pragma once

#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Constant velocity [linear of the center of mass, m/s; angular, rad/s; world axes] that brings
/// the model frame of a body to a target pose in a given time. With R_T and x_T the rotation and
/// position of the target, R and x_c the present rotation and center of mass of the body,
///   v = (x_T + R_T c - x_c) / duration,  omega = log(R_T R^T) / duration,
/// where the rotation takes the shorter way.
/// @param center_of_mass c, in the model frame [m]
/// @param duration       time to reach the target [s], > 0
/// @source the logarithm of rotations: Bullo and Murray (1995)
Vector6 velocity_towards(const Pose& target, const BodyKinematics& body,
                         const Vector3& center_of_mass, double duration);

/// The motion of kinematic bodies that clients prescribe through inputs. The velocities of the
/// bodies in a step [m/s, rad/s, world axes] depend only on the inputs and the state at its start.
class KinematicMotions {
 public:
  explicit KinematicMotions(const Model& model);

  bool empty() const { return followers_.empty(); }

  /// Sets the velocities of the bodies whose inputs have samples. For an input of velocities it is
  /// the newest sample at or before `step_start`; before the first sample the body keeps its
  /// velocity. For an input of poses it is the velocity that leads to the first pose after
  /// `step_start`; after the last pose the body keeps its velocity.
  /// @param step_start time of the start of the step [s]
  /// @returns true if a velocity has changed
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
