#include "solver/loads/hydrodynamics/blended_force.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/excitation/excitation_at_speed.hpp"
#include "solver/loads/hydrodynamics/uniform_flow_radiation.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/family_configuration.hpp"

namespace raftup::solver {

BlendedForce::BlendedForce(std::size_t bodies, std::size_t nodes, Weights weights, MakeNode make)
    : weights_(std::move(weights)), make_(std::move(make)), nodes_(nodes), scratch_(bodies) {
  load_of(0);  // checks the loads, whose frequencies are equal at all nodes
}

ForceElement& BlendedForce::load_of(std::size_t node) {
  std::unique_ptr<ForceElement>& load = nodes_[node].load;
  if (load == nullptr) load = make_(node);
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
  shares_.clear();
  weights_(conditions, bodies, shares_);
  for (const Share& share : shares_) {
    if (share.weight == 0.0) continue;
    ForceElement& load = load_of(share.node);
    Node& node = nodes_[share.node];
    if (!node.prepared) load.prepare(*times_, conditions.state, start_);
    node.prepared = true;
    scratch_.set_zero();
    load.add(conditions, bodies, scratch_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      forces.total[i] += share.weight * scratch_.total[i];
      forces.excitation[i] += share.weight * scratch_.excitation[i];
      forces.second_order[i] += share.weight * scratch_.second_order[i];
    }
  }
}

std::unique_ptr<ForceElement> over_nodes(const Model& model, const HydrodynamicGroup& group,
                                         BlendedForce::Make make) {
  if (group.family == nullptr) return make(group);
  FamilyConfiguration configuration(model, group);
  const std::size_t count = configuration.node_count();
  auto weights = [configuration = std::move(configuration)](
                     const StageConditions& /*conditions*/, const Kinematics& bodies,
                     std::vector<BlendedForce::Share>& shares) {
    for (const hydro::NodeWeight& corner : configuration.weights(bodies)) {
      shares.push_back({corner.node, corner.weight});
    }
  };
  return std::make_unique<BlendedForce>(
      model.bodies.size(), count, std::move(weights),
      [group, make = std::move(make)](std::size_t node) { return make(at_node(group, node)); });
}

std::unique_ptr<ForceElement> over_speeds(const Model& model, const HydrodynamicGroup& group,
                                          std::size_t place, BlendedForce::Make make) {
  if (!group.forward_speed.acts() || group.database->excitation_at_speed.empty()) {
    return make(group);
  }
  const VectorXd& speeds = group.database->excitation_at_speed.speeds;
  auto weights = [speeds, place, filter = LowPass(group.speed_cutoff()), name = group.name](
                     const StageConditions& conditions, const Kinematics& /*bodies*/,
                     std::vector<BlendedForce::Share>& shares) {
    const VectorXd filtered = filtered_speeds(conditions.state.flow_memories[place], filter,
                                              conditions.at.time - conditions.at.step_start);
    try {
      for (const hydro::SpeedWeight& each : hydro::speed_weights(speeds, filtered.mean())) {
        shares.push_back({each.speed, each.weight});
      }
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("hydrodynamics '{}': {}, at t = {:.9g} s", name,
                                            error.what(), conditions.at.time));
    }
  };
  auto make_at = [group, make = std::move(make)](std::size_t speed) {
    HydrodynamicGroup moving = group;
    moving.database = std::make_shared<const hydro::Database>(
        hydro::with_excitation_at(*group.database, {{speed, 1.0}}));
    return make(moving);
  };
  return std::make_unique<BlendedForce>(model.bodies.size(),
                                        static_cast<std::size_t>(speeds.size()), std::move(weights),
                                        std::move(make_at));
}

}  // namespace raftup::solver
