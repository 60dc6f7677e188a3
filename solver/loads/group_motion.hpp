#pragma once

#include <vector>

#include "solver/bodies/kinematics.hpp"
#include "solver/interactions/hydro_frame.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// The bodies of a hydrodynamic group in the order of its database, and how they move through the
/// water: in a current a body that drifts with it does not.
class GroupMotion {
 public:
  GroupMotion(const Model& model, const HydrodynamicGroup& group);

  std::size_t size() const { return bodies_.size(); }
  /// Index in the model of a member.
  std::size_t body(std::size_t member) const { return bodies_[member]; }

  /// [m/s, rad/s], world axes.
  Vector6 velocity_through_water(const Kinematics& bodies, std::size_t member) const;

  /// nu, 6N: the same of all members in the hydro frames, as the radiation memory wants them.
  void hydro_velocities(const Kinematics& bodies, VectorXd& nu) const;

  /// A wrench on a member from its hydro frame into world axes.
  Vector6 from_hydro_frame(const Kinematics& bodies, std::size_t member,
                           const Vector6& wrench) const;

 private:
  std::vector<std::size_t> bodies_;
  HydroFrame frame_;
  Matrix3 world_frame_;
  BodyVectors current_;  ///< past each body of the model; empty in still water
};

}  // namespace raftup::solver
