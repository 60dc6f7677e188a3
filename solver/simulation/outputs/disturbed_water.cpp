#include "solver/simulation/outputs/disturbed_water.hpp"

#include <algorithm>
#include <utility>

#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/water/groups/probed_points.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

/// Returns a group whose database has elevations per meter of wave amplitude in the place of X [m/m
/// in the place of N/m]. There are no elevations yet.
HydrodynamicGroup without_excitation(const HydrodynamicGroup& group) {
  HydrodynamicGroup scattering = group;
  auto database = std::make_shared<hydro::Database>(*group.database);
  for (MatrixXcd& force : database->excitation.values) force.setZero();
  // Very long waves are not diffracted. Their excitation would be the stiffness in heave.
  for (hydro::DatabaseBody& body : database->bodies) body.hydrostatic_stiffness.setZero();
  scattering.database = std::move(database);
  scattering.froude_krylov = {};
  for (GroupBody& body : scattering.bodies) body.froude_krylov = FroudeKrylovMode::kLinear;
  return scattering;
}

}  // namespace

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
  const hydro::WaveField& field = description.database->field;
  std::vector<hydro::Database> databases;
  std::vector<Index> counts(group.bodies.size(), 0);  // points of each body so far
  const HydrodynamicGroup scattering = without_excitation(description);
  const std::vector<ProbedPoint> probed = probed_points(model_, description);
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const Index body = field.points[probed[i].point].body;
    const Index count = counts[static_cast<std::size_t>(body)]++;
    const auto sum = static_cast<std::size_t>(count / kDofs);
    if (sum == databases.size()) databases.push_back(*scattering.database);
    const Index row = kDofs * body + count % kDofs;
    hydro::TransferFunction& excitation = databases[sum].excitation;
    for (std::size_t h = 0; h < excitation.values.size(); ++h) {
      excitation.values[h].row(row) = field.diffraction[probed[i].point].row(static_cast<Index>(h));
    }
    places_[probed[i].probe] = {groups_.size() - 1, sum, row, i};
  }
  for (hydro::Database& database : databases) {
    HydrodynamicGroup of = scattering;
    of.database = std::make_shared<const hydro::Database>(std::move(database));
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
