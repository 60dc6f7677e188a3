#include "solver/loads/hydrodynamics/blended_hydrostatics.hpp"

#include "solver/model/model.hpp"

namespace raftup::solver {

BlendedHydrostatics::BlendedHydrostatics(const Model& model, const HydrodynamicGroup& group)
    : configuration_(model, group), scratch_(model.bodies.size()) {
  const hydro::DatabaseFamily& family = *group.family;
  for (std::size_t k = 0; k < family.nodes.size(); ++k) {
    const std::vector<Vector3> upright;
    nodes_.push_back(std::make_unique<HydrostaticForce>(
        model, at_node(group, k), family.attitudes.empty() ? upright : family.attitudes[k]));
  }
}

void BlendedHydrostatics::add(const StageConditions& conditions, const Kinematics& bodies,
                              Forces& forces) {
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (corner.weight == 0.0) continue;
    scratch_.set_zero();
    nodes_[corner.node]->add(conditions, bodies, scratch_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      forces.hydrostatic[i] += corner.weight * scratch_.hydrostatic[i];
      forces.total[i] += corner.weight * scratch_.total[i];
    }
  }
}

void BlendedHydrostatics::add_jacobian(const StageConditions& /*conditions*/,
                                       const Kinematics& bodies, LoadJacobian& jacobian) const {
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (corner.weight > 0.0) nodes_[corner.node]->add_stiffness(corner.weight, bodies, jacobian);
  }
}

Potential BlendedHydrostatics::potential(const StageConditions& conditions,
                                         const Kinematics& bodies) const {
  const Vector3 rate = configuration_.rate(bodies);
  Potential sum;
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    const Potential node = nodes_[corner.node]->potential(conditions, bodies);
    sum += {corner.weight * node.energy,
            corner.weight * node.rate + corner.gradient.dot(rate) * node.energy};
  }
  return sum;
}

std::unique_ptr<ForceElement> make_hydrostatic_force(const Model& model,
                                                     const HydrodynamicGroup& group) {
  if (group.family == nullptr || group.family->axes.empty()) {
    return std::make_unique<HydrostaticForce>(model, group);
  }
  return std::make_unique<BlendedHydrostatics>(model, group);
}

}  // namespace raftup::solver
