#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "solver/model/contacts/contact_state.hpp"
#include "solver/model/inputs/event.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/machines/machine.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/model/water/added_mass_interaction.hpp"

namespace raftup::solver {

struct BodyState {
  Vector3 position = Vector3::Zero();            ///< m, of the center of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< attitude, from body axes to world axes
  /// W(q) v with the mass matrix W, which includes added mass [kg m/s, kg m2/s], world axes. It is
  /// 0 in the directions in which the body is not free to move.
  Vector6 momentum = Vector6::Zero();
  /// Velocity of the center of mass and angular velocity [m/s; rad/s], world axes.
  Vector6 velocity = Vector6::Zero();
  /// Force and moment that Simulation::add_wrench has added for the next step, at the center of
  /// mass, world axes [N, N m].
  Vector6 added_force = Vector6::Zero();
  /// Sum of all loads at the start of the last step, at the center of mass, world axes [N, N m].
  Vector6 last_force = Vector6::Zero();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("position", self.position);
    field("attitude", self.attitude);
    field("momentum", self.momentum);
    field("velocity", self.velocity);
    field("added_force", self.added_force);
    field("last_force", self.last_force);
  }
};

/// Copies pose, momentum and velocity of a body in world axes from its state and computes its
/// rotation matrix.
void read_motion(const BodyState& from, BodyKinematics& to) noexcept;
/// Copies pose, momentum and velocity of a body to its state [m, kg m/s, m/s, rad/s, world]. The
/// forces in the state stay as they are.
void write_motion(const BodyKinematics& from, BodyState& to) noexcept;

struct JointState {
  bool enabled = true;
  /// One command per drive of the joint: Motor::speed [m/s, rad/s], LockDrive::position [m, rad] or
  /// SpringDamper::rest [m, rad].
  std::vector<double> commands;
  /// Constraint multipliers of the last step, one per row of the joint [N, N m]. They are reported
  /// as outputs, and an impulse stepper uses these values as the initial guess of the next step.
  std::vector<double> multipliers;
  /// One value per drive. For a drive that acts by a force on an angle it is that angle at the end
  /// of the last step, including whole turns [rad]; for other drives it is 0.
  std::vector<double> angles;
  /// One per drive: the force at the end of the last step of a TableDrive that has a past [N, N m];
  /// 0 for other drives.
  std::vector<double> forces;

  /// Visits all fields except angles [rad] and forces [N, N m], which serialize() writes in later
  /// parts of the bytes.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enabled", self.enabled);
    field("commands", self.commands);
    field("multipliers", self.multipliers);
  }
};

struct LoadState {
  double length = 0.0;  ///< m, unstretched length of the line of a winch; 0 for other loads
  /// Numbers of loads other than winches that have a state, in an order that each kind of load
  /// defines.
  std::vector<double> values;
  /// Opaque bytes in which another program keeps the state of a load that it computes.
  std::string memory;

  /// Visits all fields except values and memory, which serialize() writes in later parts of the
  /// bytes.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("length", self.length);
  }
};

/// The radiation memory of one node of a family of databases, which is one relative position of two
/// bodies [m, rad] with its coefficients.
struct NodeMemory {
  std::uint64_t group = 0;  ///< index of the hydrodynamic group in the model
  std::uint64_t node = 0;   ///< number of the node in its family: FamilyConfiguration::place_of()
  /// Largest absolute value in `state` since the node has no weight in the blend of nodes any more;
  /// 0 while it has a weight. The memory is dropped once its values have faded relative to this
  /// one.
  double peak = 0.0;
  hydro::MemoryState state;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("group", self.group);
    field("node", self.node);
    field("peak", self.peak);
    field("state", self.state);
  }
};

/// The pose of a body in the world without its motion at wave frequencies, at which wave excitation
/// is evaluated.
struct SlowPose {
  /// State of the low-pass filter of x, y [m] and heading [rad] of the center of mass, world; the
  /// heading includes whole turns. It is empty for a body whose wave excitation is evaluated at its
  /// present pose.
  std::vector<double> filter;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("filter", self.filter);
  }
};

/// The memory of the uniform flow past the bodies of a hydrodynamic group that move ahead
/// (ForwardSpeedMode::kUniformFlow). It is empty for a group without such a flow.
struct FlowMemory {
  /// Low-pass filters of the speeds through the water along the bows [m/s], LowPass::kValueCount
  /// numbers for each body in the order of the database.
  std::vector<double> speeds;
  /// Integral of the radiation force from t = 0 for each dof of the group [N s, N m s].
  std::vector<double> impulse;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("speeds", self.speeds);
    field("impulse", self.impulse);
  }
};

/// The low-pass filters of the axes of the family of databases of a hydrodynamic group. It is empty
/// for a group without such filters.
struct ConfigurationFilters {
  /// State of a LowPass for each axis that has a filter, LowPass::kValueCount numbers each, in the
  /// order of the axes.
  std::vector<double> values;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("values", self.values);
  }
};

