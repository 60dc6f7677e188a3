#include "solver/model_digest.hpp"

#include <xxhash.h>

#include "solver/serialisation/byte_writer.hpp"

namespace raftup::solver {

namespace {

void write(const std::optional<double>& value, ByteWriter& out) {
  out.write(value.has_value());
  out.write(value.value_or(0.0));
}

void write(const Pose& pose, ByteWriter& out) {
  out.write_matrix(pose.position);
  out.write_matrix(pose.attitude.coeffs());
}

void write(const std::optional<Pose>& pose, ByteWriter& out) {
  out.write(pose.has_value());
  write(pose.value_or(Pose{}), out);
}

void write(const RigidBody& body, ByteWriter& out) {
  out.write(body.name);
  out.write(static_cast<std::int64_t>(body.motion));
  out.write(body.mass);
  out.write_matrix(body.inertia);
  out.write_matrix(body.mass_coefficients);
  out.write_matrix(body.inertia_coefficients);
  out.write_matrix(body.center_of_mass);
  write(body.pose, out);
  out.write_matrix(body.linear_velocity);
  out.write_matrix(body.angular_velocity);
  out.write_matrix(body.linear_velocity_damping);
  out.write_matrix(body.angular_velocity_damping);
  out.write(body.gravity);
  for (const bool free : body.free) out.write(free);
  write(body.rest_pose, out);
}

void write(const std::vector<MatrixXd>& matrices, ByteWriter& out) {
  out.write(std::uint64_t{matrices.size()});
  for (const MatrixXd& matrix : matrices) out.write_matrix(matrix);
}

void write(const hydro::TransferFunction& function, ByteWriter& out) {
  out.write(std::uint64_t{function.values.size()});
  for (const MatrixXcd& values : function.values) {
    out.write_matrix(MatrixXd(values.real()));
    out.write_matrix(MatrixXd(values.imag()));
  }
}

void write(const hydro::Database& database, ByteWriter& out) {
  out.write(database.gravity);
  out.write(database.water_density);
  out.write(database.water_depth);
  for (const hydro::DatabaseBody& body : database.bodies) {
    out.write_matrix(body.center_of_gravity);
    out.write_matrix(body.center_of_buoyancy);
    out.write(body.displaced_volume);
    out.write_matrix(body.hydrostatic_stiffness);
  }
  out.write_matrix(database.omega);
  out.write_matrix(database.wave_directions);
  write(database.added_mass, out);
  write(database.radiation_damping, out);
  out.write(database.added_mass_infinite.has_value());
  if (database.added_mass_infinite) out.write_matrix(*database.added_mass_infinite);
  out.write_matrix(database.retardation_kernel.grid);
  write(database.retardation_kernel.values, out);
  write(database.excitation, out);
}

void write(const hydro::RadiationOptions& options, ByteWriter& out) {
  out.write(static_cast<std::int64_t>(options.form));
  out.write(static_cast<std::int64_t>(options.data));
  write(options.kernel_duration, out);
  out.write(options.tolerance);
  out.write(options.body_interaction);
}

void write(const HydrodynamicGroup& group, ByteWriter& out) {
  write(*group.database, out);
  for (const GroupBody& body : group.bodies) {
    out.write(body.body);
    out.write(static_cast<std::int64_t>(body.database_body));
    out.write_matrix(body.linear_damping);
    out.write_matrix(body.quadratic_damping);
  }
  out.write_matrix(group.origin);
  out.write(group.heading);
  out.write(static_cast<std::int64_t>(group.frame));
  out.write(static_cast<std::int64_t>(group.coriolis));
  out.write(static_cast<std::int64_t>(group.mode));
  out.write(group.lumped_factor);
  write(group.added_mass_frequency, out);
  write(group.radiation, out);
  out.write(group.excitation_enabled);
  out.write(group.excitation.at_body_position);
  out.write(group.hydrostatics);
}

void write(const AddedMassInteraction& interaction, ByteWriter& out) {
  out.write(interaction.body1);
  out.write(interaction.body2);
  out.write_matrix(interaction.blocks.body1);
  out.write_matrix(interaction.blocks.body2);
  out.write_matrix(interaction.blocks.off_diagonal);
  out.write(static_cast<std::int64_t>(interaction.frame));
  out.write(static_cast<std::int64_t>(interaction.coriolis));
  out.write(static_cast<std::int64_t>(interaction.mode));
  out.write(interaction.lumped_factor);
  out.write(interaction.enabled);
  out.write(interaction.transformer != nullptr);
}

void write(const std::optional<Vector3>& vector, ByteWriter& out) {
  out.write(vector.has_value());
  out.write_matrix(vector.value_or(Vector3::Zero()));
}

struct DriveWriter {
  ByteWriter& out;

