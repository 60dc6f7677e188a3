#include "solver/multibody_system.hpp"

namespace raftup::solver {

Kinematics initial_kinematics(const Model& model) {
  Kinematics bodies(model.bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const Quaternion attitude = body.pose.attitude.normalized();
    bodies[i].place(body.pose.position + attitude * body.center_of_mass, attitude);
    bodies[i].velocity << body.linear_velocity, body.angular_velocity;
  }
  return bodies;
}

MultibodySystem::MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                                 const LoadSet::Memories& memories, const LoadSet::Places& places)
    : masses(model, std::move(added_masses)),
      constraints(model, initial_kinematics(model), masses.groups()),
      loads(model, initial_kinematics(model), constraints, memories, places) {}

}  // namespace raftup::solver
