#pragma once

#include <optional>

#include "solver/bodies/kinematics.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// A point that a load acts at: fixed in a body or in the world.
class Attachment {
 public:
  /// @param body  name; empty = the world
  /// @param point in the body's model frame or in the world [m]
  Attachment(const std::string& body, const Vector3& point, const Model& model);

  /// Index of its body; none = the world.
  const std::optional<std::size_t>& body() const { return body_; }

  /// From the centre of mass of its body [m], world axes; 0 in the world.
  Vector3 arm(const Kinematics& bodies) const;

  Vector3 position(const Kinematics& bodies) const;  ///< m, world
  Vector3 velocity(const Kinematics& bodies) const;  ///< m/s, world

  /// Adds a force at this point to its body; nothing where the point is the world's.
  void add_force(const Vector3& force, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  std::optional<std::size_t> body_;
  Vector3 point_;  ///< from the centre of mass in body axes, or in the world
};

}  // namespace raftup::solver
