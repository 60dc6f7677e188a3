#include "solver/loads/tanks/sloshing_tank.hpp"

#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Value and rate in the middle of a cubic polynomial that has the given values and rates at both
/// ends of a duration [s].
struct Halfway {
  Vector3 value, rate;

  Halfway(const Vector3& start, const Vector3& start_rate, const Vector3& end,
          const Vector3& end_rate, double duration)
      : value(0.5 * (start + end) + 0.125 * duration * (start_rate - end_rate)),
        rate(1.5 / duration * (end - start) - 0.25 * (start_rate + end_rate)) {}
};

/// What moves the masses with the stepper of a model; none for the exact solution. Where the model
/// names no stepper, machines and lines exclude rk4.
std::optional<DrivenOscillator::Rule> rule_of(const Model& model) {
  using Rule = DrivenOscillator::Rule;
  const StepperKind given = model.stepper.value_or(StepperKind::kByReach);
  if (given == StepperKind::kRungeKutta4) return std::nullopt;
  if (given == StepperKind::kMidpoint) return Rule::kMidpoint;
  if (given != StepperKind::kByReach || !model.machines.empty()) return Rule::kDriftKickDrift;
  if (loads_act_over_steps(model)) return Rule::kMidpoint;
  return std::nullopt;
}

}  // namespace

SloshingTank::SloshingTank(const LiquidTank& load, const LoadSite& site)
    : liquid_(load, site.model), place_(site.place), rule_(rule_of(site.model)) {}

DrivenOscillator::State SloshingTank::level(const LiquidMode& mode,
                                            const BodyKinematics& body) const {
  return {liquid_.level_displacement(mode, body), mode.motion(body).speed()};
}

DrivenOscillator::Drive SloshingTank::drive(const LiquidMode::Motion& motion,
                                            const Vector3& stream) const {
  const Vector3 velocity = motion.velocity - stream;
  return {motion.axis.dot(velocity),
          motion.axis_rate.dot(velocity) - liquid_.gravity() * motion.axis.z()};
}

void SloshingTank::initialize(const Kinematics& bodies, State& state) const {
  std::vector<double>& values = state.loads[place_].values;
  values.assign(1, 0.0);
  for (const LiquidMode& mode : liquid_.modes()) {
    const auto [displacement, velocity] = level(mode, body_of(bodies));
    values.push_back(displacement);
    values.push_back(velocity);
  }
}

void SloshingTank::prepare(const StepTimes& /*times*/, const State& /*state*/,
                           const Kinematics& bodies) {
  start_ = body_of(bodies);
  middle_.clear();
}

DrivenOscillator::State SloshingTank::moved(std::size_t index, const StageTime& at,
                                            const DrivenOscillator::State& from,
                                            const BodyKinematics& body) const {
  const LiquidMode& mode = liquid_.modes()[index];
  const LiquidMode::Motion start = mode.motion(start_), now = mode.motion(body);
  const Vector3 stream = start_.velocity.head<3>();
  const DrivenOscillator::Drive first = drive(start, stream), last = drive(now, stream);
  const double duration = at.time - at.step_start;
  if (rule_ && at.stage == hydro::Stage::kMiddle) {
    return oscillator(mode).middle(*rule_, 2.0 * duration, from, {first, last});
  }
  if (!middle_.empty() && at.stage == hydro::Stage::kEnd) {
    const auto& [state, halfway] = middle_[index];
    return DrivenOscillator::end(*rule_, duration, from, state, {halfway, last});
  }
  const Halfway axis(start.axis, start.axis_rate, now.axis, now.axis_rate, duration);
  const Halfway place(start_.position + start.arm, start.velocity, body.position + now.arm,
                      now.velocity, duration);
  const LiquidMode::Motion middle{axis.value, now.arm, axis.rate, place.rate};
  return oscillator(mode).after(duration, from, {first, drive(middle, stream), last});
}

SloshingTank::Instant SloshingTank::at_stage(std::size_t index, const StageConditions& conditions,
                                             const Kinematics& bodies) const {
  const LiquidMode& mode = liquid_.modes()[index];
  const BodyKinematics& body = body_of(bodies);
  const std::vector<double>& values = conditions.state.loads[place_].values;
  const bool moves = conditions.at.time > conditions.at.step_start;
  const bool goes_on = values.front() == conditions.at.step_start;
  Instant now{mode.motion(body), {values[1 + 2 * index], values[2 + 2 * index]}, {}};
  now.drive = drive(now.motion, Vector3::Zero());
  if (!goes_on) now.state = level(mode, moves ? start_ : body);
  if (!moves) return now;
  // In a frame that keeps the velocity of the body, the error does not depend on its speed.
  const Vector3 stream = start_.velocity.head<3>();
  now.state.velocity -= mode.motion(start_).axis.dot(stream);
  now.state = moved(index, conditions.at, now.state, body);
  now.state.velocity += now.motion.axis.dot(stream);
  return now;
}

