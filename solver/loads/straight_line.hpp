#pragma once

#include <array>

#include "solver/linear/load_jacobian.hpp"
#include "solver/loads/attachment.hpp"

namespace raftup::solver {

/// A straight line between two points at one instant. Where its length is 0 it has no direction,
/// and its tension no effect.
class StraightLine {
 public:
  /// All must outlive it.
  StraightLine(const Attachment& point1, const Attachment& point2, const Kinematics& bodies);

  double length() const { return length_; }  ///< m
  double rate() const { return rate_; }      ///< of the length, m/s

  /// Adds a tension [N], which draws the two points together.
  void add_tension(double tension, BodyVectors& wrenches) const;

  /// Adds the linearisation of a tension: T with dT = stiffness dL + damping d(dL/dt).
  /// @param tension T without its damping [N]
  void add_jacobian(double tension, double stiffness, double damping, LoadJacobian& jacobian) const;

 private:
  struct End {
    const Attachment& point;
    double sign;  ///< of the direction in which a tension pulls it
  };

  const Kinematics& bodies_;
  std::array<End, 2> ends_;
  double length_;
  Vector3 direction_;  ///< from point 1 to point 2
  double rate_;
};

}  // namespace raftup::solver
