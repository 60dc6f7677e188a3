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
    : traits_{line.bottom.friction > 0.0, line.winch.has_value()},
      first_elements_(line.sections.front().elements),
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

void LineInMotion::take_length(const rods::RodState& state) {
  if (!traits_.wound || rod_.elements().front().length == state.end_length[0]) return;
  rod_.set_end_length(0, state.end_length[0]);
  around_.take_lengths();
}

void LineInMotion::prepare(const StepTimes& times, const State& state, LineValues values,
                           const Kinematics& bodies, const rods::DrumOrder& order) {
  h_ = times.end - times.start;
  start_ = std::move(values);
  take_length(start_.rod);
  hold(bodies, start_.rod);
  around_.prepare(times, state, start_.rod);
  holders_.find_mean_velocities(halfway(bodies, h_), h_, velocities_);
  rods::StepLoads loads = around_.loads();
  if (traits_.wound) {
    const rods::Element& first = rod_.elements().front();
    drum_.begin(first, order,
                {start_.rod.end_length[0], hanging_weight(first, start_.rod.position)}, h_);
    loads.drums[0] = &drum_;
  }
  step_.begin(start_.rod, loads, velocities_, h_);
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
    velocities[i] = (velocities[i] - start_.rod.position[holders_.node(i)]) / h_;
  }
  LineValues values = start_;
  values.end_force = forces_on_ends(step_.finish(velocities, values.rod), holders_.first_count());
  if (!traits_.wound) return values;
  const double paid_out = values.rod.end_length[0] - start_.rod.end_length[0];
  values.drum_rate = paid_out / h_;
  values.drum_force = drum_.force(values.rod.tension[0], values.rod.end_length[0]);
  rods::mix_velocities(rod_, drum_end(values), paid_out, values.rod);
  return values;
}

rods::DrumEnd LineInMotion::drum_end(const LineValues& values) const {
  const rods::RodState& rod = values.rod;
  const Vector3 along = rod.position[1] - rod.position[0];
  const double length = along.norm();
  rods::DrumEnd end{0, weight_of(rod_.elements().front(), rod.position), rod.velocity[0]};
  if (length > 0.0) end.velocity += values.drum_rate / length * along;
  return end;
}

LineReadings LineInMotion::readings(const LineValues& values) {
  take_length(values.rod);
  LineReadings readings(rod_, values.rod, values.end_force, around_.contact());
  if (traits_.wound) readings.set_drum({values.reserve, values.drum_rate, values.drum_force});
  return readings;
}

LineInMotion::InstantForces LineInMotion::instant_forces(const rods::RodState& state,
                                                         const Kinematics& bodies) {
  take_length(state);
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
                                      BodyVectors& wrenches) {
  hold(bodies, values.rod);
  const InstantForces forces = instant_forces(values.rod, bodies);
  holders_.add_forces(forces.conservative, bodies, wrenches);
  holders_.add_forces(forces.damping, bodies, wrenches);
}

/// Returns the power that the drum and the mass that it pays out bring into the line [W].
double LineInMotion::drum_power(const LineValues& values) {
  const rods::RodState& rod = values.rod;
  const rods::Element& element = rod_.elements().front();
  const double tension = rods::elastic_tension(element, (rod.position[1] - rod.position[0]).norm());
  double per_meter = -rods::force_on_length(element, tension);
  for (std::size_t i = 0; i < 2; ++i) {
    per_meter += 0.5 * weight_of(element, rod.position) * rod.position[i].z();
    per_meter += 0.25 * element.mass * rod.velocity[i].squaredNorm();
  }
  return values.drum_rate * per_meter;
}

Potential LineInMotion::potential(LineValues values, const Kinematics& bodies) {
  hold(bodies, values.rod);
  const InstantForces forces = instant_forces(values.rod, bodies);
  const double power =
      instant_.inner_power(values.rod) - holders_.power(forces.conservative, bodies);
  return {instant_.energy(values.rod), traits_.wound ? power + drum_power(values) : power};
}

}  // namespace raftup::solver
