#include "solver/loads/lines/line_in_motion.hpp"

#include <cmath>
#include <utility>

#include "solver/loads/rods/stretch.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

/// Angle by which clamps may turn against each other from where a step was begun with, before it is
/// begun again [rad]: the torque that it is not bent by is 1e-4 of that of a turn by one radian.
constexpr double kFewTurned = 1e-4;

}  // namespace

std::array<Vector3, 2> forces_on_ends(std::span<const Vector3> forces, std::size_t first_count) {
  std::array<Vector3, 2> ends{Vector3::Zero(), Vector3::Zero()};
  for (std::size_t i = 0; i < forces.size(); ++i) ends[i < first_count ? 0 : 1] += forces[i];
  return ends;
}

LineInMotion::LineInMotion(const ElasticLine& line, const std::array<bool, 2>& slides,
                           std::span<const Vector3> places, const Model& model)
    : traits_{line.bottom.friction > 0.0 && !line.bottom.slip_speed, slides, line.torsion,
              line.creeps()},
      rod_(make_rod(line, model)),
      ends_(slides, rod_),
      holders_(line, rod_, model),
      around_(line, rod_, places, model),
      step_(rod_),
      instant_(rod_, around_.contact()) {
  if (!line.torsion) return;
  torsion_.emplace(line, rod_, model);
  twist_.compliance = torsion_->compliance();
  instant_.set_torsion(twist_.compliance);
}

void LineInMotion::hold(const Kinematics& bodies, rods::RodState& state) const {
  const std::vector<Vector3> positions = holders_.positions(bodies);
  const std::vector<Vector3> velocities = holders_.velocities(bodies);
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    state.position[holders_.node(i)] = positions[i];
    state.velocity[holders_.node(i)] = velocities[i];
  }
  if (torsion_) {
    state.twist = rods::Twist::angle(state.position, torsion_->directors(bodies), state.twist);
  }
}

void LineInMotion::prepare(const StepTimes& times, const State& state, LineValues values,
                           const Kinematics& bodies, const std::array<rods::DrumOrder, 2>& orders) {
  h_ = times.end - times.start;
  start_ = std::move(values);
  if (ends_.take_lengths(start_.rod)) around_.take_lengths();
  hold(bodies, start_.rod);
  around_.prepare(times, state, start_.rod);
  holders_.find_mean_velocities(halfway(bodies, h_), h_, velocities_);
  loads_ = around_.loads();
  loads_.drums = ends_.begin(start_, orders, h_);
  if (torsion_) {
    twist_.at_start = torsion_->directors(bodies);
    turn_clamps(halfway(halfway(bodies, h_), h_));
  }
  step_.begin(start_.rod, loads_, velocities_, h_);
  mean_forces_.assign(holders_.size(), Vector3::Zero());
}

void LineInMotion::add_mean_forces(const Kinematics& middle, BodyVectors& wrenches) {
  move_ends(middle);
  const double turned = torsion_ ? clamps_turned(middle) : 0.0;
  holders_.add_forces(find_mean_forces(), middle, wrenches);
  if (!torsion_) return;
  const double torque =
      step_.torque() + rods::TwistRow::kShareOfChange * turned / twist_.compliance;
  torsion_->add_torque(torque, middle, wrenches);
}

void LineInMotion::turn_clamps(const Kinematics& end) {
  twist_.directors = torsion_->directors(end);
  loads_.twist = &twist_;
}

double LineInMotion::clamps_turned(const Kinematics& middle) {
  const Kinematics end = halfway(middle, h_);
  const std::vector<Vector3>& x = start_.rod.position;
  const double before = rods::Twist::angle(x, twist_.directors, start_.rod.twist);
  const double turned = rods::Twist::angle(x, torsion_->directors(end), before) - before;
  if (std::abs(turned) < kFewTurned) return turned;
  turn_clamps(end);
  step_.begin(start_.rod, loads_, velocities_, h_);
  step_.forces(velocities_);  // the next question is no first one
  return 0.0;
}

void LineInMotion::add_jacobian(const Kinematics& middle, LoadJacobian& jacobian) const {
  known_solutions_ = step_.solutions();
  holders_.add_jacobian(step_.damping(), true, middle, jacobian);
  holders_.add_turning(mean_forces_, middle, jacobian);
  if (torsion_)
    torsion_->add_jacobian(rods::TwistRow::kShareOfChange * h_ / twist_.compliance, true, middle,
                           jacobian);
}

void LineInMotion::move_ends_to(const Kinematics& end) {
  velocities_ = holders_.positions(end);
  for (std::size_t i = 0; i < velocities_.size(); ++i) {
    velocities_[i] = (velocities_[i] - start_.rod.position[holders_.node(i)]) / h_;
  }
}

LineValues LineInMotion::finish(const Kinematics& bodies) {
  move_ends_to(bodies);
  LineValues values = start_;
  if (torsion_) {
    turn_clamps(bodies);
    step_.begin(start_.rod, loads_, velocities_, h_);
  }
  values.end_force = forces_on_ends(step_.finish(velocities_, values.rod), holders_.first_count());
  if (torsion_) values.torque = step_.torque();
  ends_.finish(start_, h_, values);
  return values;
}

LineReadings LineInMotion::readings(const LineValues& values) {
  if (ends_.take_lengths(values.rod)) around_.take_lengths();
  LineReadings readings(rod_, values.rod, values.end_force, around_.contact());
  if (traits_.twists) readings.set_torque(values.torque);
  if (traits_.slides[0]) readings.set_drum(values.sliding[0]);
  return readings;
}

LineValues LineInMotion::at_instant(std::span<const Vector3> positions,
                                    std::span<const Vector3> velocities, const Kinematics& bodies) {
  LineValues values = LineValues::zero(rod_.nodes().size(), traits_);
  values.rod.position.assign(positions.begin(), positions.end());
  values.rod.velocity.assign(velocities.begin(), velocities.end());
  hold(bodies, values.rod);
  const auto& elements = rod_.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Vector3 along = values.rod.position[e + 1] - values.rod.position[e];
    values.rod.tension[e] = rods::elastic_tension(elements[e], along.norm());
  }
  const InstantForces forces = instant_forces(values.rod, bodies);
  std::vector<Vector3> sum = forces.conservative;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += forces.damping[i];
  values.end_force = forces_on_ends(sum, holders_.first_count());
  return values;
}

LineInMotion::InstantForces LineInMotion::instant_forces(const rods::RodState& state,
                                                         const Kinematics& bodies) {
  if (ends_.take_lengths(state)) around_.take_lengths();
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
  if (torsion_) torsion_->add_torque(values.rod.twist / twist_.compliance, bodies, wrenches);
}

Potential LineInMotion::potential(LineValues values, const Kinematics& bodies) {
  hold(bodies, values.rod);
  const InstantForces forces = instant_forces(values.rod, bodies);
  double power = instant_.inner_power(values.rod) - holders_.power(forces.conservative, bodies);
  if (torsion_) power -= torsion_->power(values.rod.twist / twist_.compliance, bodies);
  power += ends_.power(values);
  return {instant_.energy(values.rod) + ends_.energy(values), power};
}

}  // namespace raftup::solver
