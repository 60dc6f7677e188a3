#pragma once

#include <memory>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/motion_function.hpp"

namespace raftup::solver {

/// The bodies of an island whose motion is prescribed as a function of time.
class PrescribedMotions {
 public:
  explicit PrescribedMotions(const Model& model);

  bool empty() const { return followers_.empty(); }

  /// Sets the pose, velocity and acceleration of each prescribed body for a time [s] [m, m/s, m/s2,
  /// world].
  /// @returns true if a velocity has changed
  /// @throws Error(kOutOfRange) if a motion is not defined at that time
  bool impose(double time, Kinematics& bodies) const;

  /// Sets for each prescribed body the constant velocity [m/s, rad/s, world] that brings the body
  /// to its pose at the end of the step. It is for steppers that keep velocities of kinematic
  /// bodies constant in a step.
  void hold(const StepTimes& times, Kinematics& bodies) const;

 private:
  struct Follower {
    std::size_t body;
    Vector3 center_of_mass;  ///< center of mass of the body in the model frame [m]
    std::shared_ptr<const MotionFunction> motion;
  };

  std::vector<Follower> followers_;
};

}  // namespace raftup::solver
