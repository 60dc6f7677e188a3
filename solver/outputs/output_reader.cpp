#include "solver/outputs/output_reader.hpp"

#include <algorithm>
#include <variant>

#include "solver/joints/joint_reaction.hpp"

namespace raftup::solver {

namespace {

template <typename Derived>
double* put(const Eigen::MatrixBase<Derived>& vector, double* values) {
  for (Eigen::Index i = 0; i < vector.size(); ++i) *values++ = vector[i];
  return values;
}

}  // namespace

OutputReader::OutputReader(const Model& model,
                           const std::vector<std::unique_ptr<PartStepping>>& parts)
    : model_(model),
      parts_(parts),
      bodies_(model.bodies.size()),
      joints_(model.joints.size()),
      loads_(model.loads.size()),
      streamed_waves_(StreamedWaves::all_of(model)),
      outputs_(list_outputs(model)) {
  for (const Output& output : outputs_) variables_.push_back(output.variable);
  bodies_changed();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const std::size_t body : parts[part]->owned()) {
      bodies_[parts[part]->bodies()[body]] = {part, body};
    }
    const std::vector<std::size_t>& joints = parts[part]->joints();
    for (std::size_t joint = 0; joint < joints.size(); ++joint)
      joints_[joints[joint]] = {part, joint};
    const std::vector<std::size_t>& loads = parts[part]->loads();
    for (std::size_t load = 0; load < loads.size(); ++load) loads_[loads[load]] = {part, load};
  }
}

void OutputReader::bodies_changed() {
  rest_.clear();
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
    rest_.emplace_back(displacement_reference(model_, i), model_.bodies[i].center_of_mass);
  }
}

double* OutputReader::read(std::size_t output, const State& state, double* values) {
  const Output& entry = outputs_[output];
  if (entry.quantity == Quantity::kWaveElevation) {
    *values = wave_elevation(state);
    return values + 1;
  }
  if (entry.quantity == Quantity::kFieldPoints) return read_field_points(entry, state, values);
  if (is_of_load(entry.quantity)) {
    *values = read_line(entry, state);
    return values + 1;
  }
  if (is_of_observer(entry.quantity)) return read_observer(entry, state, values);
  return is_of_joint(entry.quantity) ? read_joint(entry, state, values)
                                     : read_body(entry, state, values);
}

double* OutputReader::read_body(const Output& output, const State& state, double* values) {
  const Place& place = bodies_[output.owner];
  const BodyKinematics& body = parts_[place.part]->start().bodies(state)[place.index];
  switch (output.quantity) {
    case Quantity::kPosition:
      return put(body.position - body.rotation * model_.bodies[output.owner].center_of_mass,
                 values);
    case Quantity::kOrientation:
      return put(Eigen::Vector4d(body.attitude.w(), body.attitude.x(), body.attitude.y(),
                                 body.attitude.z()),
                 values);
    case Quantity::kLinearVelocity:
      return put(body.velocity.head<3>(), values);
    case Quantity::kAngularVelocity:
      return put(body.velocity.tail<3>(), values);
    case Quantity::kDisplacement:
      return put(rest_[output.owner].displacement(body), values);
    case Quantity::kLinearAcceleration:
      return put(body_vector(output.quantity, place, state).head<3>(), values);
    case Quantity::kAngularAcceleration:
      return put(body_vector(output.quantity, place, state).tail<3>(), values);
    default:
      return put(body_vector(output.quantity, place, state), values);
  }
}

double* OutputReader::read_joint(const Output& output, const State& state, double* values) {
  const Place& place = joints_[output.owner];
  StepStart& start = parts_[place.part]->start();
  const Kinematics& bodies = start.bodies(state);
  const JointConstraint& joint = start.constraints().joints()[place.index];
  const auto free_dofs = [&](auto measure) {
    for (int dof = 0; dof < joint.dof_count(); ++dof) *values++ = measure(dof);
    return values;
  };
  switch (output.quantity) {
    case Quantity::kJointPosition:
      return free_dofs([&](int dof) { return joint.dof_position(dof, bodies); });
    case Quantity::kJointSpeed:
      return free_dofs([&](int dof) { return joint.dof_speed(dof, bodies); });
    case Quantity::kJointGap:
      return put(joint.gap(bodies), values);
    case Quantity::kJointLocalForce:
      return put(joint_forces(joint, bodies, start.constraints().state(place.index).commands,
                              start.joint_multipliers(place.index, state)),
                 values);
    default:
      return put(start.joint_wrench(place.index, 0, TorqueAbout::kAttachment, state), values);
  }
}

