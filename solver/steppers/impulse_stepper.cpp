#include "solver/steppers/impulse_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/joints/constraint_block.hpp"
#include "solver/joints/constraint_matrix.hpp"
#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver {

namespace {

/// Gaps that stay open [m, rad]: nothing beside the error of a step of order 1, and met by one
/// correction as long as joints turn by less than some hundredths of a radian per step.
constexpr double kImpactClosed = 1e-7;
/// A blow that would bring energy is struck again with half of its restitution, at most so often.
constexpr int kHalvedBlows = 20;
constexpr double kRoundOff = 1e-9;  // of the solution of contacts
constexpr double kReach = 2.0;      ///< steps at the present speed within which a stop may act

}  // namespace

ImpulseStepper::ImpulseStepper(MultibodySystem& system, const Model& model)
    : system_(system),
      constraints_(system.constraints),
      contacts_(system.contacts),
      contact_problem_(model.bodies),
      held_(system.masses, system.constraints),
      step_(1e-9 * static_cast<double>(model.step_ns)),
      middle_(system, model),
      strong_(model),
      impulses_(VectorXd::Zero(constraints_.row_count())),
      multipliers_(impulses_),
      violations_(impulses_),
      speeds_(impulses_),
      free_speeds_(impulses_),
      stops_(static_cast<std::size_t>(impulses_.size())),
      smooth_rows_(stops_),
      progress_(system.masses.body_count()),
      start_(system.masses.body_count()),
      end_(system.masses.body_count()),
      wrenches_(system.masses.body_count(), Vector6::Zero()),
      twists_(system.masses.body_count(), Vector6::Zero()) {
  problem_ = {impulses_, impulses_, impulses_, impulses_, impulses_};
  for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
    if (constraints_.law(i).restitution > 0.0) bouncing_.push_back(i);
  }
}

ImpulseStepper::RowEquation ImpulseStepper::bounded_equation(const Row& row) const {
  RowEquation equation;
  equation.sigma = equation.regularisation = kRegularisation * row.mobility;
  equation.target = row.law.target_speed;
  equation.lower = step_ * row.law.lower;
  equation.upper = step_ * row.law.upper;
  return equation;
}

ImpulseStepper::RowEquation ImpulseStepper::stabilised_equation(const Row& row,
                                                                double damping_time) const {
  RowEquation equation = bounded_equation(row);
  equation.regularisation = 0.0;  // drawn back to g = 0, the row forgives its sigma
  const StabilisedRow stabilised(step_, row.law.compliance, damping_time, row.violation,
                                 one_sided(row.law) ? 0.0 : row.speed);
  equation.target = stabilised.target;
  if (row.law.compliance > 0.0) equation.sigma = stabilised.sigma;
  return equation;
}

ImpulseStepper::RowEquation ImpulseStepper::blow_equation(const Row& row) const {
  RowEquation equation = bounded_equation(row);
  if (strikes(row)) {
    equation.target = -row.law.restitution * row.speed;
  } else if (row.law.bounded()) {
    equation.lower = equation.upper = 0.0;  // finite forces do nothing in no time
  } else if (row.law.compliance > 0.0) {
    equation = stabilised_equation(row, row.law.damping_time);
    equation.target = row.speed;
  }
  return equation;
}

ImpulseStepper::Row ImpulseStepper::row(Eigen::Index index) const {
  return {constraints_.law(index), violations_[index], speeds_[index],
          constraints_.matrix().diagonal()[index]};
}

/// Before masses are known there.
ImpulseStepper::Row ImpulseStepper::row_at_start(Eigen::Index index) const {
  return {constraints_.law(index), violations_[index], speeds_[index], 0.0};
}

/// Rigid rows without bounds hold the mean of the velocities before and after, where the bodies
/// move smoothly.
ImpulseStepper::RowEquation ImpulseStepper::step_equation(const Row& row,
                                                          Eigen::Index index) const {
  if (!smooth_rows_[static_cast<std::size_t>(index)]) return equation(row);
  RowEquation held = bounded_equation(row);
  held.target = 2.0 * row.law.target_speed - row.speed;
  return held;
}

