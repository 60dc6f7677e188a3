#include "solver/loads/hydrostatic_force.hpp"

#include "solver/bodies/displacement.hpp"

namespace raftup::solver {

namespace {

/// Buoyancy and stiffness of a member of a group about its centre of mass, which rests at the
/// database's centre of gravity.
hydro::LinearHydrostatics make_hydrostatics(const Model& model, const HydrodynamicGroup& group,
                                            std::size_t member, std::size_t body) {
  const Vector3& center_of_mass = model.bodies[body].center_of_mass;
  const RestPose rest(rest_pose(group, member, center_of_mass), center_of_mass);
  const auto index = static_cast<std::size_t>(group.bodies[member].database_body);
  const hydro::DatabaseBody& data = group.database->bodies[index];
  const double buoyancy = model.water_density * model.gravity * data.displaced_volume;
  return {data.hydrostatic_stiffness, rest.center(), buoyancy,
          data.center_of_buoyancy - data.center_of_gravity};
}

}  // namespace

HydrostaticForce::HydrostaticForce(const Model& model, const HydrodynamicGroup& group) {
  for (const std::size_t i : members_in_database_order(group)) {
    const std::size_t body = find_body(model, group.bodies[i].body);
    members_.push_back({body, make_hydrostatics(model, group, i, body)});
  }
}

void HydrostaticForce::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                           Forces& forces) {
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const Vector6 force = body.heading.to_world(
        member.hydrostatics.force(body.position, body.attitude, body.heading.angle()));
    forces.hydrostatic[member.body] += force;
    forces.total[member.body] += force;
  }
}

void HydrostaticForce::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                                    LoadJacobian& jacobian) const {
  for (const Member& member : members_) {
    const Matrix3 R = bodies[member.body].heading.rotation();
    jacobian.add(member.body, member.body, turned(member.hydrostatics.stiffness(), R),
                 Matrix6::Zero());
  }
}

Potential HydrostaticForce::potential(const StageConditions& /*conditions*/,
                                      const Kinematics& bodies) const {
  Potential sum;
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const hydro::LinearHydrostatics& water = member.hydrostatics;
    const Vector6 xi = water.displacement(body.position, body.attitude, body.heading.angle());
    // The axes turn about z with the heading: what they see of a velocity.
    const Vector3 spin(0.0, 0.0, heading_rate(body.rotation, body.velocity.tail<3>()));
    Vector6 rate = body.heading.from_world(body.velocity);
    rate.head<3>() -= spin.cross(xi.head<3>());
    rate.tail<3>() = rotation_vector_jacobian(xi.tail<3>()) * (rate.tail<3>() - spin);
    const Matrix6& C = water.stiffness();
    const Vector6 slope = 0.5 * (C + C.transpose()) * xi - water.force_at_rest();
    sum += {0.5 * xi.dot(C * xi) - water.force_at_rest().dot(xi), slope.dot(rate)};
  }
  return sum;
}

}  // namespace raftup::solver
