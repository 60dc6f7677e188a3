#include "solver/simulation/outputs/output_reader.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "solver/contacts/contact_reading.hpp"
#include "solver/joints/joint_reaction.hpp"
#include "solver/loads/hydrodynamics/wave_field_force.hpp"
#include "solver/water/groups/family_configuration.hpp"

namespace raftup::solver {

namespace {

using From = StepStart::Known;

double* read_machine(Quantity quantity, const MachineState& machine, double* values) {
  const auto all = [values](const std::vector<double>& numbers) {
    return std::copy(numbers.begin(), numbers.end(), values);
  };
  const auto one = [values](double number) {
    *values = number;
    return values + 1;
  };
  switch (quantity) {
    case Quantity::kMachinePressure:
      return all(machine.pressures);
    case Quantity::kMachineFlow:
      return all(machine.flows);
    case Quantity::kMachineSpeed:
      return all(machine.speeds);
    case Quantity::kMachineForce:
      return all(machine.forces);
    case Quantity::kMachineAbsorbed:
      return one(machine.absorbed);
    case Quantity::kMachineStored:
      return one(machine.stored);
    case Quantity::kMachineLosses:
      return one(machine.losses);
    case Quantity::kMachineElectric:
      return one(machine.electric);
    default:
      return one(machine.electric_power);
  }
}

template <typename Derived>
double* put(const Eigen::MatrixBase<Derived>& vector, double* values) {
  for (Eigen::Index i = 0; i < vector.size(); ++i) *values++ = vector[i];
  return values;
}

}  // namespace

OutputReader::OutputReader(const Model& model, const Islands& islands)
    : model_(model),
      islands_(islands),
      streamed_waves_(StreamedWaves::all_of(model)),
      probes_(model),
      disturbed_(model),
      modes_(model, islands),
      outputs_(list_outputs(model)) {
  for (const auto& island : islands.all()) {
    const ModelPart& part = island->part();
    SectionLoads sections(part.model, {part.bodies, part.hydrodynamics, part.loads, part.machines});
    if (!sections.empty()) sections_.emplace(island.get(), std::move(sections));
  }
  load_values_.resize(model.loads.size());
  for (const Output& output : outputs_) {
    variables_.push_back(output.variable);
    if (output.quantity != Quantity::kOfLoad) continue;
    load_values_[output.owner].resize(output.place +
                                      static_cast<std::size_t>(output.variable.size));
  }
  bodies_changed();
}

void OutputReader::bodies_changed() {
  rest_.clear();
  distances_.clear();
  for (const DistanceReader& reader : model_.distance_readers) {
    distances_.emplace_back(reader, model_);
  }
  lines_.clear();
  for (const std::size_t line : LineReading::lines_of(model_)) lines_.emplace_back(line, model_);
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
  if (is_of_load(entry.quantity)) return read_load(entry, state, values);
  if (is_of_energy(entry.quantity)) {
    *values = energy(entry.quantity, state);
    return values + 1;
  }
  if (is_of_contact(entry.quantity)) return read_contact(entry, state, values);
  if (is_of_distance(entry.quantity)) return read_distance(entry, state, values);
  if (is_of_line(entry.quantity)) return read_line(entry, state, values);
  if (is_of_event(entry.quantity)) {
    const EventState& event = state.events[entry.owner];
    *values = entry.quantity == Quantity::kEventCount ? static_cast<double>(event.count)
                                                      : (event.active ? 1.0 : 0.0);
    return values + 1;
  }
  if (is_of_machine(entry.quantity)) {
    return read_machine(entry.quantity, state.machines[entry.owner], values);
  }
  if (is_of_modes(entry.quantity)) return modes_.read(entry, state, values);
  if (is_of_configuration(entry.quantity)) return read_configuration(entry, state, values);
  if (is_of_probe(entry.quantity)) return read_probe(entry, state, values);
  if (is_of_observer(entry.quantity)) return read_observer(entry, state, values);
  return is_of_joint(entry.quantity) ? read_joint(entry, state, values)
                                     : read_body(entry, state, values);
}

double* OutputReader::read_body(const Output& output, const State& state, double* values) {
  const Place place = islands_.of_body(output.owner);
  const BodyKinematics& body = place.island->start(state, From::kInputs).bodies[place.index];
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
    case Quantity::kSectionLoad:
      return read_section(output, state, values);
    default:
      return put(body_vector(output.quantity, place, state), values);
  }
}

