#include "solver/simulation/outputs/disturbed_water.hpp"

#include <algorithm>
#include <utility>

#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/water/groups/probed_points.hpp"

namespace raftup::solver {

DisturbedWater::DisturbedWater(const Model& model) : model_(model) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    if (!probed_points(model, model.hydrodynamics[i]).empty()) add_group(i);
  }
}

void DisturbedWater::add_group(std::size_t index) {
  const HydrodynamicGroup& description = model_.hydrodynamics[index];
  Group& group = groups_.emplace_back();
  group.index = index;
  group.has_slow_poses = description.has_slow_poses();
  for (const std::size_t member : members_in_database_order(description)) {
    group.bodies.push_back(find_body(model_, description.bodies[member].body));
  }
  group.memory = make_elevation_memory(model_, description);
  const std::vector<ProbedPoint> probed = probed_points(model_, description);
  const DiffractingGroups diffracting = diffracting_groups(description, probed);
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const DiffractingGroups::Place& place = diffracting.places[i];
    places_[probed[i].probe] = {groups_.size() - 1, place.group, place.row, i};
  }
  for (const HydrodynamicGroup& of : diffracting.groups) {
    group.diffraction.emplace_back(model_, of, GroupPoses::at_rest(of));
  }
}

/// Returns the poses of the bodies at which their wave forces are evaluated, as a motion of no
/// duration at the present instant [m, rad, world].
hydro::UniformMotion DisturbedWater::present(const Group& group, const BodyAt& body_at,
                                             const State& state) const {
  hydro::UniformMotion motion;
  motion.middle = StepTimes(state.step_index, model_.step_ns).start;
  motion.changes.resize(group.bodies.size());
  for (const std::size_t body : group.bodies) {
    if (group.has_slow_poses) {
      const Vector3 slow = LowPass::value(state.slow_poses[body].filter);
      motion.poses.push_back({slow[0], slow[1], slow[2]});
    } else {
      const BodyKinematics& at = body_at(body);
      motion.poses.push_back({at.position.x(), at.position.y(), at.heading.angle()});
    }
  }
  return motion;
}

double DisturbedWater::elevation(std::size_t probe, const BodyAt& body_at, const State& state) {
  const Place& place = places_.at(probe);
  Group& group = groups_[place.group];
  const double radiated = group.memory->elevation(state.field_memories[group.index], place.memory);
  WaveExcitation& waves = group.diffraction[place.diffraction];
  if (waves.empty()) return radiated;
  const hydro::UniformMotion motion = present(group, body_at, state);
  waves.linearize(motion, StepTimes(state.step_index, model_.step_ns), state.inputs);
  VectorXd diffracted = VectorXd::Zero(first_dof(group.bodies.size()));
  waves.evaluate(hydro::Stage::kStart, motion.poses, diffracted);
  return radiated + diffracted[place.row];
}

}  // namespace raftup::solver
