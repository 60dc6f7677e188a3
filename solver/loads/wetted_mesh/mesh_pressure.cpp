#include "solver/loads/wetted_mesh/mesh_pressure.hpp"

#include <utility>

namespace raftup::solver {

hydro::HullPose hull_pose(const BodyKinematics& body) { return {body.position, body.rotation}; }

MeshPressure::MeshPressure(std::size_t body, const hydro::HullPressure& hull,
                           std::shared_ptr<MeshWaves> waves, hydro::WaveStretching stretching)
    : body_(body),
      hull_(std::make_unique<hydro::HullPressure>(hull)),
      waves_(std::move(waves)),
      stretching_(stretching) {}

void MeshPressure::prepare(const std::vector<InputSeries>& inputs, double step_start) {
  if (waves_) waves_->prepare(inputs, step_start);
}

void MeshPressure::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) const {
  const hydro::HullPose pose = hull_pose(bodies[body_]);
  const Vector6 still = hull_->in_still_water(pose);
  forces.hydrostatic[body_] += still;
  forces.total[body_] += still;
  if (!waves_) return;
  const Vector6 waves =
      hull_->in_waves(
          pose, waves_->at(conditions.state.inputs, conditions.at.time, pose.center.head<2>()),
          stretching_) -
      still;
  forces.excitation[body_] += waves;
  forces.total[body_] += waves;
}

hydro::Displacement MeshPressure::displacement(const StageConditions& conditions,
                                               const Kinematics& bodies) const {
  const hydro::HullPose pose = hull_pose(bodies[body_]);
  if (!waves_) return hull_->displacement(pose);
  return hull_->displacement_in_waves(
      pose, waves_->at(conditions.state.inputs, conditions.at.time, pose.center.head<2>()));
}

void MeshPressure::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  const hydro::Displacement wet = displacement(conditions, bodies);
  jacobian.add(body_, body_, hull_->water().per_volume() * wet.stiffness(), Matrix6::Zero());
}

Potential MeshPressure::potential(const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[body_];
  const hydro::HullPose pose = hull_pose(body);
  return {hull_->energy(pose), -hull_->in_still_water(pose).dot(body.velocity)};
}

Drawing MeshPressure::drawing(const std::string& name, const Kinematics& bodies) const {
  Drawing mesh(DrawingKind::kWettedMesh, name);
  for (const auto& triangle : hull_->wet_triangles(hull_pose(bodies[body_]))) {
    for (const auto& [position, pressure] : triangle) {
      mesh.add_row({position.x(), position.y(), position.z(), pressure});
    }
  }
  return mesh;
}

}  // namespace raftup::solver
