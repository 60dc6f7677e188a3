#include "solver/loads/rods/rod_water.hpp"

#include <algorithm>

#include "solver/loads/rods/node_tangents.hpp"

namespace raftup::solver::rods {

namespace {

/// Adds c |u| u and its derivatives for the flow u within a plane or along a line with the projector
/// P: the potential h c |u|^3/3 of the position at the end of a step of duration h.
void add_drag(double c, double h, const Vector3& u, const Matrix3& P, NodePotential& sum) {
  const double speed = u.norm();
  if (c == 0.0 || speed == 0.0) return;
  sum.value += h * c * speed * speed * speed / 3.0;
  sum.gradient -= c * speed * u;
  sum.hessian.noalias() += c * speed / h * P;
  sum.hessian.noalias() += (c / (h * speed) * u) * u.transpose();
}

}  // namespace

double share_below(double first, double last) {
  const auto [low, high] = std::minmax(first, last);
  if (high <= 0.0) return 1.0;
  return low >= 0.0 ? 0.0 : low / (low - high);
}

RodWater::RodWater(const DiscreteRod& rod, WaterAround& water)
    : rod_(&rod),
      water_(&water),
      wet_(rod.elements().size()),
      at_(rod.nodes().size()),
      coefficients_(rod.nodes().size()),
      force_(rod.nodes().size()),
      mass_(rod.nodes().size()) {
  middle_ = start_ = tangent_ = force_;
}

void RodWater::prepare(double time, double h, const RodState& state) {
  for (std::size_t i = 0; i < middle_.size(); ++i) {
    middle_[i] = state.position[i] + 0.5 * h * state.velocity[i];
  }
  water_->sample(time + 0.5 * h, middle_, at_);
  find_wet_shares(middle_);
  find_tangents(state.position, tangent_);
  for (std::size_t i = 0; i < at_.size(); ++i) {
    coefficients_[i] = {};
    const double mass = rod_->nodes()[i].mass;
    mass_[i] = {mass, mass};
    force_[i] = {0.0, 0.0, -rod_->nodes()[i].weight};
    add_lump(i, middle_[i].z() - at_[i].elevation);
  }
  for (std::size_t e = 0; e < wet_.size(); ++e) add_element(e);
  for (std::size_t i = 0; i < at_.size(); ++i) {
    const Vector3& q = tangent_[i];
    const Wet& wet = coefficients_[i];
    const double along = q.dot(at_[i].acceleration);
    force_[i] += wet.inertia * at_[i].acceleration + (wet.axial_inertia - wet.inertia) * along * q;
  }
}

void RodWater::find_wet_shares(std::span<const Vector3> x) {
  for (std::size_t e = 0; e < wet_.size(); ++e) {
    wet_[e] = share_below(x[e].z() - at_[e].elevation, x[e + 1].z() - at_[e + 1].elevation);
  }
}

void RodWater::add_element(std::size_t element) {
  const Element& of = rod_->elements()[element];
  if (of.axial_stiffness == 0.0) return;  // the link to a director node
  const double half = 0.5 * of.length, wet = half * wet_[element];
  for (const std::size_t i : {element, element + 1}) {
    Wet& sum = coefficients_[i];
    sum.drag += wet * of.drag;
    sum.axial_drag += wet * of.axial_drag;
    sum.inertia += wet * (of.displaced_mass + of.added_mass);
    sum.axial_inertia += wet * (of.displaced_mass + of.axial_added_mass);
    mass_[i].across += wet * of.added_mass;
    mass_[i].along += wet * of.axial_added_mass;
    force_[i].z() -= (half - wet) * of.buoyancy;
  }
}

void RodWater::add_lump(std::size_t node, double height) {
  if (height > 0.0) return;
  const Lump& lump = rod_->lumps()[node];
  const double inertia = lump.displaced_mass + lump.added_mass;
  coefficients_[node].lump_drag = lump.drag;
  coefficients_[node].inertia += inertia;
  coefficients_[node].axial_inertia += inertia;
  mass_[node].across += lump.added_mass;
  mass_[node].along += lump.added_mass;
}

void RodWater::begin(const StepStart& start) {
  h_ = start.h;
  start_.assign(start.position.begin(), start.position.end());
  tangent_.assign(start.tangent.begin(), start.tangent.end());
}

NodePotential RodWater::at(std::size_t node, const Vector3& x1) const {
  NodePotential sum;
  const Wet& wet = coefficients_[node];
  const Vector3& q = tangent_[node];
  const Vector3 u = at_[node].velocity - (x1 - start_[node]) / h_;
  const Vector3 along = q.dot(u) * q;
  const Matrix3 line = q * q.transpose();
  add_drag(wet.drag, h_, u - along, Matrix3::Identity() - line, sum);
  add_drag(wet.axial_drag, h_, along, line, sum);
  add_drag(wet.lump_drag, h_, u, Matrix3::Identity(), sum);
  return sum;
}

}  // namespace raftup::solver::rods
