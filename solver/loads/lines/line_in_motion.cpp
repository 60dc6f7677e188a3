#include "solver/loads/lines/line_in_motion.hpp"

#include <utility>

namespace raftup::solver {

std::array<Vector3, 2> forces_on_ends(std::span<const Vector3> forces, std::size_t first_count) {
  std::array<Vector3, 2> ends{Vector3::Zero(), Vector3::Zero()};
  for (std::size_t i = 0; i < forces.size(); ++i) ends[i < first_count ? 0 : 1] += forces[i];
  return ends;
}

LineInMotion::LineInMotion(const ElasticLine& line, std::span<const Vector3> places,
                           const Model& model)
    : rubs_(line.bottom.friction > 0.0),
      rod_(make_rod(line, model)),
      holders_(line, rod_, model),
      around_(line, rod_, places, model),
      step_(rod_),
      instant_(rod_, around_.contact()) {}

void LineInMotion::hold(const Kinematics& bodies, rods::RodState& state) const {
  const std::vector<Vector3> positions = holders_.positions(bodies);
  const std::vector<Vector3> velocities = holders_.velocities(bodies);
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    state.position[holders_.node(i)] = positions[i];
    state.velocity[holders_.node(i)] = velocities[i];
  }
}

void LineInMotion::prepare(const StepTimes& times, const State& state, LineValues values,
                           const Kinematics& bodies) {
  h_ = times.end - times.start;
  start_ = std::move(values.rod);
  hold(bodies, start_);
  around_.prepare(times, state, start_);
  holders_.find_mean_velocities(halfway(bodies, h_), h_, velocities_);
  step_.begin(start_, around_.loads(), velocities_, h_);
  mean_forces_.assign(holders_.size(), Vector3::Zero());
}

void LineInMotion::add_mean_forces(const Kinematics& middle, BodyVectors& wrenches) {
  holders_.find_mean_velocities(middle, h_, velocities_);
  mean_forces_ = step_.forces(velocities_);
  holders_.add_forces(mean_forces_, middle, wrenches);
}

void LineInMotion::add_jacobian(const Kinematics& middle, LoadJacobian& jacobian) const {
  known_solutions_ = step_.solutions();
  holders_.add_jacobian(step_.damping(), true, middle, jacobian);
  holders_.add_turning(mean_forces_, middle, jacobian);
}

LineValues LineInMotion::finish(const Kinematics& end) {
  std::vector<Vector3> velocities = holders_.positions(end);
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    velocities[i] = (velocities[i] - start_.position[holders_.node(i)]) / h_;
  }
  LineValues values{start_, {}};
  values.end_force = forces_on_ends(step_.finish(velocities, values.rod), holders_.first_count());
  return values;
}

LineInMotion::InstantForces LineInMotion::instant_forces(const rods::RodState& state,
                                                         const Kinematics& bodies) const {
  instant_.find(state);
  const std::vector<Vector3> centripetal = holders_.centripetal(bodies);
  InstantForces forces;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const std::size_t node = holders_.node(i);
    forces.conservative.emplace_back(instant_.conservative(node) -
                                     rod_.nodes()[node].mass * centripetal[i]);
    forces.damping.push_back(instant_.damping(node));
  }
  return forces;
}

void LineInMotion::add_instant_forces(LineValues values, const Kinematics& bodies,
                                      BodyVectors& wrenches) const {
  hold(bodies, values.rod);
  const InstantForces forces = instant_forces(values.rod, bodies);
  holders_.add_forces(forces.conservative, bodies, wrenches);
  holders_.add_forces(forces.damping, bodies, wrenches);
}

Potential LineInMotion::potential(LineValues values, const Kinematics& bodies) const {
  hold(bodies, values.rod);
  const InstantForces forces = instant_forces(values.rod, bodies);
  return {instant_.energy(values.rod),
          instant_.inner_power(values.rod) - holders_.power(forces.conservative, bodies)};
}

}  // namespace raftup::solver
