#pragma once

#include <optional>
#include <string>

#include "hydro/configurations/axis_quantity.hpp"
#include "solver/model/faded_current.hpp"
#include "solver/model/water/configurations.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// One axis of a family of databases, read from the motion of the bodies:
///
/// | quantity    | value                                                               |
/// |-------------|---------------------------------------------------------------------|
/// | draught     | that of node 0, plus the depth of the center of mass below its      |
/// |             | height there [m]                                                    |
/// | trim        | pitch angle of the body [rad], bow down > 0                         |
/// | joint angle | angle of the joint from its pose at t = 0 [rad], plus               |
/// |             | ConfigurationAxis::at_start                                         |
/// | speed       | velocity of the center of mass through the water along the heading  |
/// |             | [m/s]                                                               |
///
/// An input has no value here.
class AxisReading {
 public:
  /// @param group with a family over axes
  /// @param index index of the axis
  /// @param model a model in which the axis names what exists
  AxisReading(const Model& model, const HydrodynamicGroup& group, std::size_t index);

  hydro::AxisQuantity quantity() const { return quantity_; }
  /// True if the value is a function of the poses of bodies alone.
  bool is_of_poses() const;

  /// Returns the value [m, rad, m/s] at a time [s].
  double value(const Kinematics& bodies, double time) const;
  /// Returns the rate of change of a value of poses [m/s, rad/s].
  double rate(const Kinematics& bodies) const;
  /// Adds (dq/dx)^T f for a value q of poses: forces and moments on the bodies [N, N m, world axes]
  /// that correspond to a generalized force f along the axis [N, N m].
  void add_force(const Kinematics& bodies, double f, BodyVectors& result) const;

 private:
  void read_draught(const HydrodynamicGroup& group, const std::string& body, std::size_t index);
  void read_joint(const Model& model, const ConfigurationAxis& axis);
  double joint_angle(const Kinematics& bodies) const;
  Vector3 joint_axis(const Kinematics& bodies) const;

  hydro::AxisQuantity quantity_;
  std::size_t body_ = 0;              ///< the body, or the first body of the joint
  std::optional<std::size_t> other_;  ///< the second body of the joint; none: the world
  double reference_ = 0.0;  ///< draught plus height of the center of mass, or angle at t = 0
  Quaternion attitude_ =
      Quaternion::Identity();       ///< of the first body in axes of the second, t = 0
  Vector3 axis_ = Vector3::Zero();  ///< of the joint, in axes of the second body
  BodyCurrents current_;
};

}  // namespace raftup::solver