  void operator()(const SpringDamper& spring) const {
    out.write(spring.stiffness);
    out.write(spring.damping);
    out.write(spring.rest);
  }
  void operator()(const Motor& motor) const {
    out.write(motor.speed);
    out.write(motor.force_limit);
  }
  void operator()(const Range& range) const {
    out.write(range.minimum);
    out.write(range.maximum);
    out.write(range.force_limit);
    out.write(range.restitution);
  }
  void operator()(const LockDrive& lock) const {
    out.write(lock.position);
    out.write(lock.force_limit);
  }
  void operator()(const FrictionDrive& friction) const { out.write(friction.force); }
};

void write(const Joint& joint, ByteWriter& out) {
  out.write(joint.name);
  out.write(static_cast<std::int64_t>(joint.type));
  out.write(joint.body1);
  out.write(joint.body2);
  out.write_matrix(joint.position);
  out.write_matrix(joint.axis);
  write(joint.position2, out);
  write(joint.axis2, out);
  out.write(joint.compliance);
  write(joint.damping_time, out);
  out.write(joint.enabled);
  out.write(std::uint64_t{joint.drives.size()});
  for (const JointDrive& drive : joint.drives) {
    out.write(static_cast<std::int64_t>(drive.dof));
    out.write(static_cast<std::uint64_t>(drive.kind.index()));
    std::visit(DriveWriter{out}, drive.kind);
  }
}

struct KindWriter {
  ByteWriter& out;

