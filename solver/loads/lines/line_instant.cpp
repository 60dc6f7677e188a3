#include "solver/loads/lines/line_instant.hpp"

#include <algorithm>

#include "solver/loads/rods/bend.hpp"
#include "solver/loads/rods/node_tangents.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"
#include "solver/loads/rods/twist.hpp"

namespace raftup::solver {

LineInstant::LineInstant(const rods::DiscreteRod& rod, const rods::BottomContact* contact)
    : rod_(rod),
      contact_(contact),
      weight_(rod),
      conservative_(rod.nodes().size()),
      damping_(rod.nodes().size()),
      tangents_(rod.nodes().size()) {}

void LineInstant::find(const rods::RodState& state) {
  for (std::size_t i = 0; i < conservative_.size(); ++i) {
    conservative_[i] = weight_.force(i, state.position[i].z()) * Vector3::UnitZ();
    damping_[i].setZero();
  }
  add_elements(state);
  if (rod_.bends()) add_bends(state);
  if (twist_compliance_ > 0.0) add_twist(state);
  rods::find_tangents(state.position, tangents_);
  for (std::size_t i = 0; i < damping_.size(); ++i) damping_[i] += drag(i, state);
}

void LineInstant::add_elements(const rods::RodState& state) {
  const auto& elements = rod_.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const rods::Element& element = elements[e];
    const Vector3 along = state.position[e + 1] - state.position[e];
    const double length = along.norm();
    const rods::Creep creep = creeps(state).of(element, e);
    const double free_length = element.length * (1.0 + rods::free_strain(element, creep));
    const bool taut = element.carries_compression || length > free_length;
    if (!taut || length == 0.0 || element.axial_stiffness == 0.0) continue;
    const Vector3 t = along / length;
    const Vector3 pull = rods::elastic_tension(element, length, creep) * t;
    conservative_[e] += pull;
    conservative_[e + 1] -= pull;
    const double rate = t.dot(state.velocity[e + 1] - state.velocity[e]);
    const double damping = rods::internal_damping(element, length);
    damping_[e] += damping * rate * t;
    damping_[e + 1] -= damping * rate * t;
  }
}

void LineInstant::add_bends(const rods::RodState& state) {
  const auto& x = state.position;
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const double stiffness = rod_.nodes()[i].bend_stiffness;
    if (stiffness == 0.0) continue;
    const rods::Bend bend = rods::Bend::of(x[i] - x[i - 1], x[i + 1] - x[i]);
    const auto& v = state.velocity;
    const double time =
        0.5 * (rod_.elements()[i - 1].damping_time + rod_.elements()[i].damping_time);
    const Vector3 damping = time * bend.change(v[i - 1], v[i], v[i + 1]);
    for (std::size_t k = 0; k < 3; ++k) {
      const Matrix3 onto = stiffness * bend.gradients[k].transpose();
      conservative_[i + k - 1] -= onto * bend.kb;
      damping_[i + k - 1] -= onto * damping;
    }
  }
}

void LineInstant::add_twist(const rods::RodState& state) {
  std::vector<Vector3> gradient(state.position.size());
  rods::Twist::gradient(state.position, gradient);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    conservative_[i] -= state.twist / twist_compliance_ * gradient[i];
  }
}

double LineInstant::energy(const rods::RodState& state) const {
  double sum = rods::elastic_energy(rod_, state.position, 1.0, {}, creeps(state));
  if (twist_compliance_ > 0.0) sum += 0.5 * state.twist * state.twist / twist_compliance_;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    sum += weight_.energy(i, state.position[i].z());
    sum += 0.5 * rod_.nodes()[i].mass * state.velocity[i].squaredNorm();
    if (contact_ != nullptr && !rod_.is_kept(i)) sum += contact_->pressed(i, state.position[i]);
  }
  return sum;
}

Vector3 LineInstant::drag(std::size_t node, const rods::RodState& state) const {
  const Vector3 &v = state.velocity[node], &q = tangents_[node];
  if (state.position[node].z() > 0.0) return Vector3::Zero();
  double across = 0.0, along = 0.0;
  for (std::size_t e = node > 0 ? node - 1 : 0; e <= node && e < rod_.elements().size(); ++e) {
    across += 0.5 * rod_.elements()[e].length * rod_.elements()[e].drag;
    along += 0.5 * rod_.elements()[e].length * rod_.elements()[e].axial_drag;
  }
  const Vector3 v_along = q.dot(v) * q, v_across = v - v_along;
  return -across * v_across.norm() * v_across - along * v_along.norm() * v_along;
}

double LineInstant::inner_power(const rods::RodState& state) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < damping_.size(); ++i) {
    if (!rod_.is_kept(i)) sum += state.velocity[i].dot(damping_[i]);
  }
  return sum + creep_power(state);
}

double LineInstant::creep_power(const rods::RodState& state) const {
  double sum = 0.0;
  for (std::size_t e = 0; e < state.creep.size(); ++e) {
    const rods::Element& element = rod_.elements()[e];
    const rods::Creep creep = creeps(state).of(element, e);
    if (creep.stiffness == 0.0) continue;
    double strain = (state.position[e + 1] - state.position[e]).norm() / element.length - 1.0;
    if (!element.carries_compression) strain = std::max(strain, free_strain(element, creep));
    const double over = strain - creep.strain;
    sum -= element.length * creep.stiffness * over * over / element.relaxation_time;
  }
  return sum;
}

}  // namespace raftup::solver
