#include "solver/loads/wave_field_force.hpp"

namespace raftup::solver {

WaveFieldForce::WaveFieldForce(const WaveField& field, std::size_t input, const Model& model)
    : input_(input),
      body_(find_body(model, field.body)),
      replaces_excitation_(field.replaces_excitation),
      water_density_(model.water_density),
      values_(kValuesPerPoint * field.points.size()) {
  const Vector3& center_of_mass = model.bodies[body_].center_of_mass;
  for (std::size_t i = 0; i < field.points.size(); ++i) {
    points_.push_back({field.points[i] - center_of_mass, field.areas[i], field.drag_areas[i]});
  }
}

void WaveFieldForce::add(const StageTime& at, const std::vector<InputSeries>& inputs,
                         const Kinematics& bodies, Forces& forces) const {
  const InputSeries& series = inputs[input_];
  if (series.times_ns().empty()) return;
  const bool held = series.interpolation() == Interpolation::kHold;
  series.evaluate(held ? at.step_start : at.time, values_);
  const BodyKinematics& body = bodies[body_];
  Vector6 wrench = Vector6::Zero();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const double* value = &values_[kValuesPerPoint * i];
    const Vector3 arm = body.rotation * points_[i].arm;
    if (body.position.z() + arm.z() >= value[0]) continue;
    const Vector3 velocity = body.velocity.head<3>() + body.velocity.tail<3>().cross(arm);
    const Vector3 past = Vector3(value[1], value[2], value[3]) - velocity;
    const Vector3 force = 0.5 * water_density_ * points_[i].drag_area * past.norm() * past -
                          value[4] * (body.rotation * points_[i].area);
    wrench.head<3>() += force;
    wrench.tail<3>() += arm.cross(force);
  }
  forces.total[body_] += wrench;
  if (replaces_excitation_) forces.excitation[body_] += wrench;
}

double* write_field_points(const WaveField& field, const Vector3& center_of_mass,
                           const BodyKinematics& body, double* values) {
  for (const Vector3& point : field.points) {
    const Vector3 at = body.position + body.rotation * (point - center_of_mass);
    for (const double coordinate : {at.x(), at.y(), at.z()}) *values++ = coordinate;
  }
  return values;
}

}  // namespace raftup::solver
