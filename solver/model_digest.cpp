#include "solver/model_digest.hpp"

#include <xxhash.h>

#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "solver/serialisation/byte_writer.hpp"

namespace raftup::solver {

namespace {

/// A model as bytes that tell it from every other: sequences with their lengths, options with
/// whether they are there, alternatives with which they are.
class ModelBytes {
 public:
  explicit ModelBytes(const Model& model) { put(model); }

  std::uint64_t digest() const { return XXH64(out_.bytes().data(), out_.bytes().size(), 0); }

 private:
  template <typename... Fields>
  void put_all(const Fields&... fields) {
    (put(fields), ...);
  }

  /// Numbers, names, matrices, and sequences of what can be put.
  template <typename Value>
  void put(const Value& value) {
    if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, double>) {
      out_.write(value);
    } else if constexpr (std::is_enum_v<Value> || std::is_integral_v<Value>) {
      out_.write(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      out_.write(std::string_view(value));
    } else if constexpr (std::is_base_of_v<Eigen::MatrixBase<Value>, Value>) {
      out_.write(std::int64_t{value.cols()});
      out_.write_matrix(value);
    } else {
      out_.write(std::uint64_t{value.size()});
      for (const auto& item : value) put(item);
    }
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename... Kinds>
  void put(const std::variant<Kinds...>& kinds) {
    put(kinds.index());
    std::visit([this](const auto& kind) { this->put(kind); }, kinds);
  }

  // --- databases --------------------------------------------------------------------------------
  void put(const hydro::TransferFunction& function) {
    put(function.values.size());
    for (const MatrixXcd& values : function.values) {
      put_all(MatrixXd(values.real()), MatrixXd(values.imag()));
    }
  }
  void put(const hydro::DatabaseBody& body) {
    put_all(body.center_of_gravity, body.center_of_buoyancy, body.displaced_volume,
            body.hydrostatic_stiffness);
  }
  void put(const hydro::Database& database) {
    put_all(database.gravity, database.water_density, database.water_depth, database.bodies);
    put_all(database.omega, database.wave_directions, database.added_mass);
    put_all(database.radiation_damping, database.added_mass_infinite);
    put_all(database.retardation_kernel.grid, database.retardation_kernel.values);
    put(database.excitation);
  }
  void put(const hydro::RadiationOptions& options) {
    put_all(options.form, options.data, options.kernel_duration, options.tolerance,
            options.body_interaction);
  }

  // --- the water --------------------------------------------------------------------------------
  void put(const hydro::Current& current) { put_all(current.depths(), current.velocities()); }
  void put(const hydro::WaveComponent& component) {
    put_all(component.omega, component.amplitude, component.phase, component.direction);
  }
  void put(const hydro::VarianceHistory& history) {
    put_all(history.first, history.times, history.variances);
  }
  void put(const hydro::Sea& sea) {
    put_all(sea.components(), sea.water_depth(), sea.gravity(), sea.ramp_duration(),
            sea.histories());
  }

  // --- bodies and what acts between them --------------------------------------------------------
  void put(const Pose& pose) { put_all(pose.position, pose.attitude.coeffs()); }
  void put(const RigidBody& body) {
    put_all(body.name, body.motion, body.mass, body.inertia, body.mass_coefficients);
    put_all(body.inertia_coefficients, body.center_of_mass, body.pose, body.linear_velocity);
    put_all(body.angular_velocity, body.linear_velocity_damping, body.angular_velocity_damping);
    put_all(body.gravity, body.free, body.rest_pose);
  }
  void put(const GroupBody& body) {
    put_all(body.body, body.database_body, body.linear_damping, body.quadratic_damping);
  }
  void put(const HydrodynamicGroup& group) {
    put_all(*group.database, group.bodies, group.origin, group.heading, group.frame);
    put_all(group.coriolis, group.mode, group.lumped_factor, group.added_mass_frequency);
    put_all(group.radiation, group.excitation_enabled, group.excitation.at_body_position);
    put(group.hydrostatics);
  }
  void put(const AddedMassInteraction& interaction) {
    put_all(interaction.body1, interaction.body2, interaction.blocks.body1);
    put_all(interaction.blocks.body2, interaction.blocks.off_diagonal, interaction.frame);
    put_all(interaction.coriolis, interaction.mode, interaction.lumped_factor);
    put_all(interaction.enabled, interaction.transformer != nullptr);
  }
  void put(const std::shared_ptr<const StrongInteraction>& interaction) {
    put(interaction->bodies());
  }
  void put(const StrongJoint& strong) { put(strong.joint); }

  // --- joints -----------------------------------------------------------------------------------
  void put(const SpringDamper& spring) { put_all(spring.stiffness, spring.damping, spring.rest); }
  void put(const Motor& motor) { put_all(motor.speed, motor.force_limit); }
  void put(const Range& range) {
    put_all(range.minimum, range.maximum, range.force_limit, range.restitution);
  }
  void put(const LockDrive& lock) { put_all(lock.position, lock.force_limit); }
  void put(const FrictionDrive& friction) { put_all(friction.force); }
  void put(const JointDrive& drive) { put_all(drive.dof, drive.kind); }
  void put(const Joint& joint) {
    put_all(joint.name, joint.type, joint.body1, joint.body2, joint.position, joint.axis);
    put_all(joint.position2, joint.axis2, joint.compliance, joint.damping_time);
    put_all(joint.enabled, joint.drives);
  }

  // --- loads ------------------------------------------------------------------------------------
  void put(const ConstantForce& load) {
    put_all(load.body, load.force, load.torque, load.point, load.body_axes, load.at_center_of_mass);
  }
  void put(const PointSpring& load) {
    put_all(load.body1, load.point1, load.body2, load.point2, load.stiffness, load.damping);
    put_all(load.rest_length, load.tension_only);
  }
  void put(const LinearMooring& load) {
    put_all(load.body, load.stiffness, load.damping, load.preload, load.rest_pose);
  }
  void put(const Winch& load) {
    put_all(load.body1, load.point1, load.body2, load.point2, load.stiffness, load.damping);
    put_all(load.length, load.control, load.command, load.force_limit, load.min_length);
    put(load.max_length);
  }
  void put(const Bushing& load) {
    put_all(load.body1, load.body2, load.pose, load.stiffness, load.damping, load.preload);
  }
  void put(const Load& load) { put_all(load.name, load.kind); }
  void put(const ForceFieldUse& use) { put_all(use.name, use.bodies); }

  // --- inputs -----------------------------------------------------------------------------------
  void put(const ExternalForce& input) {
    put_all(input.body, input.body_axes, input.replaces_excitation);
  }
  void put(const WaveElevationInput& input) { put_all(input.direction); }
  void put(const StreamedComponents& input) { put_all(input.component_count, input.ramp_duration); }
  void put(const StreamedSpectrum& input) {
    put_all(input.omega, input.directions, input.seed, input.component_count, input.ramp_duration);
  }
  void put(const WaveField& input) {
    put_all(input.body, input.points, input.areas, input.drag_areas, input.replaces_excitation);
  }
  void put(const JointCommand& input) { put_all(input.joint, input.drive); }
  void put(const JointEnabled& input) { put_all(input.joint); }
  void put(const KinematicMotion& input) { put_all(input.body, input.target); }
  void put(const LoadDrive& input) { put_all(input.load); }
  void put(const AccelerationGain& input) { put_all(input.bodies); }
  void put(const Input& input) { put_all(input.kind); }

  // --- statistics, the whole --------------------------------------------------------------------
  void put(const StatisticsLimit& limit) {
    put_all(limit.output, limit.component, limit.below, limit.above);
  }
  void put(const StatisticsOptions& statistics) {
    put_all(statistics.warm_up, statistics.outputs, statistics.turning_points, statistics.limits);
  }
  void put(const Model& model) {
    put_all(model.gravity, model.water_density, model.water_depth, model.current, model.sea);
    put_all(model.bodies, model.hydrodynamics, model.added_mass_interactions, model.joints);
    put_all(model.gravity_field != nullptr, model.force_fields, model.loads, model.inputs);
    put_all(model.strong_interactions, model.strong_joints, model.stepper, model.theta);
    put_all(model.step_ns, model.statistics);
  }

  ByteWriter out_;
};

}  // namespace

std::uint64_t digest(const Model& model) { return ModelBytes(model).digest(); }

}  // namespace raftup::solver
