#include "solver/loads/wetted_mesh/wetted_mesh_force.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

hydro::HullPressure hull_pressure(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member) {
  const auto index = static_cast<std::size_t>(member.database_body);
  return {member.mesh,
          group.database->bodies[index].center_of_gravity,
          {model.water_density, model.gravity, model.water_depth}};
}

hydro::HullPose hull_pose(const BodyKinematics& body) { return {body.position, body.rotation}; }

WettedMeshForce::WettedMeshForce(const Model& model, const HydrodynamicGroup& group) {
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    if (group.hydrostatics_of(member) != HydrostaticsMode::kNonlinear) continue;
    const FroudeKrylovOptions froude_krylov = group.froude_krylov_of(member);
    const bool in_waves = froude_krylov.is_nonlinear() && group.excitation_enabled;
    Member hull{find_body(model, member.body), member.body,
                std::make_unique<hydro::HullPressure>(hull_pressure(model, group, member)), nullptr,
                froude_krylov.stretching};
    if (in_waves && !excitation_is_replaced(model, member.body)) {
      auto waves = std::make_unique<MeshWaves>(model, hull.pressure->radius());
      if (!waves->empty()) hull.waves = std::move(waves);
    }
    members_.push_back(std::move(hull));
  }
}

void WettedMeshForce::prepare(const StepTimes& times, const State& state,
                              const Kinematics& /*bodies*/) {
  for (Member& member : members_) {
    if (member.waves) member.waves->prepare(state.inputs, times.start);
  }
}

bool WettedMeshForce::inputs_changed() noexcept {
  for (const Member& member : members_) {
    if (member.waves && member.waves->is_streamed()) return true;
  }
  return false;
}

void WettedMeshForce::add(const StageConditions& conditions, const Kinematics& bodies,
                          Forces& forces) {
  for (Member& member : members_) {
    const hydro::HullPose pose = hull_pose(bodies[member.body]);
    const Vector6 still = member.pressure->in_still_water(pose);
    forces.hydrostatic[member.body] += still;
    forces.total[member.body] += still;
    if (!member.waves) continue;
    const Vector6 waves =
        member.pressure->in_waves(
            pose,
            member.waves->at(conditions.state.inputs, conditions.at.time, pose.center.head<2>()),
            member.stretching) -
        still;
    forces.excitation[member.body] += waves;
    forces.total[member.body] += waves;
  }
}

void WettedMeshForce::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                   LoadJacobian& jacobian) const {
  for (const Member& member : members_) {
    const hydro::HullPose pose = hull_pose(bodies[member.body]);
    const hydro::Displacement wet =
        member.waves ? member.pressure->displacement_in_waves(
                           pose, member.waves->at(conditions.state.inputs, conditions.at.time,
                                                  pose.center.head<2>()))
                     : member.pressure->displacement(pose);
    jacobian.add(member.body, member.body, member.pressure->water().per_volume() * wet.stiffness(),
                 Matrix6::Zero());
  }
}

Potential WettedMeshForce::potential(const StageConditions& /*conditions*/,
                                     const Kinematics& bodies) const {
  Potential sum;
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const hydro::HullPose pose = hull_pose(body);
    sum +=
        {member.pressure->energy(pose), -member.pressure->in_still_water(pose).dot(body.velocity)};
  }
  return sum;
}

std::vector<Drawing> WettedMeshForce::drawings(const StageConditions& /*conditions*/,
                                               const Kinematics& bodies) const {
  std::vector<Drawing> all;
  for (const Member& member : members_) {
    Drawing& mesh = all.emplace_back(DrawingKind::kWettedMesh, member.name);
    for (const auto& triangle : member.pressure->wet_triangles(hull_pose(bodies[member.body]))) {
      for (const auto& [position, pressure] : triangle) {
        mesh.add_row({position.x(), position.y(), position.z(), pressure});
      }
    }
  }
  return all;
}

}  // namespace raftup::solver