double* OutputReader::read_joint(const Output& output, const State& state, double* values) {
  const auto [island, index] = islands_.of_joint(output.owner);
  const Kinematics& bodies = island->start(state, From::kInputs).bodies;
  const ConstraintSet& constraints = island->system().constraints;
  const JointConstraint& joint = constraints.joints()[index];
  const DriveConditions conditions = constraints.states().conditions(index);
  const auto free_dofs = [&](auto measure) {
    for (int dof = 0; dof < joint.dof_count(); ++dof) *values++ = measure(dof);
    return values;
  };
  const auto multipliers = [&, island = island, index = index] {
    const VectorXd& all = island->start(state, From::kReactions).multipliers;
    return std::span(all.data() + constraints.first_row(index),
                     constraints.states().initial()[index].multipliers.size());
  };
  switch (output.quantity) {
    case Quantity::kJointPosition:
      return free_dofs([&](int dof) { return joint.dof_position(dof, bodies); });
    case Quantity::kJointSpeed:
      return free_dofs([&](int dof) { return joint.dof_speed(dof, bodies); });
    case Quantity::kJointDriveForce:
      for (const double force : drive_forces(joint, bodies, conditions, multipliers())) {
        *values++ = force;
      }
      return values;
    case Quantity::kJointDrivePower: {
      const std::vector<double> forces = drive_forces(joint, bodies, conditions, multipliers());
      for (std::size_t i = 0; i < forces.size(); ++i) {
        *values++ = forces[i] * joint.dof_speed(joint.drives()[i].dof, bodies);
      }
      return values;
    }
    case Quantity::kJointGap:
      return put(joint.gap(bodies), values);
    case Quantity::kJointLocalForce:
      return put(joint_forces(joint, bodies, conditions, multipliers()), values);
    default:
      return put(joint_wrench(joint, 0, bodies, conditions, multipliers(),
                              ReactionOf::kHeldDofsAndDrives, TorqueAbout::kAttachment),
                 values);
  }
}

double* OutputReader::read_configuration(const Output& output, const State& state, double* values) {
  const HydrodynamicGroup& group = model_.hydrodynamics[output.owner];
  const std::size_t first = members_in_database_order(group).front();
  const Place place = islands_.of_body(find_body(model_, group.bodies[first].body));
  const StepStart& start = place.island->start(state, From::kInputs);
  if (output.quantity == Quantity::kConfigurationPower) {
    const ConfigurationPower& power = place.island->system().configuration_power;
    *values = power.of(group.name, start.bodies, start.times.start);
    return values + 1;
  }
  const Model& part = place.island->part().model;
  for (const HydrodynamicGroup& of_part : part.hydrodynamics) {
    if (of_part.name != group.name) continue;
    const hydro::Configuration q = FamilyConfiguration(part, of_part).at(start.bodies);
    return put(q.head(output.variable.size), values);
  }
  return values;
}

ObserverMotion OutputReader::observe(const std::string& observer, const State& state) {
  const auto frame = std::find_if(model_.observers.begin(), model_.observers.end(),
                                  [&](const ObserverFrame& item) { return item.name == observer; });
  const std::size_t body = find_body(model_, frame->body);
  const Place place = islands_.of_body(body);
  const StepStart& start = place.island->start(state, From::kAccelerations);
  return solver::observe(*frame, model_.bodies[body], start.bodies[place.index],
                         start.accelerations[place.index]);
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

double* OutputReader::read_load(const Output& output, const State& state, double* values) {
  const auto [island, index] = islands_.of_load(output.owner);
  if (output.quantity != Quantity::kOfLoad) {
    const LoadReading reading = island->read_load(index, state);
    if (output.quantity == Quantity::kLoadForce) return put(reading.force, values);
    *values = reading.power;
    return values + 1;
  }
  std::vector<double>& all = load_values_[output.owner];
  island->read_load_outputs(index, state, all);
  return std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(output.place), output.variable.size,
                     values);
}

double* OutputReader::read_contact(const Output& output, const State& state, double* values) const {
  const ContactReading reading = read_contacts(model_, model_.contact_readers[output.owner], state);
  switch (output.quantity) {
    case Quantity::kContactNormalForce:
      return put(reading.normal_force, values);
    case Quantity::kContactFrictionForce:
      return put(reading.friction_force, values);
    case Quantity::kContactTorque:
      return put(reading.torque, values);
    case Quantity::kContactCount:
      *values = reading.count;
      return values + 1;
    case Quantity::kContactResidual:
      *values = reading.residual;
      return values + 1;
    default:
      *values = reading.depth;
      return values + 1;
  }
}

DistanceReading::BodyAt OutputReader::bodies_at(const State& state) const {
  return [&](std::size_t body) -> const BodyKinematics& {
    const Place place = islands_.of_body(body);
    return place.island->start(state, From::kInputs).bodies[place.index];
  };
}

