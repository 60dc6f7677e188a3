#pragma once

#include <cstddef>

#include "hydro/configurations/configuration.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The position q = (x, y, heading) [m, m, rad] of the center of mass of one body in the heading
/// frame of another, with its derivatives.
class RelativePosition {
 public:
  /// @param reference index in the model of the body in whose heading frame q is
  /// @param other     index in the model of the body whose position q is
  RelativePosition(std::size_t reference, std::size_t other)
      : reference_(reference), other_(other) {}

  hydro::Configuration at(const Kinematics& bodies) const;
  /// Rate of change dq/dt [m/s, m/s, rad/s].
  Vector3 rate(const Kinematics& bodies) const;

  /// Adds (dq/dx)^T f: the forces and moments on the bodies [N, N m, world axes] that correspond to
  /// a generalized force f along q. The sum of the forces is 0, and so is their moment about any
  /// vertical axis while the bodies are upright.
  /// @param f [N, N, N m]
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const;

 private:
  std::size_t reference_, other_;
};

}  // namespace raftup::solver
