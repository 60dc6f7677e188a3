#include "solver/loads/rods/held_step.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::rods {

namespace {

/// Inner nodes need not follow a change of the mean velocities below this share [1]: what it could
/// change in their energy is far below what the step dissipates.
constexpr double kNear = 1e-4;

/// Changes of velocities and rates within which the forces of a safe step beside a drum are taken as
/// linear [1]: what is left out is the square of it, and a new solution would bring the rounding of
/// its own, some 1e-5 N in a stiff line, in which the iteration of an eye would not end.
constexpr double kLinear = 1e-7;

bool any_of(const Drums& drums) { return drums[0] != nullptr || drums[1] != nullptr; }

bool are_near(std::span<const Vector3> now, std::span<const Vector3> before) {
  return std::equal(now.begin(), now.end(), before.begin(), before.end(),
                    [](const Vector3& a, const Vector3& b) {
                      return (a - b).norm() <= kNear * (1.0 + b.norm());
                    });
}

}  // namespace

HeldStep::HeldStep(const DiscreteRod& rod)
    : rod_(&rod), step_(rod), safe_(rod), end_position_(rod.nodes().size()) {}

void HeldStep::begin(const RodState& state, const StepLoads& loads,
                     std::span<const Vector3> mean_velocities, double h) {
  start_ = &state;
  loads_ = loads;
  h_ = h;
  solutions_ = 0;
  safe_solutions_ = 0;
  safe_places_ = 1;
  asked_ = false;
  followed_.clear();
  bracket_.clear();
  for (std::size_t i = 0; i < mean_velocities.size(); ++i) {
    end_position_[rod_->kept_node(i)] = state.position[rod_->kept_node(i)] + h * mean_velocities[i];
  }
  loads_.end_position = end_position_;
  step_.begin(state, loads_, h);
  linearize(mean_velocities);
}

void HeldStep::linearize(std::span<const Vector3> mean_velocities) {
  ++solutions_;
  rates_at_ = rates();
  at_.assign(mean_velocities.begin(), mean_velocities.end());
  step_.linearize();
  step_.band().eliminate(true);
  S_ = step_.band().condensed_matrix();
  rho_ = step_.band().condensed_right();
}

bool HeldStep::is_linear_at(std::span<const Vector3> mean_velocities) const {
  const std::array<double, 2> now = rates();
  for (std::size_t end = 0; end < 2; ++end) {
    if (std::abs(now[end] - rates_at_[end]) > kLinear * (1.0 + std::abs(now[end]))) return false;
  }
  return std::equal(at_.begin(), at_.end(), mean_velocities.begin(),
                    [](const Vector3& a, const Vector3& b) {
                      return (a - b).norm() <= kLinear * (1.0 + b.norm());
                    });
}

bool HeldStep::follow(std::span<const Vector3> mean_velocities) {
  for (std::size_t i = 0; i < at_.size(); ++i) {
    step_.correction()[rod_->kept_node(i)] = mean_velocities[i] - at_[i];
  }
  step_.correct();
  return step_.is_right();
}

void HeldStep::make_safe(std::span<const Vector3> mean_velocities) {
  ++safe_solutions_;
  rates_at_ = rates();
  at_.assign(mean_velocities.begin(), mean_velocities.end());
  for (std::size_t i = 0; i < at_.size(); ++i) {
    end_position_[rod_->kept_node(i)] =
        start_->position[rod_->kept_node(i)] + h_ * mean_velocities[i];
  }
  safe_.solve(*start_, loads_, h_);
  S_ = h_ * safe_.condensed_stiffness();
  for (std::size_t i = 0; i < at_.size(); ++i) {
    const std::size_t node = rod_->kept_node(i);
    const auto row = 3 * static_cast<Eigen::Index>(i);
    const NodeInertia inertia(loads_.mass[node], step_.tangents()[node], -1.0);
    rho_.segment<3>(row) = safe_.kept_force()[node] -
                           inertia.momentum(mean_velocities[i] - start_->velocity[node]) / h_;
    S_.block<3, 3>(row, row) += own_mass(node);
  }
}

Matrix3 HeldStep::own_mass(std::size_t node) const {
  Matrix3 mass = Matrix3::Zero();
  NodeInertia(loads_.mass[node], step_.tangents()[node], -1.0).add_to(1.0 / h_, mass);
  return mass;
}

