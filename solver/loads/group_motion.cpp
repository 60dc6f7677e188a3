#include "solver/loads/group_motion.hpp"

#include "solver/interactions/body_current.hpp"

namespace raftup::solver {

GroupMotion::GroupMotion(const Model& model, const HydrodynamicGroup& group)
    : frame_(group.frame),
      world_frame_(Eigen::AngleAxisd(group.heading, Vector3::UnitZ())),
      current_(current_at_bodies(model)) {
  for (const std::size_t i : members_in_database_order(group)) {
    bodies_.push_back(find_body(model, group.bodies[i].body));
  }
}

Vector6 GroupMotion::velocity_through_water(const Kinematics& bodies, std::size_t member) const {
  const std::size_t body = bodies_[member];
  const Vector6& velocity = bodies[body].velocity;
  return current_.empty() ? velocity : Vector6(velocity - current_[body]);
}

void GroupMotion::hydro_velocities(const Kinematics& bodies, VectorXd& nu) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    nu.segment<6>(first_dof(i)) =
        to_hydro_frame(frame_, world_frame_, bodies[bodies_[i]], velocity_through_water(bodies, i));
  }
}

Vector6 GroupMotion::from_hydro_frame(const Kinematics& bodies, std::size_t member,
                                      const Vector6& wrench) const {
  return solver::from_hydro_frame(frame_, world_frame_, bodies[bodies_[member]], wrench);
}

}  // namespace raftup::solver
