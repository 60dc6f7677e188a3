#include "solver/loads/hydrodynamics/blended_force.hpp"

#include <utility>

#include "solver/model/model.hpp"

namespace raftup::solver {

BlendedForce::BlendedForce(const Model& model, const HydrodynamicGroup& group, Make make)
    : group_(group),
      configuration_(model, group),
      make_(std::move(make)),
      nodes_(configuration_.node_count()),
      scratch_(model.bodies.size()) {
  load_of(0);  // checks the loads, whose frequencies are equal at all nodes
}

ForceElement& BlendedForce::load_of(std::size_t node) {
  std::unique_ptr<ForceElement>& load = nodes_[node].load;
  if (load == nullptr) load = make_(at_node(group_, node));
  return *load;
}

void BlendedForce::prepare(const StepTimes& times, const State& /*state*/,
                           const Kinematics& bodies) {
  times_ = times;
  start_ = bodies;
  for (Node& node : nodes_) node.prepared = false;
}

bool BlendedForce::inputs_changed() noexcept {
  bool depends = false;
  for (Node& node : nodes_) {
    if (node.load && node.load->inputs_changed()) depends = true;
  }
  return depends;
}

void BlendedForce::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) {
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (corner.weight == 0.0) continue;
    ForceElement& load = load_of(corner.node);
    Node& node = nodes_[corner.node];
    if (!node.prepared) load.prepare(*times_, conditions.state, start_);
    node.prepared = true;
    scratch_.set_zero();
    load.add(conditions, bodies, scratch_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      forces.total[i] += corner.weight * scratch_.total[i];
      forces.excitation[i] += corner.weight * scratch_.excitation[i];
      forces.second_order[i] += corner.weight * scratch_.second_order[i];
    }
  }
}

std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make) {
  if (group.family == nullptr) return make(group);
  return std::make_unique<BlendedForce>(model, group, std::move(make));
}

}  // namespace raftup::solver
