#include "solver/loads/rods/safe_step.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "solver/loads/rods/node_tangents.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"

namespace raftup::solver::rods {

namespace {

/// Newton steps end with a move below this [m]; the next one would be below its square.
constexpr double kShortestMove = 1e-9;
/// 2^-30 of a Newton step moves nothing.
constexpr int kMostHalvings = 30;
/// Slope behind the minimum, as a share of that before it, from which on a step is halved.
constexpr double kTooFar = 0.5;
/// Relative rounding of Phi, which is the sum of some hundred terms.
constexpr double kRounding = 1e-13;

double largest(std::span<const Vector3> vectors) {
  double squared = 0.0;
  for (const Vector3& vector : vectors) squared = std::max(squared, vector.squaredNorm());
  return std::sqrt(squared);
}

/// The creep of a step of duration h [s].
Creeps creeps_of(const RodState& from, double h) { return {from.creep, h}; }

}  // namespace

SafeStep::SafeStep(const DiscreteRod& rod)
    : rod_(&rod),
      band_(rod.nodes().size(), rod.kept_first(), rod.kept_last(), rod.bends()),
      inertia_(rod.nodes().size()),
      tangent_(rod.nodes().size()),
      free_(rod.nodes().size()) {
  twist_gradient_ = tried_from_ = step_ = gradient_ = kept_force_ = free_;
}

int SafeStep::solve(const RodState& from, const StepLoads& loads, double h, double bending,
                    int most_newton_steps) {
  loads_ = loads;
  h_ = h;
  bending_ = bending;
  begin(from);
  assemble();
  for (int count = 1; count <= most_newton_steps; ++count) {
    check_cancelled();
    find_newton_step();
    if (move() > kShortestMove) continue;
    moved_ = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      kept_force_[i] = rod_->is_kept(i) ? band_.right(i) : Vector3(Vector3::Zero());
      moved_ = std::max(moved_, (x_[i] - from.position[i]).norm());
    }
    return count;
  }
  throw SolverFailure("the minimum of the energy of a line was not found");
}

MatrixXd SafeStep::condensed_stiffness() {
  assemble();
  band_.eliminate(true);
  return band_.condensed_matrix();
}

Matrix3 SafeStep::own(std::size_t node) const {
  Matrix3 sum = Matrix3::Zero();
  for (const NodeTerm* term : loads_.terms) sum += term->at(node, x_[node]).hessian;
  return sum;
}

void SafeStep::find_newton_step() {
  for (std::size_t i = 0; i < x_.size(); ++i) gradient_[i] = -band_.right(i);
  eliminate();
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (rod_->is_kept(i)) step_[i].setZero();
  }
  band_.substitute(step_);
  slope_ = 0.0;
  for (std::size_t i = 0; i < x_.size(); ++i) slope_ += gradient_[i].dot(step_[i]);
}

void SafeStep::begin(const RodState& from) {
  from_ = &from;
  x_ = from.position;
  angle_ = from.twist;
  find_tangents(x_, tangent_);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    inertia_[i] = NodeInertia(loads_.mass[i], tangent_[i], -1.0);
    free_[i] = from.position[i] + h_ * from.velocity[i];
    if (rod_->is_kept(i)) x_[i] = loads_.end_position[i];
  }
}

void SafeStep::assemble() {
  band_.clear();
  const double per_h2 = 1.0 / (h_ * h_);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    band_.right(i) = loads_.force[i];
    if (rod_->is_kept(i)) continue;
    // M B^-1 with B = 1/2 is twice the mass.
    inertia_[i].add_to(0.5 * per_h2, band_.diagonal(i));
    band_.right(i) -= 0.5 * per_h2 * inertia_[i].momentum(x_[i] - free_[i]);
  }
  add_elasticity(*rod_, x_, bending_, band_, loads_.drums, creeps_of(*from_, h_));
  if (has_twist()) add_twist();
  for (const NodeTerm* term : loads_.terms) {
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const NodePotential potential = term->at(i, x_[i]);
      band_.right(i) -= potential.gradient;
      band_.diagonal(i) += potential.hessian;
    }
  }
}