  void operator()(const ConstantForce& load) const {
    out.write(load.body);
    out.write_matrix(load.force);
    out.write_matrix(load.torque);
    out.write_matrix(load.point);
    out.write(load.body_axes);
    out.write(load.at_center_of_mass);
  }
  void operator()(const PointSpring& load) const {
    out.write(load.body1);
    out.write_matrix(load.point1);
    out.write(load.body2);
    out.write_matrix(load.point2);
    out.write(load.stiffness);
    out.write(load.damping);
    write(load.rest_length, out);
    out.write(load.tension_only);
  }
  void operator()(const LinearMooring& load) const {
    out.write(load.body);
    out.write_matrix(load.stiffness);
    out.write_matrix(load.damping);
    out.write_matrix(load.preload);
    write(load.rest_pose, out);
  }
  void operator()(const Winch& load) const {
    out.write(load.body1);
    out.write_matrix(load.point1);
    out.write(load.body2);
    out.write_matrix(load.point2);
    out.write(load.stiffness);
    out.write(load.damping);
    write(load.length, out);
    out.write(static_cast<std::int64_t>(load.control));
    out.write(load.command);
    out.write(load.force_limit);
    out.write(load.min_length);
    out.write(load.max_length);
  }
  void operator()(const Bushing& load) const {
    out.write(load.body1);
    out.write(load.body2);
    write(load.pose, out);
    out.write_matrix(load.stiffness);
    out.write_matrix(load.damping);
    out.write_matrix(load.preload);
  }
  void operator()(const ExternalForce& input) const {
    out.write(input.body);
    out.write(input.body_axes);
    out.write(input.replaces_excitation);
  }
  void operator()(const WaveElevationInput& input) const { out.write(input.direction); }
  void operator()(const StreamedComponents& input) const {
    out.write(static_cast<std::int64_t>(input.component_count));
    out.write(input.ramp_duration);
  }
  void operator()(const StreamedSpectrum& input) const {
    for (const double omega : input.omega) out.write(omega);
    for (const double direction : input.directions) out.write(direction);
    out.write(input.seed);
    out.write(static_cast<std::int64_t>(input.component_count));
    out.write(input.ramp_duration);
  }
  void operator()(const WaveField& input) const {
    out.write(input.body);
    for (const Vector3& point : input.points) out.write_matrix(point);
    for (const Vector3& area : input.areas) out.write_matrix(area);
    for (const double area : input.drag_areas) out.write(area);
    out.write(input.replaces_excitation);
  }
  void operator()(const JointCommand& input) const {
    out.write(input.joint);
    out.write(std::uint64_t{input.drive});
  }
  void operator()(const JointEnabled& input) const { out.write(input.joint); }
  void operator()(const KinematicMotion& input) const {
    out.write(input.body);
    out.write(static_cast<std::int64_t>(input.target));
  }
  void operator()(const LoadDrive& input) const { out.write(input.load); }
  void operator()(const AccelerationGain& input) const {
    for (const std::string& body : input.bodies) out.write(body);
  }
};

void write(const hydro::Current& current, ByteWriter& out) {
  for (const double depth : current.depths()) out.write(depth);
  for (const Vector2& velocity : current.velocities()) out.write_matrix(velocity);
}

void write(const hydro::Sea& sea, ByteWriter& out) {
  for (const hydro::WaveComponent& component : sea.components()) {
    out.write(component.omega);
    out.write(component.amplitude);
    out.write(component.phase);
    out.write(component.direction);
  }
  out.write(sea.water_depth());
  out.write(sea.gravity());
  out.write(sea.ramp_duration());
  for (const hydro::VarianceHistory& history : sea.histories()) {
    out.write(std::uint64_t{history.first});
    for (const double time : history.times) out.write(time);
    out.write_matrix(history.variances);
  }
}

void write(const StatisticsOptions& statistics, ByteWriter& out) {
  out.write(statistics.warm_up);
  out.write(std::uint64_t{statistics.outputs.size()});
  for (const std::string& output : statistics.outputs) out.write(output);
  out.write(std::uint64_t{statistics.turning_points.size()});
  for (const std::string& output : statistics.turning_points) out.write(output);
  for (const StatisticsLimit& limit : statistics.limits) {
    out.write(limit.output);
    out.write(std::int64_t{limit.component.value_or(0)});
    write(limit.below, out);
    write(limit.above, out);
  }
}

}  // namespace

std::uint64_t digest(const Model& model) {
  ByteWriter out;
  out.write(model.gravity);
  out.write(model.water_density);
  out.write(model.water_depth);
  write(model.current, out);
  out.write(model.sea.has_value());
  if (model.sea) write(*model.sea, out);
  out.write(std::uint64_t{model.bodies.size()});
  for (const RigidBody& body : model.bodies) write(body, out);
  out.write(std::uint64_t{model.hydrodynamics.size()});
  for (const HydrodynamicGroup& group : model.hydrodynamics) write(group, out);
  for (const AddedMassInteraction& interaction : model.added_mass_interactions) {
    write(interaction, out);
  }
  for (const Joint& joint : model.joints) write(joint, out);
  out.write(model.gravity_field != nullptr);
  for (const ForceFieldUse& use : model.force_fields) {
    out.write(use.name);
    for (const std::string& body : use.bodies) out.write(body);
  }
  for (const Load& load : model.loads) {
    out.write(load.name);
    out.write(static_cast<std::uint64_t>(load.kind.index()));
    std::visit(KindWriter{out}, load.kind);
  }
  for (const Input& input : model.inputs) {
    out.write(static_cast<std::uint64_t>(input.kind.index()));
    std::visit(KindWriter{out}, input.kind);
  }
  for (const auto& interaction : model.strong_interactions) {
    for (const std::string& body : interaction->bodies()) out.write(body);
  }
  for (const StrongJoint& strong : model.strong_joints) out.write(strong.joint);
  out.write(model.stepper ? static_cast<std::int64_t>(*model.stepper) : std::int64_t{-1});
  write(model.theta, out);
  out.write(model.step_ns);
  // A model without them is what it was before there were any.
  if (model.statistics) write(*model.statistics, out);
  return XXH64(out.bytes().data(), out.bytes().size(), 0);
}

}  // namespace raftup::solver
