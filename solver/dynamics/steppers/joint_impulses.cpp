#include "solver/dynamics/steppers/joint_impulses.hpp"

#include <algorithm>

namespace raftup::solver {

JointImpulses::JointImpulses(ConstraintSet& constraints, double step)
    : constraints_(constraints),
      step_(step),
      equations_(static_cast<std::size_t>(constraints.row_count())),
      impulses_(VectorXd::Zero(constraints.row_count())),
      multipliers_(impulses_),
      violations_(impulses_),
      speeds_(impulses_),
      free_speeds_(impulses_) {
  problem_ = {impulses_, impulses_, impulses_, impulses_, impulses_};
  for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
    if (constraints_.law(i).restitution > 0.0) bouncing_.push_back(i);
    if (one_sided(constraints_.law(i))) one_sided_.push_back(i);
    has_eliminated_ = has_eliminated_ || constraints_.eliminated(i);
  }
}

void JointImpulses::begin(const Kinematics& bodies) {
  multipliers_.setZero();
  measure_start(bodies);
}

void JointImpulses::measure_start(const Kinematics& bodies) {
  if (constraints_.empty()) return;
  constraints_.evaluate(bodies);
  constraints_.measure_speeds(bodies, speeds_);
  for (Eigen::Index i = 0; i < violations_.size(); ++i) violations_[i] = constraints_.violation(i);
}

ImpulseLaw::Row JointImpulses::row(Eigen::Index index, double mobility) const {
  return {constraints_.law(index), violations_[index], speeds_[index], mobility};
}

bool JointImpulses::struck(const ImpulseLaw& law) const {
  return std::any_of(bouncing_.begin(), bouncing_.end(), [&](Eigen::Index index) {
    // Masses are not known there yet.
    return constraints_.enabled(index) && law.strikes(row(index, 0.0));
  });
}

const std::vector<Eigen::Index>& JointImpulses::find_stops(double duration) {
  stops_.clear();
  for (const Eigen::Index i : one_sided_) {
    const double way = duration * std::min(speeds_[i], 0.0);
    if (constraints_.enabled(i) && violations_[i] + way <= 0.0) stops_.push_back(i);
  }
  return stops_;
}

void JointImpulses::assemble(const Masses& masses, const Kinematics& bodies) {
  if (constraints_.empty()) return;
  constraints_.evaluate(bodies);
  constraints_.matrix().assemble(constraints_.blocks(), masses.matrices(), bodies);
  constraints_.measure_speeds(bodies, speeds_);
}

bool JointImpulses::acts(Eigen::Index row) const {
  return constraints_.enabled(row) && constraints_.matrix().can_move(row);
}

/// Formulates the equations of all rows. The problem contains the rows that are not eliminated;
/// finish() uses the equations of the eliminated rows.
template <typename Equation>
void JointImpulses::formulate(const Equation& equation, const Kinematics& bodies) {
  constraints_.measure_speeds(bodies, free_speeds_);
  for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    ImpulseLaw::RowEquation chosen;
    if (acts(i)) chosen = equation(row(i, constraints_.matrix().diagonal()[i]), place);
    const bool eliminated = constraints_.eliminated(i);
    if (eliminated) equations_[place] = chosen;
    const bool pushes = !eliminated && chosen.upper > chosen.lower;
    problem_.sigma[i] = pushes ? chosen.sigma : 1.0;
    problem_.regularization[i] = pushes ? chosen.regularization : 0.0;
    problem_.right_side[i] = pushes ? chosen.target - free_speeds_[i] : 0.0;
    problem_.lower[i] = pushes ? chosen.lower : 0.0;
    problem_.upper[i] = pushes ? chosen.upper : 0.0;
  }
}

void JointImpulses::formulate_impacts(const ImpulseLaw& law, const Kinematics& bodies) {
  formulate([&](const ImpulseLaw::Row& at, std::size_t /*row*/) { return law.impact_equation(at); },
            bodies);
}

void JointImpulses::formulate_step(const ImpulseLaw& law, const std::vector<RowRole>& parts,
                                   const Kinematics& bodies) {
  const auto equation = [&](const ImpulseLaw::Row& at, std::size_t row) {
    if (parts[row] == RowRole::kNothing) return ImpulseLaw::RowEquation{};
    if (parts[row] == RowRole::kByLaw) return law.equation(at);
    ImpulseLaw::RowEquation held = law.held_equation(at);
    held.target = 2.0 * at.law.target_speed - at.speed;
    return held;
  };
  formulate(equation, bodies);
}

void JointImpulses::solve(const VectorXd& guess) {
  impulses_ = solver::solve(constraints_.matrix(), problem_, guess).multipliers;
}

void JointImpulses::finish(const Kinematics& bodies) {
  if (!has_eliminated_) return;
  constraints_.measure_speeds(bodies, free_speeds_);
  for (Eigen::Index i = 0; i < impulses_.size(); ++i) {
    if (!acts(i) || !constraints_.eliminated(i)) continue;
    const ImpulseLaw::RowEquation& equation = equations_[static_cast<std::size_t>(i)];
    impulses_[i] = (equation.target - free_speeds_[i]) / equation.sigma;
  }
}

}  // namespace raftup::solver
