#include "solver/interactions/hydrodynamic_group.hpp"

#include <algorithm>
#include <numeric>

namespace raftup::solver {

std::vector<std::size_t> members_in_database_order(const HydrodynamicGroup& group) {
  std::vector<std::size_t> order(group.bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return group.bodies[a].database_body < group.bodies[b].database_body;
  });
  return order;
}

Pose rest_pose(const HydrodynamicGroup& group, std::size_t member, const Vector3& center_of_mass) {
  const auto database_body = static_cast<std::size_t>(group.bodies[member].database_body);
  const Vector3& rest = group.database->bodies[database_body].center_of_gravity;
  const Eigen::AngleAxisd turn(group.heading, Vector3::UnitZ());
  const Vector3 origin(group.origin.x(), group.origin.y(), 0.0);
  return {origin + turn * (rest - center_of_mass), Quaternion(turn)};
}

}  // namespace raftup::solver
