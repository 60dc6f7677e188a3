#include "solver/simulation/run/embedding.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/dynamics/islands/kinematic_motion.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

Vector6 stacked(const Vector3& force, const Vector3& torque) {
  Vector6 wrench;
  wrench << force, torque;
  return wrench;
}

}  // namespace

void move_to(Simulation& simulation, std::size_t body, const Pose& pose, double duration) {
  const BodyView view = simulation.body(body);
  require(std::isfinite(duration) && duration > 0.0,
          fmt::format("duration of a motion must be positive, got {} s", duration));
  require_unit(pose.attitude);
  BodyKinematics from;
  read_motion(simulation.state().bodies[body], from);
  simulation.set_velocity(body,
                          velocity_towards(pose, from, view.model_center_of_mass(), duration));
}

void add_force(Simulation& simulation, std::size_t body, const Vector3& force) {
  simulation.add_wrench(body, stacked(force, Vector3::Zero()));
}

void add_torque(Simulation& simulation, std::size_t body, const Vector3& torque) {
  simulation.add_wrench(body, stacked(Vector3::Zero(), torque));
}

void add_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                        const Vector3& point) {
  const Vector3 arm = point - simulation.body(body).center_of_mass();
  simulation.add_wrench(body, stacked(force, arm.cross(force)));
}

void add_local_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                              const Vector3& point) {
  const BodyView view = simulation.body(body);
  add_force_at_point(simulation, body, view.vector_to_world(force), view.point_to_world(point));
}

Vector6 last_force(const Simulation& simulation, std::size_t body) {
  (void)simulation.body(body);  // exists
  return simulation.state().bodies[body].last_force;
}

Vector3 gravity_at(const Simulation& simulation, std::size_t body) {
  const BodyView view = simulation.body(body);
  return gravity_at(simulation.model(), simulation.model().bodies[body], view.center_of_mass());
}

}  // namespace raftup::solver
