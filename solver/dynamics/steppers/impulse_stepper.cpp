#include "solver/dynamics/steppers/impulse_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace raftup::solver {

namespace {

/// Gaps up to this size are not closed [m, rad]. This is negligible beside the error of a step of
/// order 1, and one correction suffices as long as joints turn by less than some hundredths of a
/// radian per step.
constexpr double kImpactClosed = 1e-7;
/// If impulses with restitution would add energy, they are computed again with half of the
/// restitution, at most this many times.
constexpr int kHalvedImpacts = 20;
constexpr double kRoundOff = 1e-9;  // of the solution of contacts
/// A stop may act in a step if it would be reached within this many steps at the present speed. One
/// step is the least, the second allows for acceleration; chosen, not swept.
constexpr double kReach = 2.0;

}  // namespace

ImpulseStepper::ImpulseStepper(MultibodySystem& system, const Model& model,
                               std::unique_ptr<const ImpulseLaw> law)
    : system_(system),
      law_(std::move(law)),
      joints_(system.constraints, law_->step()),
      contacts_(system.contacts, model),
      machines_(system.machines, law_->step()),
      held_(system.masses, system.constraints),
      middle_(system, model, *law_),
      strong_(model),
      row_parts_(static_cast<std::size_t>(system.constraints.row_count())),
      smooth_rows_(row_parts_.size()),
      progress_(system.masses.body_count()),
      shares_(system.masses.body_count()),
      start_(system.masses.body_count()),
      end_(system.masses.body_count()),
      wrenches_(system.masses.body_count(), Vector6::Zero()),
      twists_(system.masses.body_count(), Vector6::Zero()) {}

/// Computes the impulses that solve the formulated equations and adds their effect to momenta and
/// velocities.
void ImpulseStepper::apply(const VectorXd& guess, Masses::Strong& masses) {
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  if (contacts_.empty()) {
    joints_.solve(guess);
  } else {
    joints_.set_impulses(contacts_.solve(joints_.problem(), guess, end_, wrenches_));
  }
  joints_.add_forces(wrenches_);
  system_.masses.solve(end_, wrenches_, twists_);
  for (std::size_t i = 0; i < end_.size(); ++i) end_[i].velocity += twists_[i];
  system_.masses.add_momenta(wrenches_, end_);
  masses.subtract_momenta(twists_, end_);
  joints_.finish(end_);
}

/// True if the last impulses have added kinetic energy, lambda (v+ + v-) / 2, beyond rounding.
bool ImpulseStepper::impulses_bring_energy() const {
  double work = 0.0, size = 0.0;
  for (std::size_t i = 0; i < end_.size(); ++i) {
    work += wrenches_[i].dot(end_[i].velocity - 0.5 * twists_[i]);
    size += std::abs(wrenches_[i].dot(twists_[i]));
  }
  return work > kRoundOff * size;
}

/// Solves impacts: rows that strike separate with their restitution, and all other constraints
/// hold.
void ImpulseStepper::restore_speeds(double now, const State& state) {
  if (!contacts_.struck(*law_) && !joints_.struck(*law_)) return;
  strong_.linearize(system_, {hydro::Stage::kStart, now, now}, state, start_);
  Masses::Strong masses(system_.masses);
  progress_.assign(progress_.size(), 0.0);
  masses.set(strong_.evaluate(law_->step(), {start_, start_, progress_}, system_.constraints));
  system_.masses.factorize(start_);
  set_up_rows(start_);
  strike(masses);
  start_ = end_;
  contacts_.measure_speeds(start_);
  joints_.measure_start(start_);
}

/// Newton's law of impact may add energy with several contacts at once or with friction. The impact
/// is then repeated with less restitution.
void ImpulseStepper::strike(Masses::Strong& masses) {
  double share = 1.0;
  for (int n = 0; n <= kHalvedImpacts; ++n, share *= 0.5) {
    end_ = start_;
    joints_.formulate_impacts(*law_, end_);
    contacts_.formulate_impacts(share);
    apply({}, masses);
    if (contacts_.empty() || !impulses_bring_energy()) break;
  }
  joints_.keep();
  contacts_.keep();
}

void ImpulseStepper::compute(const StepStart& step_start, const State& state) {
  start_ = step_start.bodies;
  const StepTimes& times = step_start.times;
  if (!system_.motions.empty()) system_.motions.hold(times, start_);
  system_.axes.impose({{hydro::Stage::kMiddle, times.middle, times.start}, state}, start_);
  if (!system_.motions.empty() || !system_.axes.empty()) {
    system_.masses.compute_velocities(start_);
  }
  end_ = start_;
  contacts_.find(start_, state, step_start.times.start);
  joints_.begin(start_);
  restore_speeds(step_start.times.start, state);
  find_regimes();
  solve_step(step_start, state);
  contacts_.write_forces();
  advance({{hydro::Stage::kEnd, times.end, times.start}, state});
}

void ImpulseStepper::find_regimes() {
  middle_.find_bodies(joints_.find_stops(kReach * law_->step()));
  find_row_parts();
  for (std::size_t i = 0; i < progress_.size(); ++i) {
    progress_[i] = middle_.regime(i) == MiddleOfStep::Regime::kSmooth ? 0.5 : 0.0;
    shares_[i] = middle_.share(i);
  }
}

