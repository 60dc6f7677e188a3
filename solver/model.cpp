#include "solver/model.hpp"

#include <fmt/format.h>

#include "hydro/error.hpp"

namespace raftup::solver {

std::size_t find_body(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].name == name) return i;
  }
  throw Error(ErrorCode::kNotFound, fmt::format("body must exist in the model, got '{}'", name));
}

Pose rest_pose(const Model& model, std::size_t body) {
  const RigidBody& description = model.bodies[body];
  if (description.rest_pose) return *description.rest_pose;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (std::size_t member = 0; member < group.bodies.size(); ++member) {
      if (group.bodies[member].body != description.name) continue;
      return rest_pose(group, member, description.center_of_mass);
    }
  }
  return description.pose;
}

}  // namespace raftup::solver
