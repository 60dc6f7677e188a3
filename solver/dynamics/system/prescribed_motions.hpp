#pragma once

#include <memory>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/motion_function.hpp"

namespace raftup::solver {

/// The bodies of a part of a model whose motion is a function of time.
class PrescribedMotions {
 public:
  explicit PrescribedMotions(const Model& model);

  bool empty() const { return followers_.empty(); }

  /// Places these bodies where they are at a time [s], with velocity and given acceleration [m, m/s,
  /// m/s2, world].
  /// @returns true if a velocity has changed
  /// @throws Error(kOutOfRange) where a motion is not known then
  bool impose(double time, Kinematics& bodies) const;

  /// Gives these bodies the constant velocity [m/s, rad/s, world] that brings them in a step to where
  /// they are at its end, for steppers that keep velocities of kinematic bodies through a step.
  void hold(const StepTimes& times, Kinematics& bodies) const;

 private:
  struct Follower {
    std::size_t body;
    Vector3 center_of_mass;  ///< m, model frame
    std::shared_ptr<const MotionFunction> motion;
  };

  std::vector<Follower> followers_;
};

}  // namespace raftup::solver