void SloshingTank::keep_middle(const StageConditions& conditions, const Kinematics& bodies) {
  const Vector3 stream = start_.velocity.head<3>();
  middle_.clear();
  for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
    Instant now = at_stage(i, conditions, bodies);
    now.state.velocity -= now.motion.axis.dot(stream);
    middle_.push_back({now.state, drive(now.motion, stream)});
  }
}

void SloshingTank::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) {
  const BodyKinematics& body = body_of(bodies);
  Vector6& wrench = forces.total[liquid_.body()];
  liquid_.add_moment(&LevelAxis::beyond_modes, body, wrench);
  const Vector3 angular = body.velocity.tail<3>();
  if (rule_ && conditions.at.stage == hydro::Stage::kMiddle) keep_middle(conditions, bodies);
  for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
    const LiquidMode& mode = liquid_.modes()[i];
    const auto [motion, state, drive] = at_stage(i, conditions, bodies);
    const double turning = motion.axis.dot(angular.cross(angular.cross(motion.arm)));
    const double along =
        oscillator(mode).spring(state, drive) + liquid_.gravity() * motion.axis.z() + turning;
    const double slip = state.velocity - drive.frame_velocity;  // relative to the tank
    const Vector3 force = mode.mode.mass * (along * motion.axis - slip * motion.axis_rate);
    const Vector3 weight(0.0, 0.0, -mode.mode.mass * liquid_.gravity());
    wrench.head<3>() += force;
    wrench.tail<3>() += motion.arm.cross(force) + state.displacement * motion.axis.cross(weight);
  }
}

/// The derivatives of the force that add() gives in the middle of a step of the implicit midpoint rule.
/// The other rules take the force as it is, so that the body gets what the masses lose.
void SloshingTank::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  const BodyKinematics& body = body_of(bodies);
  Matrix6 stiffness = liquid_.stiffness(&LevelAxis::beyond_modes, body);
  Matrix6 damping = Matrix6::Zero();
  const double step = 2.0 * (conditions.at.time - conditions.at.step_start);
  for (const LiquidMode& mode : liquid_.modes()) {
    if (rule_ != DrivenOscillator::Rule::kMidpoint) break;
    const LiquidMode::Motion motion = mode.motion(body);
    const Vector6 h = motion.row(), G = liquid_.gravity() * motion.tilt_row();
    const double omega = mode.mode.omega;
    const double mass = mode.mode.mass / oscillator(mode).yielding(*rule_, step);
    stiffness += mass * (omega * omega * h * h.transpose() - h * G.transpose() - G * h.transpose());
    damping += 2.0 * liquid_.damping_ratio() * omega * mass * h * h.transpose();
  }
  jacobian.add(liquid_.body(), liquid_.body(), stiffness, damping);
}

Potential SloshingTank::potential(const StageConditions& conditions,
                                  const Kinematics& bodies) const {
  const BodyKinematics& body = body_of(bodies);
  Potential sum = liquid_.potential(&LevelAxis::beyond_modes, body);
  for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
    const LiquidMode& mode = liquid_.modes()[i];
    const auto [motion, state, drive] = at_stage(i, conditions, bodies);
    const double m = mode.mode.mass, g = liquid_.gravity();
    const double squared = mode.mode.omega * mode.mode.omega;
    const double q = state.displacement, u = state.velocity, slip = u - drive.frame_velocity;
    const double acceleration = drive.acceleration - oscillator(mode).spring(state, drive);
    sum += {m * (0.5 * u * u + 0.5 * squared * q * q + g * q * motion.axis.z()),
            m * (u * acceleration + squared * q * slip +
                 g * (slip * motion.axis.z() + q * motion.axis_rate.z()))};
  }
  return sum;
}

Matrix6 SloshingTank::added_mass(const StageConditions& /*conditions*/,
                                 const Kinematics& bodies) const {
  return liquid_.sliding_mass(body_of(bodies));
}

double SloshingTank::added_mass_power(const StageConditions& /*conditions*/,
                                      const Kinematics& bodies) const {
  const BodyKinematics& body = body_of(bodies);
  double power = 0.0;
  for (const LiquidMode& mode : liquid_.modes()) {
    const LiquidMode::Motion motion = mode.motion(body);
    // The part of h' that w x (r x e) adds is perpendicular to w.
    power -= mode.mode.mass * motion.speed() * motion.axis_rate.dot(body.velocity.head<3>());
  }
  return power;
}

void SloshingTank::read(const StageConditions& conditions, const Kinematics& bodies,
                        std::span<double> outputs) const {
  liquid_.write_elevations(&LevelAxis::beyond_modes, body_of(bodies), outputs);
  for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
    const LiquidMode& mode = liquid_.modes()[i];
    const double q = at_stage(i, conditions, bodies).state.displacement;
    outputs[mode.axis.x() != 0.0 ? 0 : 1] += mode.mode.elevation * q;
    outputs[2 + i] = q;
  }
}

void SloshingTank::finish(const StageConditions& conditions, const Kinematics& bodies) {
  at_end_.assign(1, conditions.at.time);
  for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
    const auto [displacement, velocity] = at_stage(i, conditions, bodies).state;
    at_end_.push_back(displacement);
    at_end_.push_back(velocity);
  }
}

}  // namespace raftup::solver