const std::vector<Vector3>& HeldStep::linear_forces(std::span<const Vector3> mean_velocities) {
  forces_.clear();
  for (std::size_t i = 0; i < at_.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    Vector3& force = forces_.emplace_back(rho_.segment<3>(row));
    for (std::size_t k = 0; k < at_.size(); ++k) {
      force.noalias() -=
          S_.block<3, 3>(row, 3 * static_cast<Eigen::Index>(k)) * (mean_velocities[k] - at_[k]);
    }
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (loads_.drums[end] == nullptr || rates_at_ == rates()) continue;
    const AtDrum at = at_drum(end);
    const VectorXd change = at.columns * (rates()[end] - rates_at_[end]) * at.way;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      forces_[i] -= change.segment<3>(3 * static_cast<Eigen::Index>(i));
    }
  }
  return forces_;
}

std::array<double, 2> HeldStep::rates() const {
  std::array<double, 2> rates{};
  for (std::size_t end = 0; end < 2; ++end) {
    if (loads_.drums[end] != nullptr) rates[end] = loads_.drums[end]->rate();
  }
  return rates;
}

HeldStep::AtDrum HeldStep::at_drum(std::size_t end) const {
  AtDrum at;
  const std::size_t node = end == 0 ? 0 : rod_->nodes().size() - 1;
  const Eigen::Index place = end == 0 ? 0 : S_.cols() - 3;
  at.columns = S_.middleCols<3>(place);
  if (is_safe()) {
    const std::size_t inner = end == 0 ? 1 : node - 1;
    const Vector3 along = safe_.position()[inner] - safe_.position()[node];
    Drum where = *loads_.drums[end];
    where.set_rate(rates_at_[end]);
    const Drum::End drum = where.at(along.norm(), {});
    at.columns.middleRows<3>(place) -= h_ * safe_.own(node) + own_mass(node);
    if (drum.tension <= 0.0) return at;
    const Vector3 t = along.normalized();
    at.along = t;
    at.way = (1.0 + drum.tension / loads_.drums[end]->element().axial_stiffness) * t;
    // Linear about the safe step, as the forces are.
    at.tension = drum.tension -
                 t.dot(at.columns.middleRows<3>(place) * at.way) * (rates()[end] - rates_at_[end]);
    for (std::size_t i = 0; i < followed_.size(); ++i) {
      at.tension -= t.dot(at.columns.middleRows<3>(3 * static_cast<Eigen::Index>(i)).transpose() *
                          (followed_[i] - at_[i]));
    }
    return at;
  }
  const DrumRow& row = step_.rows().drum_row(end);
  at.columns.middleRows<3>(place) -= step_.own(node);
  if (!row.is_taut()) return at;
  at.tension = row.tension();
  const Vector3& g = row.direction();
  at.along = (end == 0 ? 1.0 : -1.0) / g.squaredNorm() * g;
  at.way = row.stretch() * at.along;
  return at;
}

void HeldStep::settle(std::span<const Vector3> mean_velocities) {
  while (!is_safe() && !follow(mean_velocities)) {
    if (solutions_ == kMostSolutions) {
      make_safe(mean_velocities);
    } else {
      linearize(mean_velocities);
    }
  }
  followed_.assign(mean_velocities.begin(), mean_velocities.end());
  const bool same = std::equal(at_.begin(), at_.end(), mean_velocities.begin());
  const bool known = any_of(loads_.drums) ? is_linear_at(mean_velocities) : same;
  if (!is_safe() || known) return;
  if (same) {
    make_safe(mean_velocities);
    return;
  }
  if (safe_places_ >= kMostSafeSolutions) return;
  ++safe_places_;
  if (safe_places_ <= kFreeSafeSolutions) {
    make_safe(mean_velocities);
  } else {
    make_safe(bracket_.next(at_, mean_velocities));
  }
}

const std::vector<Vector3>& HeldStep::forces(std::span<const Vector3> mean_velocities) {
  // The first question is about the motion that begin() expected, which the bodies will not have.
  const bool first = !asked_;
  asked_ = true;
  const bool near = !is_safe() && !any_of(loads_.drums) && are_near(mean_velocities, followed_);
  if (!first && !near) settle(mean_velocities);
  return linear_forces(mean_velocities);
}

const std::vector<Vector3>& HeldStep::finish(std::span<const Vector3> mean_velocities,
                                             RodState& state) {
  settle(mean_velocities);
  linear_forces(mean_velocities);
  if (is_safe()) {
    make_safe(mean_velocities);
    safe_.commit(state);
  } else {
    step_.commit(state);
  }
  for (NodeTerm* term : loads_.terms) term->commit(state.position, state);
  return forces_;
}

}  // namespace raftup::solver::rods
