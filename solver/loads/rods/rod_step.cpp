#include "solver/loads/rods/rod_step.hpp"

#include <algorithm>

#include "solver/loads/rods/node_tangents.hpp"

namespace raftup::solver::rods {

namespace {

/// Share of the energy of a rod that one step may create: far above rounding, and nothing in the
/// 1e6 steps of a day.
constexpr double kEnergyRounding = 1e-9;

/// Adds a force from node `at` towards the next one, along + across as AxialRow or DrumRow defines
/// them.
template <typename Row>
void add_row(const Row& row, std::size_t at, BlockBand& band) {
  const Vector3 force = row.force() * row.direction();
  Matrix3 block = ((row.along() - row.across()) * row.direction()) * row.direction().transpose();
  block.diagonal().array() += row.across();
  band.right(at) += force;
  band.right(at + 1) -= force;
  band.diagonal(at) += block;
  band.diagonal(at + 1) += block;
  band.next(at) -= block;
}

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
  const auto along = [&state](std::size_t e) -> Vector3 {
    return state.position[e + 1] - state.position[e];
  };
  for (std::size_t e = 0; e < elements.size(); ++e) {
    rows_[e].begin(elements[e], along(e), state.tension[e], h);
  }
  for (std::size_t e : {std::size_t{0}, elements.size() - 1}) {
    const std::size_t end = drum_at(e);
    if (end < 2) drum_rows_[end].begin(*loads.drums[end], along(e), state.tension[e], h);
  }
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
    bend.begin(state.position, rod_->nodes()[i].bend_stiffness, 0.5 * (lag(i - 1) + lag(i)), h);
  }
  if (loads.twist != nullptr) twist_.begin(*loads.twist, state.twist, state.position, x1_, h);
  const StepStart start{h, state.position, state.velocity, tangent_, &state};
  for (NodeTerm* term : loads.terms) term->begin(start);
}

std::size_t RodStep::drum_at(std::size_t element) const {
  if (element == 0 && loads_.drums[0] != nullptr) return 0;
  return element + 1 == rows_.size() && loads_.drums[1] != nullptr ? 1 : 2;
}

template <typename Function>
void RodStep::for_each_row(Function f) {
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const std::size_t end = drum_at(e);
    if (end < 2) {
      f(drum_rows_[end], e);
    } else {
      f(rows_[e], e);
    }
  }
}

double RodStep::lag(std::size_t element) const {
  const std::size_t end = drum_at(element);
  return end < 2 ? drum_rows_[end].lag() : rows_[element].lag();
}

void RodStep::linearize() {
  band_.clear();
  linearized_at_ = x1_;
  linearized_u_ = u_;
  add_inertia();
  add_elements();
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

void RodStep::add_elements() {
  for_each_row([this](auto& row, std::size_t e) {
    row.linearize(x1_[e + 1] - x1_[e]);
    if (row.is_taut()) add_row(row, e, band_);
  });
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

Vector3 RodStep::like_rate_change(std::size_t end) const {
  const DrumRow& row = drum_rows_[end];
  if (loads_.drums[end] == nullptr || !row.is_taut()) return Vector3::Zero();
  const double way = row.stretch() * row.rate_change();
  // The mean direction g of a step is shorter than 1 where the element turns, and T is linear in g . dw.
  return (end == 0 ? way : -way) / row.direction().squaredNorm() * row.direction();
}

void RodStep::correct() {
  const Vector3 first = like_rate_change(0), last = like_rate_change(1);
  w_.front() += first;
  w_.back() += last;
  band_.substitute(w_);
  w_.front() -= first;
  w_.back() -= last;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    u_[i] = linearized_u_[i] + w_[i];
    x1_[i] = linearized_at_[i] + h_ * w_[i];
  }
  created_ = dissipated_ = stored_ = 0.0;
  measure_inertia();
  measure_rows();
  measure_terms();
}

void RodStep::measure_inertia() {
  for (std::size_t i = 0; i < u_.size(); ++i) dissipated_ += inertia_[i].lost(u_[i]);
}

void RodStep::measure_rows() {
  const auto add = [this](double created, const auto& row) {
    created_ += created;
    stored_ += std::max(row.energy(), row.start_energy());
  };
  for_each_row([&](auto& row, std::size_t e) {
    add(row.solve(w_[e + 1] - w_[e], x1_[e + 1] - x1_[e]), row);
  });
  for (BendRow& bend : bends_) add(bend.solve(start_->position, x1_, w_), bend);
  if (loads_.twist != nullptr) add(twist_.solve(start_->position, x1_, w_), twist_);
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
  for (std::size_t end = 0; end < 2; ++end) {
    if (loads_.drums[end] != nullptr && !drum_rows_[end].is_settled()) return false;
  }
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
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const std::size_t end = drum_at(e);
    state.tension[e] = end < 2 ? drum_rows_[end].kept_tension() : rows_[e].kept_tension();
    if (end < 2) state.end_length[end] = drum_rows_[end].length();
  }
}

}  // namespace raftup::solver::rods