void SafeStep::add_twist() {
  const double C = compliance();
  angle_ = Twist::angle(x_, loads_.twist->directors, angle_);
  Twist::gradient(x_, twist_gradient_);
  band_.column().use(C);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    band_.column().at(i) = twist_gradient_[i];
    band_.right(i) -= angle_ / C * twist_gradient_[i];
  }
}

double SafeStep::value(std::span<const Vector3> x) const {
  double sum = elastic_energy(*rod_, x, bending_, loads_.drums, creeps_of(*from_, h_));
  if (has_twist()) {
    const double angle = Twist::angle(x, loads_.twist->directors, angle_);
    sum += 0.5 * angle * angle / compliance();
  }
  const double per_h2 = 1.0 / (h_ * h_);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (rod_->is_kept(i)) continue;
    sum += per_h2 * inertia_[i].kinetic_energy(x[i] - free_[i]);
    // Counted from where the node was, so that the sum is not one of large numbers.
    sum -= loads_.force[i].dot(x[i] - from_->position[i]);
    for (const NodeTerm* term : loads_.terms) sum += term->at(i, x[i]).value;
  }
  return sum;
}

void SafeStep::eliminate() {
  if (has_twist()) {
    // Near buckling Newton's method needs the second derivative of the angle, beyond it does without.
    const BlockBand definite = band_;
    Twist::add_stiffness(x_, angle_ / compliance(), band_);
    try {
      band_.eliminate(false);
      return;
    } catch (const SolverFailure&) {
      band_ = definite;
    }
  }
  band_.eliminate(false);
}

double SafeStep::slope_here() {
  assemble();
  double slope = 0.0;
  for (std::size_t i = 0; i < x_.size(); ++i) slope -= band_.right(i).dot(step_[i]);
  return slope;
}

double SafeStep::move() {
  const double before = value(x_);
  tried_from_ = x_;
  double share = 1.0;
  for (int halving = 0; halving < kMostHalvings; ++halving, share *= 0.5) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = tried_from_[i] + share * step_[i];
    const double after = value(x_);
    if (after > before + kRounding * std::abs(before)) continue;
    // Where rounding hides the decrease, the slope alone tells whether the step went too far. With
    // bends it does so everywhere, since their stiffness lacks the second derivatives.
    const bool fell = after < before - kRounding * std::abs(before);
    const double slope = slope_here();
    if ((fell && !rod_->bends()) || slope <= -kTooFar * slope_) return share * largest(step_);
  }
  x_ = tried_from_;
  assemble();
  return 0.0;
}

void SafeStep::commit(RodState& state) const {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    state.velocity[i] = (x_[i] - from_->position[i]) / h_;
  }
  state.position = x_;
  if (has_twist()) state.twist = angle_;
  const auto& elements = rod_->elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const double n = (x_[e + 1] - x_[e]).norm();
    const Creep creep = creeps_of(*from_, h_).of(elements[e], e);
    state.tension[e] = elastic_tension(elements[e], n, creep);
    if (creep.stiffness == 0.0) continue;
    double strain = n / elements[e].length - 1.0;
    if (!elements[e].carries_compression)
      strain = std::max(strain, free_strain(elements[e], creep));
    const double share = h_ / elements[e].relaxation_time;
    state.creep[e] = creep.strain + share / (1.0 + share) * (strain - creep.strain);
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (loads_.drums[end] == nullptr) continue;
    const std::size_t e = end == 0 ? 0 : elements.size() - 1;
    const Drum::End drum = loads_.drums[end]->at((x_[e + 1] - x_[e]).norm(), {});
    const bool pushes = elements[e].carries_compression;
    state.tension[e] = pushes ? drum.tension : std::max(drum.tension, 0.0);
    state.end_length[end] = drum.length;
  }
}

}  // namespace raftup::solver::rods
