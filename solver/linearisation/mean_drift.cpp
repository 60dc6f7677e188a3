#include "solver/linearisation/mean_drift.hpp"

#include <utility>

#include "solver/multibody_system.hpp"

namespace raftup::solver {

namespace {

/// With the diagonal of its quadratic transfer functions as the only mean drift force.
std::shared_ptr<const hydro::Database> with_diagonal(const hydro::Database& database) {
  auto diagonal = std::make_shared<hydro::Database>(database);
  diagonal->mean_drift_force.clear();
  return diagonal;
}

}  // namespace

bool MeanDrift::acts_on(const HydrodynamicGroup& group, const Model& model) {
  return group.second_order.acts() && model.sea && !model.sea->components().empty() &&
         !model.sea->varies();
}

MeanDrift::MeanDrift(const Model& model) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!acts_on(group, model)) continue;
    add_group(model, {model.sea->components(), model.sea->water(), 0.0}, group);
  }
}

void MeanDrift::add_group(const Model& model, const hydro::Sea& sea, HydrodynamicGroup group) {
  if (group.second_order.method == hydro::SecondOrderMethod::kFull) {
    group.database = with_diagonal(*group.database);
  }
  group.second_order.method = hydro::SecondOrderMethod::kMean;
  group.excitation_cutoff = 0.0;  // slow motions are where the mean is
  groups_.push_back(
      {group.database,
       {model, group},
       {model, group, LoadSet::Places::of(model).bodies},
       {*group.database, sea, GroupPoses::at_rest(group), group.excitation, group.second_order}});
}

void MeanDrift::add(const Kinematics& bodies, Forces& forces) {
  const StageTime start;
  const State none;
  const StageConditions now{start, none};
  for (Group& group : groups_) {
    const std::vector<hydro::HorizontalPose>& poses = group.poses.poses(now, bodies);
    group.excitation.evaluate(0.0, poses, force_);
    velocities_.clear();
    for (std::size_t i = 0; i < group.motion.size(); ++i) {
      velocities_.emplace_back(group.motion.velocity_through_water(bodies, i).head<2>());
    }
    group.excitation.add_drift_damping(0.0, poses, velocities_, nullptr, force_);
    group.poses.add_force(bodies, force_, &Forces::second_order, forces);
  }
}

}  // namespace raftup::solver