double* OutputReader::read_line(const Output& output, const State& state, double* values) {
  LineReading& line = lines_[output.owner];
  line.edit(state.inputs, StepTimes(state.step_index, model_.step_ns).start);
  const std::optional<ContactPoint> hit = line.read(bodies_at(state));
  const ContactPoint met = hit.value_or(ContactPoint{Vector3::Zero(), Vector3::Zero(), 0.0, 0});
  if (output.quantity == Quantity::kLinePoint) return put(met.position, values);
  if (output.quantity == Quantity::kLineNormal) return put(met.normal, values);
  *values = output.quantity == Quantity::kLineDepth ? met.depth : hit ? 1.0 : 0.0;
  return values + 1;
}

double* OutputReader::read_probe(const Output& output, const State& state, double* values) {
  const Probe& probe = model_.probes[output.owner];
  Vector3 point = probe.point;
  if (!probe.body.empty()) {
    const std::size_t body = find_body(model_, probe.body);
    const Place place = islands_.of_body(body);
    const BodyKinematics& at = place.island->start(state, From::kInputs).bodies[place.index];
    point = at.position + at.rotation * (probe.point - model_.bodies[body].center_of_mass);
  }
  ProbedWater water =
      probes_.read(output.owner, point, StepTimes(state.step_index, model_.step_ns), state.inputs);
  if (probe.disturbed) {
    water.elevation += disturbed_.elevation(output.owner, bodies_at(state), state);
  }
  switch (output.quantity) {
    case Quantity::kProbeVelocity:
      return put(water.velocity, values);
    case Quantity::kProbeAcceleration:
      return put(water.acceleration, values);
    case Quantity::kProbeElevation:
      *values = water.elevation;
      break;
    case Quantity::kProbeRelativeElevation:
      *values = water.elevation - water.height;
      break;
    case Quantity::kProbeAirGap:
      *values = water.height - water.elevation;
      break;
    case Quantity::kProbeWet:
      *values = water.is_wet() ? 1.0 : 0.0;
      break;
    default:
      *values = water.pressure;
  }
  return values + 1;
}

double* OutputReader::read_distance(const Output& output, const State& state,
                                    double* values) const {
  const ShapeDistance read = distances_[output.owner].read(bodies_at(state));
  if (output.quantity == Quantity::kDistancePoint1) return put(read.point1, values);
  if (output.quantity == Quantity::kDistancePoint2) return put(read.point2, values);
  *values = read.distance;
  return values + 1;
}

double OutputReader::energy(Quantity quantity, const State& state) const {
  double sum = 0.0;
  for (const auto& island : islands_.all()) {
    const Energy energy = island->energy(state);
    sum += quantity == Quantity::kKineticEnergy     ? energy.kinetic
           : quantity == Quantity::kPotentialEnergy ? energy.potential
                                                    : energy.power;
  }
  return sum;
}

const Vector6& OutputReader::body_vector(Quantity quantity, const Place& place,
                                         const State& state) {
  const auto start = [&](From known) -> const StepStart& {
    return place.island->start(state, known);
  };
  switch (quantity) {
    case Quantity::kLinearAcceleration:
    case Quantity::kAngularAcceleration:
      return start(From::kAccelerations).accelerations[place.index];
    case Quantity::kExcitationForce:
      return start(From::kForces).forces.excitation[place.index];
    case Quantity::kSecondOrderForce:
      return start(From::kForces).forces.second_order[place.index];
    case Quantity::kRadiationForce:
      return start(From::kForces).forces.radiation[place.index];
    case Quantity::kHydrostaticForce:
      return start(From::kForces).forces.hydrostatic[place.index];
    case Quantity::kAddedMassForce:
      return start(From::kAccelerations).added_mass_forces[place.index];
    default:
      return start(From::kAccelerations).total_forces[place.index];
  }
}

double* OutputReader::read_section(const Output& output, const State& state, double* values) {
  const Place place = islands_.of_body(output.owner);
  const StepStart& start = place.island->start(state, From::kAccelerations);
  const Vector6 loads = sections_.at(place.island)
                            .read(place.index, output.place, place.island->system(), start, state);
  return put(loads, values);
}

double* OutputReader::read_field_points(const Output& output, const State& state, double* values) {
  const auto& field = std::get<WaveField>(model_.inputs[output.owner].kind);
  const std::size_t body = find_body(model_, field.body);
  const Place place = islands_.of_body(body);
  return write_field_points(field, model_.bodies[body].center_of_mass,
                            place.island->start(state, From::kInputs).bodies[place.index], values);
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
