#include "solver/loads/hydrodynamics/wave_field_force.hpp"

namespace raftup::solver {

WaveFieldForce::WaveFieldForce(const WaveField& field, std::size_t input, const Model& model)
    : input_(input),
      body_(find_body(model, field.body)),
      replaces_excitation_(field.replaces_excitation),
      points_(field, model.bodies[body_].center_of_mass, model.water_density) {}

void WaveFieldForce::update_sample(const InputSeries& series, double time) {
  if (sampled_at_ == time) return;
  if (series.interpolation() == Interpolation::kHold) {
    points_.set_sample(series.held(time));
  } else {
    values_.resize(static_cast<std::size_t>(series.width()));
    series.evaluate(time, values_);
    points_.set_sample(values_);
  }
  sampled_at_ = time;
}

void WaveFieldForce::add(const StageConditions& conditions, const Kinematics& bodies,
                         Forces& forces) {
  const StageTime& at = conditions.at;
  const InputSeries& series = conditions.state.inputs[input_];
  if (series.times_ns().empty()) return;
  const bool held = series.interpolation() == Interpolation::kHold;
  update_sample(series, held ? at.step_start : at.time);
  const Vector6 wrench = points_.wrench(bodies[body_]);
  forces.total[body_] += wrench;
  if (replaces_excitation_) forces.excitation[body_] += wrench;
}

double* write_field_points(const WaveField& field, const Vector3& center_of_mass,
                           const BodyKinematics& body, double* values) {
  // A copy, since the compiler must assume that `values` may overlap the body's rotation.
  const Matrix3 rotation = body.rotation;
  const Vector3 origin = body.position - rotation * center_of_mass;
  for (const Vector3& point : field.points) {
    const Vector3 at = origin + rotation * point;
    for (const double coordinate : {at.x(), at.y(), at.z()}) *values++ = coordinate;
  }
  return values;
}

}  // namespace raftup::solver
