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
  Vector3 position = Vector3::Zero();            ///< m, of the centre of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< body to world
  /// W(q) v, added mass included [kg m/s, kg m2/s], world; 0 in dofs that are not free.
  Vector6 momentum = Vector6::Zero();
  /// [linear, m/s; angular, rad/s] of the centre of mass, world axes
  Vector6 velocity = Vector6::Zero();
  /// Wrenches at the centre of mass, world axes [N, N m].
  Vector6 added_force = Vector6::Zero();  ///< by Simulation::add_wrench, for the next step
  Vector6 last_force = Vector6::Zero();   ///< sum of all loads at the start of the last step

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

/// Reads the pose and motion of a body from its state.
void read_motion(const BodyState& from, BodyKinematics& to) noexcept;
/// Writes pose and motion [m, m/s, rad/s, world] to a state; its forces are kept.
void write_motion(const BodyKinematics& from, BodyState& to) noexcept;

struct JointState {
  bool enabled = true;
  /// One per drive: Motor::speed [m/s, rad/s], LockDrive::position [m, rad], SpringDamper::rest [m,
  /// rad].
  std::vector<double> commands;
  /// Multipliers of the last step, one per row [N, N m], with which an impulse stepper begins the
  /// next one; they are also reported.
  std::vector<double> multipliers;
  /// One per drive: for one that acts by a force on an angle, the angle x at the end of the last step
  /// with its whole turns [rad]; 0 for other drives.
  std::vector<double> angles;
  /// One per drive: the force at the end of the last step of a TableDrive that has a past [N, N m]; 0
  /// for other drives.
  std::vector<double> forces;

  /// All fields but angles and forces, which are stored separately in a state (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enabled", self.enabled);
    field("commands", self.commands);
    field("multipliers", self.multipliers);
  }
};

struct LoadState {
  double length = 0.0;         ///< m, unstretched, of a winch's line; 0 for other loads
  std::vector<double> values;  ///< of other loads with a state, in a layout of their own
  std::string memory;          ///< of a load that another program computes, opaque bytes

  /// All fields but values and memory, which are stored separately in a state (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("length", self.length);
  }
};

/// The radiation memory of one node of a family of databases.
struct NodeMemory {
  std::uint64_t group = 0;  ///< index of the hydrodynamic group in the model
  std::uint64_t node = 0;   ///< by PairConfiguration::place_of()
  /// Largest number in `state` since the node has lost its weight; 0 while it has one.
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

/// The pose of a body without its motion at wave frequencies.
struct SlowPose {
  /// State of the LowPass of x, y [m] and heading [rad] of the centre of mass, world; the heading
  /// includes whole turns. Empty for bodies that meet waves at their present poses.
  std::vector<double> filter;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("filter", self.filter);
  }
};

/// A limit of validity that a simulation has exceeded: see RunLimits.
struct PassedLimit {
  std::uint64_t limit = 0;      ///< number of the limit in RunLimits
  std::int64_t step_index = 0;  ///< step at which it was first exceeded
  double value = 0.0;           ///< value at that step, in the unit of the limit
  std::int64_t worst_step = 0;  ///< step of the largest excess
  double worst = 0.0;           ///< value at that step

  /// All fields but the largest excess, which is stored separately in a state (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("limit", self.limit);
    field("step_index", self.step_index);
    field("value", self.value);
  }
};

/// Everything that the future of a simulation depends on. A plain value.
struct State {
  std::uint64_t model_digest = 0;  ///< of the model it belongs to; restore() refuses another
  std::int64_t step_index = 0;
  std::vector<BodyState> bodies;
  /// One per body if any has changed since t = 0; empty while all are those of the model.
  std::vector<MassProperties> mass_properties;
  std::vector<JointState> joints;  ///< one per joint of the model
  /// one per added-mass interaction of the model [kg, kg m, kg m2]
  std::vector<AddedMassState> added_masses;
  /// Accelerations of the last evaluation, one per body [m/s2, rad/s2, world]: a_last of
  /// AddedMassMode::kLumped, 0 at first. Empty if all added mass is coupled.
  std::vector<Vector6> accelerations;
  std::vector<LoadState> loads;               ///< one per load of the model
  std::vector<MachineState> machines;         ///< one per machine of the model
  std::vector<hydro::MemoryState> radiation;  ///< one per hydrodynamic group; empty of a family
  /// Radiation memory of each configuration node, by hydrodynamic group and then by node.
  std::vector<NodeMemory> node_memories;
  StatisticsState statistics;
  ContactPairs contacts;  ///< shapes that were near each other at the start of the last step
  std::vector<InputSeries> inputs;  ///< one per input of the model
  std::vector<EventState> events;   ///< one per event of the model
  std::int64_t firing_steps = 0;    ///< steps running at which an event has fired
  /// Limits that were exceeded, in order of time; usually empty. No force [N] depends on them.
  std::vector<PassedLimit> passed_limits;
  /// One per body of the model; empty if no hydrodynamic group uses slow poses.
  std::vector<SlowPose> slow_poses;
};

/// True if all lists of two states have the same lengths, except mass properties [kg]; this holds
/// for states of the same model.
bool same_shape(const State& a, const State& b);

/// Bit for bit: -0.0 and 0.0 differ, equal NaN patterns are equal.
bool identical(const State& a, const State& b);

/// xxh64 of everything in a state except samples of inputs that clients sent ahead of the time [s],
/// and the limits that were exceeded, on which no force depends.
std::uint64_t state_hash(const State& state);

/// xxh64 of position, attitude, momentum and velocity of every body [world frame], fast enough for
/// every step. A difference elsewhere in the state shows in it a step later.
std::uint64_t motion_hash(const State& state) noexcept;

/// Portable bytes: magic, format version, content, xxh64 checksum; little-endian. Format version 8
/// where a family of databases remembers, else 7 where shapes touch, else 6 where a load has
/// values, else 5; 9 where limits were passed, 10 with slow poses, 11 where a load has a memory,
/// 12 where residuals of contacts are kept, 13 where a limit has been passed further than at first
/// or a spring of a joint has turned by more than a quarter of a turn, 14 with events, 15 with
/// machines, or where a drive of a joint has a force that depends on its past.
std::string serialize(const State& state);

/// Also of format version 4, which knew no statistics and no mass properties that change.
/// @throws Error(kDataLoss) on a bad magic, checksum or length; Error(kInvalidArgument) on another
///         format version
State deserialize(std::string_view bytes);

}  // namespace raftup::solver