bool ImpulseStepper::acts(Eigen::Index row) const {
  return constraints_.enabled(row) && constraints_.matrix().can_move(row);
}

/// Equations of all rows; the velocities without impulses are those of end_.
template <typename Equation>
void ImpulseStepper::pose_problem(const Equation& equation) {
  constraints_.measure_speeds(end_, free_speeds_);
  for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
    RowEquation chosen;
    if (acts(i) && !constraints_.eliminated(i)) chosen = equation(row(i), i);
    const bool pushes = chosen.upper > chosen.lower;
    problem_.sigma[i] = pushes ? chosen.sigma : 1.0;
    problem_.regularisation[i] = pushes ? chosen.regularisation : 0.0;
    problem_.right_side[i] = pushes ? chosen.target - free_speeds_[i] : 0.0;
    problem_.lower[i] = pushes ? chosen.lower : 0.0;
    problem_.upper[i] = pushes ? chosen.upper : 0.0;
  }
}

/// Impulses that solve the equations, those of eliminated rows found from the velocities.
template <typename Equation>
void ImpulseStepper::apply(const Equation& equation, const VectorXd& guess,
                           Masses::Strong& masses) {
  pose_problem(equation);
  solve_rows(guess, masses);
  if (!strong_.empty()) {
    constraints_.measure_speeds(end_, free_speeds_);
    for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
      if (!acts(i) || !constraints_.eliminated(i)) continue;
      const RowEquation chosen = equation(row(i), i);
      impulses_[i] = (chosen.target - free_speeds_[i]) / chosen.sigma;
    }
  }
  multipliers_ += impulses_ / step_;
}

/// Impulses that solve the problem, and what they do to momenta and velocities.
void ImpulseStepper::solve_rows(const VectorXd& guess, Masses::Strong& masses) {
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  if (contacts_.contacts().empty()) {
    impulses_ = solve(constraints_.matrix(), problem_, guess).multipliers;
  } else {
    solve_with_contacts(guess);
  }
  constraints_.add_forces(impulses_, wrenches_);
  system_.masses.solve(end_, wrenches_, twists_);
  for (std::size_t i = 0; i < end_.size(); ++i) end_[i].velocity += twists_[i];
  system_.masses.add_momenta(wrenches_, end_);
  masses.subtract_momenta(twists_, end_);
}

void ImpulseStepper::solve_with_contacts(const VectorXd& guess) {
  const ContactProblem::Solution solution = contact_problem_.solve(
      problem_, contact_equations_, measure_contacts(end_), guess, contact_impulses_);
  impulses_ = solution.joints;
  contact_impulses_ = solution.contacts;
  for (std::size_t i = 0; i < contact_impulses_.size(); ++i) {
    contact_forces_[i] += contact_impulses_[i] / step_;
    LaneArray lambda{};
    std::copy_n(contact_impulses_[i].data(), 3, lambda.data());
    contacts_.contacts()[i].block.add_forces(lambda, wrenches_);
  }
}

std::vector<Vector3> ImpulseStepper::measure_contacts(const Kinematics& bodies) const {
  BodyVectors velocities(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) velocities[i] = bodies[i].velocity;
  std::vector<Vector3> speeds;
  for (const Contact& contact : contacts_.contacts()) {
    const LaneArray of_block = contact.block.speeds(velocities);
    speeds.emplace_back(of_block[0], of_block[1], of_block[2]);
  }
  return speeds;
}

ContactMotion ImpulseStepper::motion(std::size_t contact) const {
  return {step_, contact_speeds_[contact][0], contact_problem_.mobility(contact)};
}

/// Whether the last impulses have brought kinetic energy, lambda (v+ + v-) / 2, beyond rounding.
bool ImpulseStepper::impulses_bring_energy() const {
  double work = 0.0, size = 0.0;
  for (std::size_t i = 0; i < end_.size(); ++i) {
    work += wrenches_[i].dot(end_[i].velocity - 0.5 * twists_[i]);
    size += std::abs(wrenches_[i].dot(twists_[i]));
  }
  return work > kRoundOff * size;
}

