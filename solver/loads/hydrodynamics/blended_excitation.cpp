#include "solver/loads/hydrodynamics/blended_excitation.hpp"

#include "solver/loads/hydrodynamics/diffraction.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

bool BlendedExcitation::is_of_use(const Model& model, const HydrodynamicGroup& group) {
  return group.family && group.excitation_enabled && model.sea &&
         StreamedWaves::all_of(model).empty() &&
         hydro::FamilyExcitation::is_of_use(*model.sea, *acting_excitation(group));
}

namespace {

std::vector<std::shared_ptr<const hydro::Database>> databases_of(const HydrodynamicGroup& group) {
  std::vector<std::shared_ptr<const hydro::Database>> databases;
  for (std::size_t k = 0; k < node_count(group); ++k) {
    databases.push_back(acting_excitation(at_node(group, k)));
  }
  return databases;
}

}  // namespace

BlendedExcitation::BlendedExcitation(const Model& model, const HydrodynamicGroup& group,
                                     const GroupPoses& poses)
    : group_(poses),
      configuration_(model, group),
      excitation_(databases_of(group), *model.sea, GroupPoses::at_rest(group)) {
  force_ = sum_ = VectorXd::Zero(first_dof(group_.members().size()));
}

void BlendedExcitation::prepare(const StepTimes& times, const State& state,
                                const Kinematics& bodies) {
  excitation_.begin(group_.motion(times, state, bodies));
}

void BlendedExcitation::add(const StageConditions& conditions, const Kinematics& bodies,
                            Forces& forces) {
  const std::vector<hydro::HorizontalPose>& poses = group_.poses(conditions, bodies);
  excitation_.check(poses);
  sum_.setZero();
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (corner.weight == 0.0) continue;
    const hydro::StepExcitation& instants = excitation_.node(corner.node);
    instants[static_cast<std::size_t>(conditions.at.stage)].evaluate(poses, force_);
    sum_ += corner.weight * force_;
  }
  group_.add_force(bodies, sum_, &Forces::excitation, forces);
}

}  // namespace raftup::solver
