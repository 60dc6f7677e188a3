#include "solver/loads/rods/rod_step.hpp"

#include <algorithm>

#include "solver/loads/rods/node_tangents.hpp"

namespace raftup::solver::rods {

namespace {

/// Share of the energy of a rod that one step may create: far above rounding, and nothing in the
/// 1e6 steps of a day.
constexpr double kEnergyRounding = 1e-9;

}  // namespace

RodStep::RodStep(const DiscreteRod& rod)
    : rod_(&rod),
      band_(rod.nodes().size(), rod.kept_first(), rod.kept_last(), rod.bends()),
      rows_(rod.elements().size()),
      inertia_(rod.nodes().size()),
      tangent_(rod.nodes().size()),
      u_(rod.nodes().size()),
      w_(rod.nodes().size()),
      linearized_at_(rod.nodes().size()),
      linearized_u_(rod.nodes().size()),
      x1_(rod.nodes().size()) {
  for (std::size_t i = 0; i < rod.nodes().size(); ++i) {
    if (rod.nodes()[i].bend_stiffness > 0.0) {
      bends_.emplace_back(i);
    }
  }
}

void RodStep::begin(const RodState& state, const StepLoads& loads, double h) {
  start_ = &state;
  loads_ = loads;
  h_ = h;
  const auto& elements = rod_->elements();
  rows_.begin(*rod_, state, loads.drums, h);
  find_tangents(state.position, tangent_);
  kinetic_ = 0.0;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double z2 = rod_->is_end(i) ? -1.0
                                      : 0.5 * (NodeInertia::wave_number(elements[i - 1], h) +
                                               NodeInertia::wave_number(elements[i], h));
    inertia_[i] = NodeInertia(loads.mass[i], tangent_[i], z2);
    kinetic_ += inertia_[i].kinetic_energy(state.velocity[i]);
    if (rod_->is_kept(i)) {
      u_[i] = (loads.end_position[i] - state.position[i]) / h - state.velocity[i];
      x1_[i] = loads.end_position[i];
    } else {
      u_[i].setZero();
      x1_[i] = state.position[i] + h * state.velocity[i];
    }
  }
  for (BendRow& bend : bends_) {
    const std::size_t i = bend.node();
    bend.begin(state.position, rod_->nodes()[i].bend_stiffness,
               0.5 * (rows_.lag(i - 1) + rows_.lag(i)), h);
  }
  if (loads.twist != nullptr) twist_.begin(*loads.twist, state.twist, state.position, x1_, h);
  const StepStart start{h, state.position, state.velocity, tangent_, &state};
  for (NodeTerm* term : loads.terms) term->begin(start);
}

void RodStep::linearize() {
  band_.clear();
  linearized_at_ = x1_;
  linearized_u_ = u_;
  add_inertia();
  rows_.linearize(x1_, band_);
  for (BendRow& bend : bends_) bend.linearize(start_->position, x1_, band_);
  add_terms();
  if (loads_.twist != nullptr) twist_.linearize(start_->position, x1_, band_);
}

void RodStep::add_inertia() {
  const double per_h = 1.0 / h_;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    inertia_[i].add_to(per_h, band_.diagonal(i));
    band_.right(i) = loads_.force[i] - per_h * inertia_[i].momentum(u_[i]);
  }
}

void RodStep::add_terms() {
  linear_terms_.clear();
  for (const NodeTerm* term : loads_.terms) {
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const NodePotential potential = term->at(i, x1_[i]);
      band_.right(i) -= potential.gradient;
      band_.diagonal(i) += h_ * potential.hessian;
      if (term->stores_energy()) linear_terms_.push_back(potential);
    }
  }
}

void RodStep::hold_kept_nodes() {
  for (std::size_t i = 0; i < w_.size(); ++i) {
    if (rod_->is_kept(i)) w_[i].setZero();
  }
}

Matrix3 RodStep::own(std::size_t node) const {
  Matrix3 sum = Matrix3::Zero();
  inertia_[node].add_to(1.0 / h_, sum);
  for (const NodeTerm* term : loads_.terms)
    sum += h_ * term->at(node, linearized_at_[node]).hessian;
  return sum;
}

void RodStep::correct() {
  const Vector3 first = rows_.like_rate_change(0), last = rows_.like_rate_change(1);
  w_.front() += first;
  w_.back() += last;
  band_.substitute(w_);
  w_.front() -= first;
  w_.back() -= last;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    u_[i] = linearized_u_[i] + w_[i];
    x1_[i] = linearized_at_[i] + h_ * w_[i];
  }
  const ElementRows::Energy rows = rows_.solve(w_, x1_);
  created_ = rows.created;
  stored_ = rows.stored;
  const auto add = [this](double created, const auto& row) {
    created_ += created;
    stored_ += std::max(row.energy(), row.start_energy());
  };
  for (BendRow& bend : bends_) add(bend.solve(start_->position, x1_, w_), bend);
  if (loads_.twist != nullptr) add(twist_.solve(start_->position, x1_, w_), twist_);
  measure_terms();
  dissipated_ = 0.0;
  for (std::size_t i = 0; i < u_.size(); ++i) dissipated_ += inertia_[i].lost(u_[i]);
}

void RodStep::measure_terms() {
  auto linear = linear_terms_.begin();
  for (const NodeTerm* term : loads_.terms) {
    if (!term->stores_energy()) continue;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const NodePotential& potential = *linear++;
      const Vector3 force =
          -(potential.gradient + potential.hessian * (x1_[i] - linearized_at_[i]));
      const double before = term->stored(i, start_->position[i]), after = term->stored(i, x1_[i]);
      created_ += after - before + force.dot(x1_[i] - start_->position[i]);
      stored_ += std::max(before, after);
    }
  }
}

bool RodStep::is_right() const {
  if (!rows_.are_settled()) return false;
  return created_ <= dissipated_ + kEnergyRounding * (stored_ + kinetic_);
}

void RodStep::commit(RodState& state) const {
  for (std::size_t i = 0; i < u_.size(); ++i) {
    state.velocity[i] = rod_->is_kept(i)
                            ? Vector3((x1_[i] - start_->position[i]) / h_)
                            : Vector3(start_->velocity[i] + inertia_[i].velocity_change(u_[i]));
  }
  state.position = x1_;
  if (loads_.twist != nullptr) state.twist = twist_.angle();
  rows_.commit(state);
}

}  // namespace raftup::solver::rods