bool ImpulseStepper::struck() const {
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (strikes_before(contacts[i], contact_speeds_[i][0])) return true;
  }
  return std::any_of(bouncing_.begin(), bouncing_.end(), [this](Eigen::Index index) {
    return constraints_.enabled(index) && strikes(row_at_start(index));
  });
}

/// Blows: rows that are hit get their share of the speed back, all other constraints held.
void ImpulseStepper::restore_speeds(double now, const State& state) {
  if (!struck()) return;
  strong_.linearise(system_, {hydro::Stage::kStart, now, now}, state, start_);
  Masses::Strong masses(system_.masses);
  progress_.assign(progress_.size(), 0.0);
  masses.set(strong_.evaluate(step_, {start_, start_, progress_}, constraints_));
  system_.masses.factorise(start_);
  set_up_rows(start_);
  strike(masses);
  start_ = end_;
  measure_start();
}

/// Newton's law at many contacts at once, or with friction, may bring energy: less of it then.
void ImpulseStepper::strike(Masses::Strong& masses) {
  const std::vector<Contact>& contacts = contacts_.contacts();
  double share = 1.0;
  for (int n = 0; n <= kHalvedBlows; ++n, share *= 0.5) {
    end_ = start_;
    multipliers_.setZero();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      contact_equations_[i] = blow_contact(contacts[i], motion(i), share);
      contact_impulses_[i] = contact_forces_[i] = Vector3::Zero();
    }
    apply([this](const Row& at, Eigen::Index /*index*/) { return blow_equation(at); }, {}, masses);
    if (contacts.empty() || !impulses_bring_energy()) return;
  }
}

void ImpulseStepper::compute(const StepStart& step_start, const State& state) {
  start_ = end_ = step_start.bodies;
  multipliers_.setZero();
  contacts_.find(start_, state.contacts, state.inputs, step_start.times.start, step_);
  contact_forces_.assign(contacts_.contacts().size(), Vector3::Zero());
  contact_impulses_ = contact_forces_;
  contact_equations_.resize(contact_forces_.size());
  measure_start();
  restore_speeds(step_start.times.start, state);
  find_passages();
  solve_step(step_start, state);
  contacts_.take_forces(contact_forces_);
  advance();
}

/// Gaps and speeds where the bodies start.
void ImpulseStepper::measure_start() {
  contact_speeds_ = measure_contacts(start_);
  if (constraints_.empty()) return;
  constraints_.evaluate(start_);
  constraints_.measure_speeds(start_, speeds_);
  for (Eigen::Index i = 0; i < violations_.size(); ++i) violations_[i] = constraints_.violation(i);
}

void ImpulseStepper::find_passages() {
  for (Eigen::Index i = 0; i < violations_.size(); ++i) {
    const double way = kReach * step_ * std::min(speeds_[i], 0.0);
    stops_[static_cast<std::size_t>(i)] =
        constraints_.enabled(i) && one_sided(constraints_.law(i)) && violations_[i] + way <= 0.0;
  }
  middle_.find_bodies(stops_);
  for (Eigen::Index i = 0; i < violations_.size(); ++i) {
    smooth_rows_[static_cast<std::size_t>(i)] = middle_.smooth(i) && !constraints_.law(i).bounded();
  }
  for (std::size_t i = 0; i < progress_.size(); ++i) {
    progress_[i] = middle_.passage(i) == MiddleOfStep::Passage::kSmooth ? 0.5 : 0.0;
  }
}

/// Rows where masses are factorised.
void ImpulseStepper::set_up_rows(const Kinematics& bodies) {
  if (!constraints_.empty()) {
    constraints_.evaluate(bodies);
    constraints_.matrix().assemble(constraints_.blocks(), system_.masses.matrices(), bodies);
    constraints_.measure_speeds(bodies, speeds_);
  }
  if (contacts_.contacts().empty()) return;
  contact_problem_.assemble(constraints_.blocks(), contacts_.contacts(), system_.masses, bodies);
  contact_speeds_ = measure_contacts(bodies);
}