/// A limit of validity that a simulation has exceeded, such as a rotation that is too large for
/// linear theory. RunLimits lists these limits.
struct PassedLimit {
  std::uint64_t limit = 0;      ///< number of the limit, as RunLimits counts its limits
  std::int64_t step_index = 0;  ///< step at which the limit was first exceeded
  double value = 0.0;           ///< value at step_index, in the unit of the limit
  std::int64_t worst_step = 0;  ///< step of the largest excess
  double worst = 0.0;           ///< value at worst_step, in the unit of the limit

  /// Visits all fields except the largest excess, which serialize() writes in a later part of the
  /// bytes.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("limit", self.limit);
    field("step_index", self.step_index);
    field("value", self.value);
  }
};

/// Everything on which the further course of a simulation depends. A plain value.
struct State {
  /// digest of the model of this state; Simulation::restore() refuses a state with another digest
  std::uint64_t model_digest = 0;
  std::int64_t step_index = 0;
  std::vector<BodyState> bodies;
  /// One entry per body [kg, m, kg m2] if mass properties of any body have changed since t = 0. The
  /// list is empty while all mass properties are those of the model.
  std::vector<MassProperties> mass_properties;
  std::vector<JointState> joints;  ///< one per joint of the model
  /// one per added-mass interaction of the model [kg, kg m, kg m2]
  std::vector<AddedMassState> added_masses;
  /// Accelerations at the last evaluation of the equations of motion, one per body [m/s2, rad/s2,
  /// world]. Lumped added mass (AddedMassMode::kLumped) acts as a force with these accelerations,
  /// which are 0 at first. The list is empty if all added mass is coupled.
  std::vector<Vector6> accelerations;
  std::vector<LoadState> loads;        ///< one per load of the model
  std::vector<MachineState> machines;  ///< one per machine of the model
  /// Radiation memory of each hydrodynamic group. The entry of a group with a family of databases
  /// is empty; its memories are in node_memories.
  std::vector<hydro::MemoryState> radiation;
  /// Radiation memory of each node of the families of databases, ordered by hydrodynamic group and
  /// then by node.
  std::vector<NodeMemory> node_memories;
  /// Past velocities of the bodies of each hydrodynamic group [m/s, rad/s], from which the radiated
  /// waves at disturbed probes follow; the entry of a group without such probes is empty. If bodies
  /// have sections, as many entries follow, from which the radiation forces on the parts ahead of
  /// sections follow. The list is empty if no probe is disturbed and no body has sections.
  std::vector<hydro::MemoryState> field_memories;
  /// One entry per hydrodynamic group. The list is empty if no group has a uniform flow.
  std::vector<FlowMemory> flow_memories;
  /// One entry per hydrodynamic group. The list is empty if no axis of a family has a filter.
  std::vector<ConfigurationFilters> configuration_filters;
  StatisticsState statistics;
  /// pairs of shapes that were near each other at the start of the last step
  ContactPairs contacts;
  std::vector<InputSeries> inputs;  ///< one per input of the model
  std::vector<EventState> events;   ///< one per event of the model
  /// number of consecutive steps up to now in which an event has fired
  std::int64_t firing_steps = 0;
  /// Limits of validity that were exceeded, in the order in which it happened; usually empty. They
  /// have no influence on forces [N].
  std::vector<PassedLimit> passed_limits;
  /// One entry per body of the model. The list is empty if no hydrodynamic group uses slow poses.
  std::vector<SlowPose> slow_poses;
};

/// True if the lists of two states have the same lengths, as for states of the same model. Lists
/// whose length may change during a run, such as mass properties [kg], are not compared.
bool same_shape(const State& a, const State& b);

/// True if two states are equal bit for bit: -0.0 and 0.0 differ, and equal bit patterns of NaN are
/// equal.
bool identical(const State& a, const State& b);

/// Hash (xxh64) of a state. It does not include the samples of inputs, which clients may send ahead
/// of the time [s], and the limits of validity that were exceeded, because no force depends on
/// these limits.
std::uint64_t state_hash(const State& state);

/// Hash (xxh64) of position, attitude, momentum and velocity of every body [world frame]. It is
/// fast enough to be computed in every step. A difference elsewhere in the state that influences
/// the motion changes this hash one step later.
std::uint64_t motion_hash(const State& state) noexcept;

/// Writes a state as portable little-endian bytes: an identifier, the format version, the content,
/// and an xxh64 checksum. The bytes have the lowest format version that can hold everything in the
/// state: 5 by default, 6 if a load has values, 7 if shapes touch, 8 if a family of databases has
/// radiation memory, 9 if limits of validity were exceeded, 10 with slow poses, 11 if a load has a
/// memory of another program, 12 with residuals of contacts, 13 if a limit has been exceeded
/// further after the first time or the spring of a joint has turned by more than a quarter of a
/// turn, 14 with events, 15 with machines or if the force of a drive depends on its past, 16 if an
/// event has said when the run ends, 17 with disturbed probes, 18 with a uniform flow past bodies,
/// 19 with filtered axes of families of databases.
std::string serialize(const State& state);

/// Reads a state from the bytes that serialize() writes. Format version 4, which has no statistics
/// and no changed mass properties, can be read as well.
/// @throws Error(kDataLoss) if the identifier, the checksum or a length is wrong;
///         Error(kInvalidArgument) for an unknown format version
State deserialize(std::string_view bytes);

}  // namespace raftup::solver