void ImpulseStepper::find_row_parts() {
  using RowRole = JointImpulses::RowRole;
  held_.leave_out_dependent_rows(start_);
  for (std::size_t i = 0; i < row_parts_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    smooth_rows_[i] = middle_.smooth(row) && !system_.constraints.law(row).bounded();
    const bool repeats = held_.left_out(row) && middle_.off_closed_poses(row);
    row_parts_[i] = repeats           ? RowRole::kNothing
                    : smooth_rows_[i] ? RowRole::kSmooth
                                      : RowRole::kByLaw;
  }
}

/// Assembles the rows at the poses at which masses are factorized.
void ImpulseStepper::set_up_rows(const Kinematics& bodies) {
  joints_.assemble(system_.masses, bodies);
  if (!contacts_.empty()) contacts_.assemble(system_.constraints, system_.masses, bodies);
}

void ImpulseStepper::solve_step(const StepStart& step_start, const State& state) {
  const StepTimes& times = step_start.times;
  const double step = law_->step();
  const StageTime at{hydro::Stage::kMiddle, times.middle, times.start};
  middle_.place(start_);
  if (!joints_.empty()) system_.constraints.evaluate(middle_.bodies());
  middle_.find_rates(step_start, state);
  strong_.linearize(system_, at, state, middle_.loaded());
  Masses::Strong masses(system_.masses);
  masses.set(
      strong_.evaluate(step, {middle_.bodies(), middle_.loaded(), progress_}, system_.constraints));
  if (!strong_.empty()) system_.masses.factorize(middle_.bodies());
  set_up_rows(middle_.bodies());
  end_ = middle_.bodies();
  for (std::size_t i = 0; i < end_.size(); ++i) {
    end_[i].momentum += step * middle_.rates()[i];
  }
  masses.solve_velocities(end_);
  if (joints_.empty() && contacts_.empty()) return;
  const VectorXd guess = step * step_start.last_multipliers;
  if (machines_.empty()) {
    respond(guess, masses);
  } else {
    push_machines(guess, state, masses);
  }
  joints_.keep();
  contacts_.keep();
}

/// Computes the impulses of the step with those of machines, which depend on the velocities that
/// they lead to. Where all valves of a cylinder close within the step, its bodies move by their
/// velocity at the end alone: it is then 0, instead of the negative of that at the start.
void ImpulseStepper::push_machines(const VectorXd& guess, const State& state,
                                   Masses::Strong& masses) {
  const Kinematics without = end_;
  solve_machines(guess, state, without, masses);
  const std::vector<std::size_t> stopped = machines_.stopped_bodies(end_);
  if (stopped.empty()) return;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const bool stops = std::any_of(stopped.begin(), stopped.end(), [&](std::size_t body) {
      return middle_.component(body) == middle_.component(i);
    });
    if (stops && !middle_.turns(i)) shares_[i] = 1.0;
  }
  solve_machines(guess, state, without, masses);
}

/// @param without end of the step without the impulses of machines, joints and contacts
void ImpulseStepper::solve_machines(const VectorXd& guess, const State& state,
                                    const Kinematics& without, Masses::Strong& masses) {
  machines_.begin(state, middle_.bodies(), shares_);
  machines_.solve([&](const VectorXd& forces) -> const Kinematics& {
    end_ = without;
    std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
    machines_.add_impulses(forces, wrenches_);
    for (std::size_t i = 0; i < end_.size(); ++i) end_[i].momentum += wrenches_[i];
    masses.solve_velocities(end_);
    respond(guess, masses);
    return end_;
  });
}

/// Computes the impulses of the step. Contacts with restitution separate with less of it if the
/// separation would add energy, as with friction or with several contacts at once.
void ImpulseStepper::respond(const VectorXd& guess, Masses::Strong& masses) {
  const bool bounce = contacts_.bounce();
  if (bounce) free_ = end_;
  double share = 1.0;
  for (int n = 0; n <= kHalvedImpacts; ++n, share *= 0.5) {
    if (n > 0) end_ = free_;
    joints_.formulate_step(*law_, row_parts_, end_);
    contacts_.formulate_step(*law_, share);
    apply(guess, masses);
    if (!bounce || !contacts_.bounces_bring_energy(end_, law_->implicitness(false))) break;
  }
}

/// Moves the poses from the start by v- and then by v+, each for its share of the step. Bodies with
/// turns() rotate from the middle of the step.
void ImpulseStepper::advance(const StageConditions& end) {
  const Kinematics& middle = middle_.bodies();
  const double step = law_->step();
  for (std::size_t i = 0; i < end_.size(); ++i) {
    const double share = shares_[i];
    const Vector6 first = (1.0 - share) * step * middle[i].velocity;
    const Vector6 then = share * step * end_[i].velocity;
    if (middle_.turns(i)) {
      end_[i].position = start_[i].position + first.head<3>() + then.head<3>();
      continue;
    }
    Quaternion attitude = start_[i].attitude;
    if (share < 1.0) attitude = exponential(first.tail<3>()) * attitude;
    end_[i].place(start_[i].position + first.head<3>() + then.head<3>(),
                  (exponential(then.tail<3>()) * attitude).normalized());
  }
  middle_.turn(middle_.times_after(), end_);
  if (!system_.motions.empty()) system_.motions.impose(end.at.time, end_);
  system_.axes.impose(end, end_);
  system_.masses.factorize(end_);
  if (held_.project_poses(end_, kImpactClosed)) system_.masses.factorize(end_);
  system_.masses.solve_velocities(end_);
  if (joints_.empty()) return;
  held_.project_velocities(end_, &smooth_rows_);
  held_.share_forces(joints_.multipliers());
}

}  // namespace raftup::solver
