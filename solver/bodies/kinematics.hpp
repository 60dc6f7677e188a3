#pragma once

#include <vector>

#include "solver/bodies/rotation.hpp"

namespace raftup::solver {

/// Where a body is and how it moves at one instant, with what the loads derive from it.
struct BodyKinematics {
  Vector3 position = Vector3::Zero();            ///< m, of the centre of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< body to world
  Vector6 momentum = Vector6::Zero();            ///< W(q) v, world
  Vector6 velocity = Vector6::Zero();            ///< [linear; angular], world
  Matrix3 rotation = Matrix3::Identity();        ///< of attitude
  Heading heading;

  /// Sets the pose and what follows from it.
  void place(const Vector3& center_of_mass, const Quaternion& unit_attitude) {
    position = center_of_mass;
    attitude = unit_attitude;
    rotation = unit_attitude.toRotationMatrix();
    heading = heading_of(rotation);
  }
};

/// All bodies of a model, by their index in it.
using Kinematics = std::vector<BodyKinematics>;

/// One vector of six per body of the model: wrenches or twists at the centres of mass, world axes.
using BodyVectors = std::vector<Vector6>;

}  // namespace raftup::solver
