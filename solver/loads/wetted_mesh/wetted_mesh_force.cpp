#include "solver/loads/wetted_mesh/wetted_mesh_force.hpp"

#include <algorithm>
#include <utility>

#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

hydro::HullPressure hull_pressure(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member) {
  const auto index = static_cast<std::size_t>(member.database_body);
  return {member.mesh,
          group.database->bodies[index].center_of_gravity,
          {model.water_density, model.gravity, model.water_depth}};
}

WettedMeshForce::WettedMeshForce(const Model& model, const HydrodynamicGroup& group) {
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    if (group.hydrostatics_of(member) != HydrostaticsMode::kNonlinear) continue;
    const FroudeKrylovOptions froude_krylov = group.froude_krylov_of(member);
    const bool in_waves = froude_krylov.is_nonlinear() && group.excitation_enabled;
    const hydro::HullPressure hull = hull_pressure(model, group, member);
    std::shared_ptr<MeshWaves> waves;
    if (in_waves && !excitation_is_replaced(model, member.body)) {
      waves = std::make_shared<MeshWaves>(model, hull.radius());
      if (waves->empty()) waves = nullptr;
    }
    members_.push_back({member.body, MeshPressure(find_body(model, member.body), hull, waves,
                                                  froude_krylov.stretching)});
  }
}

void WettedMeshForce::prepare(const StepTimes& times, const State& state,
                              const Kinematics& /*bodies*/) {
  for (Member& member : members_) member.pressure.prepare(state.inputs, times.start);
}

bool WettedMeshForce::inputs_changed() noexcept {
  return std::ranges::any_of(members_,
                             [](const Member& member) { return member.pressure.is_streamed(); });
}

void WettedMeshForce::add(const StageConditions& conditions, const Kinematics& bodies,
                          Forces& forces) {
  for (const Member& member : members_) member.pressure.add(conditions, bodies, forces);
}

void WettedMeshForce::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                   LoadJacobian& jacobian) const {
  for (const Member& member : members_) {
    member.pressure.add_jacobian(conditions, bodies, jacobian);
  }
}

Potential WettedMeshForce::potential(const StageConditions& /*conditions*/,
                                     const Kinematics& bodies) const {
  Potential sum;
  for (const Member& member : members_) sum += member.pressure.potential(bodies);
  return sum;
}

std::vector<Drawing> WettedMeshForce::drawings(const StageConditions& /*conditions*/,
                                               const Kinematics& bodies) const {
  std::vector<Drawing> all;
  for (const Member& member : members_) {
    all.push_back(member.pressure.drawing(member.name, bodies));
  }
  return all;
}

}  // namespace raftup::solver
