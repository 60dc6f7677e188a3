#include "solver/loads/water_damping.hpp"

namespace raftup::solver {

WaterDamping::WaterDamping(const GroupMotion& motion, const HydrodynamicGroup& group)
    : motion_(motion) {
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    const bool quadratic = !member.quadratic_damping.isZero(0.0);
    members_.push_back({member.linear_damping, member.quadratic_damping,
                        quadratic || !member.linear_damping.isZero(0.0), quadratic});
  }
}

void WaterDamping::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                       Forces& forces) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (!member.acts) continue;
    const std::size_t body = motion_.body(i);
    const Heading& heading = bodies[body].heading;
    const Vector6 nu = heading.from_world(motion_.velocity_through_water(bodies, i));
    Vector6 drag = member.linear * nu;
    if (member.quadratic_acts) drag += member.quadratic * nu.cwiseAbs().cwiseProduct(nu);
    forces.total[body] -= heading.to_world(drag);
  }
}

void WaterDamping::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    // d(|nu| nu) = 2 |nu| d(nu), component by component.
    const Vector6 nu = bodies[body].heading.from_world(motion_.velocity_through_water(bodies, i));
    const Matrix6 damping =
        members_[i].linear + 2.0 * members_[i].quadratic * nu.cwiseAbs().asDiagonal();
    jacobian.add(body, body, Matrix6::Zero(), turned(damping, bodies[body].heading.rotation()));
  }
}

}  // namespace raftup::solver
