#include "solver/loads/rods/bottom_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"

namespace raftup::solver::rods {

namespace {

/// Depth of a kept node, relative to that at which a rod rests, from which on it is pressed into the
/// bottom by what holds it and feels it whatever the rod does: an anchor on the bottom has 1, to
/// rounding.
constexpr double kPressedDepth = 2.0;

}  // namespace

BottomContact::BottomContact(const DiscreteRod& rod, const Bottom& bottom,
                             const BottomMaterial& material)
    : rod_(&rod), bottom_(&bottom), material_(material), places_(rod.nodes().size()) {
  require(material.stiffness > 0.0, "stiffness of the bottom must be positive",
          std::to_string(material.stiffness));
  require(material.friction >= 0.0, "friction of the bottom must not be negative",
          std::to_string(material.friction));
  take_lengths();
}

void BottomContact::take_lengths() {
  for (Place& place : places_) place.stiffness = place.damping = place.weight = 0.0;
  const auto& elements = rod_->elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    // The links to director nodes have no axial stiffness and no width.
    if (elements[e].axial_stiffness == 0.0) continue;
    const double width = 0.5 * elements[e].length * elements[e].diameter;
    const double weight = 0.5 * elements[e].length * elements[e].weight;
    for (Place* place : {&places_[e], &places_[e + 1]}) {
      place->stiffness += width * material_.stiffness;
      place->damping += width * material_.damping;
      place->weight += std::max(weight, 0.0);
    }
  }
  for (Place& place : places_) {
    place.shear_stiffness = material_.friction * place.weight / material_.shear_distance;
  }
}

void BottomContact::begin(const StepStart& start) {
  h_ = start.h;
  const bool rubs = material_.friction > 0.0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    const Vector3& x = start.position[i];
    const BottomPatch patch = bottom_->at(x.x(), x.y());
    place.normal = patch.normal;
    place.start = x;
    place.depth = (patch.height - x.z()) * patch.normal.z();
    if (place.stiffness > 0.0) place.depth += place.weight * patch.normal.z() / place.stiffness;
    place.damping_per_step = place.damping / start.h;
    place.left = leaves_at(i, start.position);
    if (!rubs) continue;
    place.limit =
        place.left ? 0.0 : material_.friction * std::max(place.stiffness * place.depth, 0.0);
    place.shear.setZero();
    if (i < start.state->bottom_shear.size()) {
      place.shear.head<2>() = start.state->bottom_shear[i];
      place.shear.z() = -patch.normal.head<2>().dot(place.shear.head<2>()) / patch.normal.z();
    }
  }
}

double BottomContact::push(std::size_t node, const Vector3& x1) const {
  const Place& place = places_[node];
  if (place.left) return 0.0;
  const double push = (place.stiffness + place.damping_per_step) * depth(place, x1) -
                      place.damping_per_step * std::max(place.depth, 0.0);
  return std::max(push, 0.0);
}

NodePotential BottomContact::at(std::size_t node, const Vector3& x1) const {
  const Place& place = places_[node];
  NodePotential sum;
  const double N = push(node, x1);
  if (N > 0.0) {
    const double stiffness = place.stiffness + place.damping_per_step;
    sum.value = 0.5 * N * N / stiffness;
    sum.gradient = -N * place.normal;
    sum.hessian = (stiffness * place.normal) * place.normal.transpose();
  }
  if (place.limit > 0.0) add_friction(place, x1, sum);
  return sum;
}

/// The friction is the gradient of mu N sqrt(s^2 + slip^2) by the movement s along the bottom.
/// @param slip v_s h [m]
void BottomContact::add_viscous_friction(const Place& place, double slip, const Vector3& x1,
                                         NodePotential& sum) {
  const Vector3 moved = x1 - place.start;
  const Vector3 s = moved - place.normal.dot(moved) * place.normal;
  const double root = std::sqrt(s.squaredNorm() + slip * slip), per_root = place.limit / root;
  sum.value += place.limit * (root - slip);
  sum.gradient += per_root * s;
  sum.hessian += per_root * (Matrix3::Identity() - place.normal * place.normal.transpose() -
                             s * s.transpose() / (root * root));
}