ObserverMotion OutputReader::observe(const std::string& observer, const State& state) {
  const auto frame = std::find_if(model_.observers.begin(), model_.observers.end(),
                                  [&](const ObserverFrame& item) { return item.name == observer; });
  const std::size_t body = find_body(model_, frame->body);
  const Place& place = bodies_[body];
  StepStart& start = parts_[place.part]->start();
  return solver::observe(*frame, model_.bodies[body], start.bodies(state)[place.index],
                         start.accelerations(state)[place.index]);
}

double* OutputReader::read_observer(const Output& output, const State& state, double* values) {
  const ObserverFrame& frame = model_.observers[output.owner];
  ObserverMotion motion = observe(frame.name, state);
  if (!frame.relative_to.empty()) motion = seen_from(observe(frame.relative_to, state), motion);
  switch (output.quantity) {
    case Quantity::kObserverPosition:
      return put(motion.position, values);
    case Quantity::kObserverDistance:
      *values = motion.position.norm();
      return values + 1;
    case Quantity::kObserverOrientation:
      return put(Eigen::Vector4d(motion.attitude.w(), motion.attitude.x(), motion.attitude.y(),
                                 motion.attitude.z()),
                 values);
    case Quantity::kObserverLinearVelocity:
      return put(motion.velocity, values);
    case Quantity::kObserverAngularVelocity:
      return put(motion.angular_velocity, values);
    case Quantity::kObserverLinearAcceleration:
      return put(motion.acceleration, values);
    default:
      return put(motion.angular_acceleration, values);
  }
}

double OutputReader::read_line(const Output& output, const State& state) {
  const Place& place = loads_[output.owner];
  StepStart& start = parts_[place.part]->start();
  const double time = start.times().start;
  const StageTime at{hydro::Stage::kStart, time, time};
  const std::optional<LineReading> line =
      parts_[place.part]->system().loads()[place.index]->read_line({at, state},
                                                                   start.bodies(state));
  switch (output.quantity) {
    case Quantity::kLineTension:
      return line->tension;
    case Quantity::kLineLength:
      return line->length;
    default:
      return line->speed;
  }
}

const Vector6& OutputReader::body_vector(Quantity quantity, const Place& place,
                                         const State& state) {
  StepStart& start = parts_[place.part]->start();
  switch (quantity) {
    case Quantity::kLinearAcceleration:
    case Quantity::kAngularAcceleration:
      return start.accelerations(state)[place.index];
    case Quantity::kExcitationForce:
      return start.forces(state).excitation[place.index];
    case Quantity::kRadiationForce:
      return start.forces(state).radiation[place.index];
    case Quantity::kHydrostaticForce:
      return start.forces(state).hydrostatic[place.index];
    case Quantity::kAddedMassForce:
      return start.added_mass_forces(state)[place.index];
    default:
      return start.total_forces(state)[place.index];
  }
}

double* OutputReader::read_field_points(const Output& output, const State& state, double* values) {
  const auto& field = std::get<WaveField>(model_.inputs[output.owner].kind);
  const std::size_t body = find_body(model_, field.body);
  const Place& place = bodies_[body];
  return write_field_points(field, model_.bodies[body].center_of_mass,
                            parts_[place.part]->start().bodies(state)[place.index], values);
}

double OutputReader::wave_elevation(const State& state) {
  const double time = StepTimes(state.step_index, model_.step_ns).start;
  double elevation = model_.sea ? model_.sea->elevation(time, Vector2::Zero()) : 0.0;
  for (StreamedWaves& waves : streamed_waves_) {
    const InputSeries& series = state.inputs[waves.input()];
    waves.follow(series, time);
    elevation += waves.elevation(series, time, Vector2::Zero());
  }
  for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
    if (!std::holds_alternative<WaveElevationInput>(model_.inputs[i].kind)) continue;
    double streamed = 0.0;
    state.inputs[i].evaluate(time, {&streamed, 1});
    elevation += streamed;
  }
  return elevation;
}

}  // namespace raftup::solver