void ImpulseStepper::solve_step(const StepStart& step_start, const State& state) {
  const StepTimes& times = step_start.times;
  const StageTime at{hydro::Stage::kMiddle, times.middle, times.start};
  middle_.place(start_);
  if (!constraints_.empty()) constraints_.evaluate(middle_.bodies());
  middle_.find_rates(step_start, state);
  strong_.linearise(system_, at, state, middle_.loaded());
  Masses::Strong masses(system_.masses);
  masses.set(
      strong_.evaluate(step_, {middle_.bodies(), middle_.loaded(), progress_}, constraints_));
  if (!strong_.empty()) system_.masses.factorise(middle_.bodies());
  set_up_rows(middle_.bodies());
  end_ = middle_.bodies();
  for (std::size_t i = 0; i < end_.size(); ++i) {
    end_[i].momentum += step_ * middle_.rates()[i];
  }
  masses.solve_velocities(end_);
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contact_equations_[i] = equation(contacts[i], motion(i));
    contact_impulses_[i] = step_ * contacts[i].guess;
  }
  share_bearing_forces(contacts, contact_equations_);
  if (!constraints_.empty() || !contacts.empty()) {
    const VectorXd guess = step_ * step_start.multipliers;
    apply([this](const Row& row, Eigen::Index index) { return step_equation(row, index); }, guess,
          masses);
  }
}

/// Poses go on from the start by v-, then by v+, each for its share.
void ImpulseStepper::advance() {
  const Kinematics& middle = middle_.bodies();
  for (std::size_t i = 0; i < end_.size(); ++i) {
    const double share = implicitness(middle_.passage(i));
    const Vector6 first = (1.0 - share) * step_ * middle[i].velocity;
    const Vector6 then = share * step_ * end_[i].velocity;
    Quaternion attitude = start_[i].attitude;
    if (share < 1.0) attitude = exponential(first.tail<3>()) * attitude;
    end_[i].place(start_[i].position + first.head<3>() + then.head<3>(),
                  (exponential(then.tail<3>()) * attitude).normalized());
  }
  system_.masses.factorise(end_);
  if (held_.project_poses(end_, kImpactClosed)) system_.masses.factorise(end_);
  system_.masses.solve_velocities(end_);
  if (!constraints_.empty()) held_.project_velocities(end_, &smooth_rows_);
}

namespace {

constexpr double kStabilisationSteps = 2.0;  ///< damping time of a rigid row, in steps
/// Slower than this [m/s, rad/s], a body rests against its stop instead of bouncing.
constexpr double kRestingSpeed = 1e-3;

}  // namespace

bool Spook::strikes(const Row& row) const {
  return one_sided(row.law) && row.violation <= 0.0 && row.speed < -kRestingSpeed;
}

ImpulseStepper::RowEquation Spook::equation(const Row& row) const {
  if (!row.law.holds_position) return bounded_equation(row);
  if (one_sided(row.law) && row.violation > 0.0) {
    RowEquation equation = bounded_equation(row);
    equation.target = -row.violation / step();
    const bool passed = row.law.restitution == 0.0 && row.violation + step() * row.speed <= 0.0;
    if (!passed) equation.upper = 0.0;
    return equation;
  }
  const bool compliant = row.law.compliance > 0.0;
  return stabilised_equation(row, compliant ? row.law.damping_time : kStabilisationSteps * step());
}

ImpulseStepper::RowEquation MoreauJean::equation(const Row& row) const {
  if (row.law.compliance > 0.0) return stabilised_equation(row, row.law.damping_time);
  RowEquation equation = bounded_equation(row);
  if (!one_sided(row.law)) return equation;
  if (nonsmooth::closes(row.violation, row.speed, step())) {
    equation.target = -row.law.restitution * row.speed;
  } else {
    equation.upper = 0.0;
  }
  return equation;
}

}  // namespace raftup::solver
