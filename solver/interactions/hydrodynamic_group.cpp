#include "solver/interactions/hydrodynamic_group.hpp"

#include <cmath>

namespace raftup::solver {

Pose rest_pose(const HydrodynamicGroup& group, std::size_t member, const Vector3& center_of_mass) {
  const auto database_body = static_cast<std::size_t>(group.bodies[member].database_body);
  const Vector3& rest = group.database->bodies[database_body].center_of_gravity;
  const Eigen::AngleAxisd turn(group.heading, Vector3::UnitZ());
  const Vector3 origin(group.origin.x(), group.origin.y(), 0.0);
  return {origin + turn * (rest - center_of_mass), Quaternion(turn)};
}

}  // namespace raftup::solver
