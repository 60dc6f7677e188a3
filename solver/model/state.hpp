#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "solver/model/contacts/contact_state.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/model/water/added_mass_interaction.hpp"

namespace raftup::solver {

struct BodyState {
  Vector3 position = Vector3::Zero();            ///< m, of the centre of mass, world
  Quaternion attitude = Quaternion::Identity();  ///< body to world
  /// W(q) v, added mass included [kg m/s, kg m2/s], world; 0 in dofs that are not free.
  Vector6 momentum = Vector6::Zero();
  Vector6 velocity = Vector6::Zero();  ///< [linear; angular] of the centre of mass, world
  /// Wrenches at the centre of mass, world axes [N, N m].
  Vector6 added_force = Vector6::Zero();  ///< by Simulation::add_force, for the next step
  Vector6 last_force = Vector6::Zero();   ///< every load where the last step began

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

/// Places a body where its state says, with the motion that it has there.
void read_motion(const BodyState& from, BodyKinematics& to) noexcept;
/// Its inverse; the forces of the state stay.
void write_motion(const BodyKinematics& from, BodyState& to) noexcept;

struct JointState {
  bool enabled = true;
  /// One per drive: Motor::speed, LockDrive::position, SpringDamper::rest.
  std::vector<double> commands;
  /// Of the last step, one per row [N, N m]: what an impulse stepper begins with, and reports.
  std::vector<double> multipliers;
  /// One per drive: of a spring, its angle x where the last step ended, with its whole turns [rad];
  /// 0 of others.
  std::vector<double> angles;

  /// All but the angles, which stand apart where a state is written (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enabled", self.enabled);
    field("commands", self.commands);
    field("multipliers", self.multipliers);
  }
};

struct LoadState {
  double length = 0.0;         ///< m, unstretched, of a winch's line; 0 of other loads
  std::vector<double> values;  ///< of other loads that have a past; what each is they say
  std::string memory;          ///< of a load that another program computes, opaque bytes

  /// All but values and memory, which stand apart where a state is written (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("length", self.length);
  }
};

/// The radiation memory of one node of a family of databases.
struct NodeMemory {
  std::uint64_t group = 0;  ///< index of the hydrodynamic group in the model
  std::uint64_t node = 0;   ///< by PairConfiguration::place_of()
  /// Largest number in `state` since the node has lost its weight; 0 while it has some.
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

/// Where motions slower than a cutoff have brought a body.
struct SlowPose {
  /// LowPass's of x, y [m] and heading [rad] of the centre of mass, world; the heading counts whole
  /// turns. Empty of bodies that meet their waves where they are.
  std::vector<double> filter;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("filter", self.filter);
  }
};

/// A limit of what a model can hold that a simulation has passed: see RunLimits.
struct PassedLimit {
  std::uint64_t limit = 0;      ///< which, as RunLimits counts them
  std::int64_t step_index = 0;  ///< where it was first found passed
  double value = 0.0;           ///< there, in the limit's unit
  std::int64_t worst_step = 0;  ///< where it has been passed furthest
  double worst = 0.0;           ///< there

  /// All but the worst, which stands apart where a state is written (serialize()).
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
  /// One per body where they have changed since t = 0; empty while all are the model's.
  std::vector<MassProperties> mass_properties;
  std::vector<JointState> joints;            ///< one per joint of the model
  std::vector<AddedMassState> added_masses;  ///< one per added-mass interaction of the model
  /// Of the last evaluation, one per body: a_last of AddedMassMode::kLumped, 0 at first. Empty
  /// where all added mass is coupled.
  std::vector<Vector6> accelerations;
  std::vector<LoadState> loads;               ///< one per load of the model
  std::vector<hydro::MemoryState> radiation;  ///< one per hydrodynamic group; empty of a family
  /// Radiation memory of each configuration node, by hydrodynamic group and then by node.
  std::vector<NodeMemory> node_memories;
  StatisticsState statistics;
  ContactPairs contacts;            ///< shapes within reach at the start of the last step
  std::vector<InputSeries> inputs;  ///< one per input of the model
  /// In the order in which they were passed; mostly empty. No force depends on them.
  std::vector<PassedLimit> passed_limits;
  /// One per body of the model; empty where no hydrodynamic group has them.
  std::vector<SlowPose> slow_poses;
};

/// Whether every list of both is as long, mass properties aside: states of one model are.
bool same_shape(const State& a, const State& b);

/// Bit for bit: -0.0 and 0.0 differ, equal NaN patterns are equal.
bool identical(const State& a, const State& b);

/// xxh64 of everything but the samples of inputs, of the past and not of what clients sent ahead,
/// and the limits that were passed, which no force depends on.
std::uint64_t state_hash(const State& state);

/// xxh64 of position, attitude, momentum and velocity of every body: cheap enough for every step.
/// What differs elsewhere shows here a step later.
std::uint64_t motion_hash(const State& state) noexcept;

/// Portable bytes: magic, format version, content, xxh64 checksum; little-endian. Format version 8
/// where a family of databases remembers, else 7 where shapes touch, else 6 where a load has
/// values, else 5; 9 where limits were passed, 10 with slow poses, 11 where a load has a memory,
/// 12 where residuals of contacts are kept, 13 where a limit has been passed further than at first
/// or a spring of a joint has turned by more than a quarter of a turn.
std::string serialize(const State& state);

/// Also of format version 4, which knew no statistics and no mass properties that change.
/// @throws Error(kDataLoss) on a bad magic, checksum or length; Error(kInvalidArgument) on another
///         format version
State deserialize(std::string_view bytes);

}  // namespace raftup::solver
