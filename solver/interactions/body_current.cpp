#include "solver/interactions/body_current.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// m below the still water plane, of the point of a body that stands for all of it.
double depth_of(const Model& model, std::size_t body) {
  const RigidBody& description = model.bodies[body];
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) {
      if (member.body != description.name) continue;
      const auto database_body = static_cast<std::size_t>(member.database_body);
      return -group.database->bodies[database_body].center_of_buoyancy.z();
    }
  }
  const Pose& pose = description.pose;
  return -(pose.position + pose.attitude.normalized() * description.center_of_mass).z();
}

}  // namespace

BodyVectors current_at_bodies(const Model& model) {
  if (model.current.is_still()) return {};
  BodyVectors currents(model.bodies.size(), Vector6::Zero());
  for (std::size_t body = 0; body < currents.size(); ++body) {
    currents[body].head<2>() = model.current.velocity(std::max(depth_of(model, body), 0.0));
  }
  return currents;
}

}  // namespace raftup::solver