void BottomContact::add_friction(const Place& place, const Vector3& x1, NodePotential& sum) const {
  if (material_.slip_speed) {
    add_viscous_friction(place, *material_.slip_speed * h_, x1, sum);
    return;
  }
  const Vector3 s = shear(place, x1);
  const double distance = s.norm(), elastic = place.limit / place.shear_stiffness;
  Matrix3 plane = Matrix3::Identity() - place.normal * place.normal.transpose();
  if (distance <= elastic) {
    sum.value += 0.5 * place.shear_stiffness * distance * distance;
    sum.gradient += place.shear_stiffness * s;
    sum.hessian += place.shear_stiffness * plane;
    return;
  }
  const Vector3 direction = s / distance;
  plane.noalias() -= direction * direction.transpose();
  sum.value += place.limit * (distance - 0.5 * elastic);
  sum.gradient += place.limit * direction;
  sum.hessian += place.limit / distance * plane;
}

double BottomContact::stored(std::size_t node, const Vector3& x) const {
  const Place& place = places_[node];
  if (place.left) return 0.0;
  const double pressed = std::max(depth(place, x), 0.0);
  double sum = 0.5 * place.stiffness * pressed * pressed;
  if (place.limit > 0.0 && keeps_shear()) {
    const double sheared = std::min(shear(place, x).norm(), place.limit / place.shear_stiffness);
    sum += 0.5 * place.shear_stiffness * sheared * sheared;
  }
  return sum;
}

void BottomContact::commit(std::span<const Vector3> x1, RodState& state) {
  if (!keeps_shear()) return;
  state.bottom_shear.resize(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    state.bottom_shear[i].setZero();
    if (place.limit <= 0.0) continue;
    const Vector3 s = shear(place, x1[i]);
    const double distance = s.norm(), elastic = place.limit / place.shear_stiffness;
    state.bottom_shear[i] = (distance > elastic ? elastic / distance : 1.0) * s.head<2>();
  }
}

double BottomContact::pressed(std::size_t node, const Vector3& x) const {
  const Place& place = places_[node];
  if (place.stiffness <= 0.0) return 0.0;
  const BottomPatch patch = bottom_->at(x.x(), x.y());
  const double depth = (patch.height - x.z() + place.weight / place.stiffness) * patch.normal.z();
  return depth > 0.0 ? 0.5 * place.stiffness * depth * depth : 0.0;
}

double BottomContact::clearance(std::size_t node, const Vector3& x) const {
  const Place& place = places_[node];
  if (place.stiffness <= 0.0) return std::numeric_limits<double>::infinity();
  return x.z() - bottom_->at(x.x(), x.y()).height - place.weight / place.stiffness;
}

bool BottomContact::leaves_at(std::size_t node, std::span<const Vector3> x) const {
  const std::size_t first = rod_->kept_first(), inner = x.size() - rod_->kept_last();
  const bool is_first = first > 0 && node == first - 1, is_last = node == inner;
  const Place& place = places_[node];
  if ((!is_first && !is_last) || place.stiffness <= 0.0) return false;
  if (clearance(node, x[node]) < -kPressedDepth * place.weight / place.stiffness) return false;
  const std::size_t neighbor = is_first ? first : inner - 1;
  return clearance(neighbor, x[neighbor]) >= 0.0;
}

bool BottomContact::supports(std::size_t node, std::span<const Vector3> x) const {
  return clearance(node, x[node]) < 0.0 && !leaves_at(node, x);
}

double BottomContact::length_on_bottom(std::span<const Vector3> x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (supports(i, x)) sum += rod_->nodes()[i].length;
  }
  return sum;
}

}  // namespace raftup::solver::rods
