#include "solver/model/state.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <functional>
#include <numbers>

#include "solver/description/field_bytes.hpp"

namespace raftup::solver {

namespace {

constexpr std::string_view kMagic = "RAFTUPST";
constexpr std::uint64_t kFormatVersion = 19;
constexpr std::uint64_t kWithoutFilters = 18;
constexpr std::uint64_t kWithoutFlowMemories = 17;
constexpr std::uint64_t kWithoutFieldMemories = 16;
constexpr std::uint64_t kWithoutEnds = 15;
constexpr std::uint64_t kWithoutMachines = 14;
constexpr std::uint64_t kWithoutEvents = 13;
constexpr std::uint64_t kWithoutWorst = 12;
constexpr std::uint64_t kWithoutResiduals = 11;
constexpr std::uint64_t kWithoutLoadMemories = 10;
constexpr std::uint64_t kWithoutSlowPoses = 9;
constexpr std::uint64_t kWithoutPassedLimits = 8;
constexpr std::uint64_t kWithoutNodes = 7;
constexpr std::uint64_t kWithoutContacts = 6;
constexpr std::uint64_t kWithoutLoadValues = 5;
constexpr std::uint64_t kFormerVersion = 4;  ///< without statistics and mass properties
constexpr std::size_t kChecksumBytes = 8;
/// Below this angle [rad] no count of turns is stored, since no step turns a spring by more than
/// this.
constexpr double kQuarterTurn = 0.5 * std::numbers::pi;
/// largest permitted number of values of one sample
constexpr std::int64_t kWidestInput = 1 << 16;
constexpr std::size_t kLeastInputBytes = 32;  // four counts

std::uint64_t checksum(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

void write(const InputSeries& input, ByteWriter& out) {
  out.write(std::int64_t{input.width()});
  out.write(static_cast<std::int64_t>(input.interpolation()));
  out.write(input.times_ns());
  out.write(input.values());
}

InputSeries read_input(ByteReader& in) {
  const std::int64_t width = in.read_signed();
  const std::int64_t interpolation = in.read_signed();
  const std::vector<std::int64_t> times_ns = in.read_integers();
  const std::vector<double> values = in.read_doubles();
  const bool known = width > 0 && width <= kWidestInput && interpolation >= 0 &&
                     interpolation <= static_cast<std::int64_t>(Interpolation::kHermite);
  const auto columns = static_cast<std::size_t>(known ? width : 1);
  const bool ascend = std::adjacent_find(times_ns.begin(), times_ns.end(),
                                         std::greater_equal<>()) == times_ns.end();
  if (!known || !ascend || values.size() != times_ns.size() * columns) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("state must have inputs of one width at ascending times, got {} values "
                            "in {} samples of width {}",
                            values.size(), times_ns.size(), width));
  }
  InputSeries input(static_cast<int>(width), static_cast<Interpolation>(interpolation));
  for (std::size_t i = 0; i < times_ns.size(); ++i) {
    input.append(times_ns[i], std::span(values).subspan(i * columns, columns));
  }
  return input;
}

/// Visits the fields that format version 4 has, except the inputs.
template <typename Self, typename Visitor>
void past_fields(Self& state, Visitor& field) {
  field("model_digest", state.model_digest);
  field("step_index", state.step_index);
  field("bodies", state.bodies);
  field("joints", state.joints);
  field("added_masses", state.added_masses);
  field("accelerations", state.accelerations);
  field("loads", state.loads);
  field("radiation", state.radiation);
}

bool have_values(const std::vector<LoadState>& loads) {
  return std::any_of(loads.begin(), loads.end(),
                     [](const LoadState& load) { return !load.values.empty(); });
}

void write_values(const std::vector<LoadState>& loads, FieldWriter& field) {
  for (const LoadState& load : loads) field.write(load.values);
}

bool have_memories(const std::vector<LoadState>& loads) {
  return std::any_of(loads.begin(), loads.end(),
                     [](const LoadState& load) { return !load.memory.empty(); });
}

void write_memories(const std::vector<LoadState>& loads, ByteWriter& out) {
  for (const LoadState& load : loads) out.write(std::string_view(load.memory));
}

bool have_residuals(const ContactPairs& pairs) {
  return std::any_of(pairs.begin(), pairs.end(),
                     [](const ContactPairState& pair) { return pair.residual != 0.0; });
}

void write_residuals(const ContactPairs& pairs, FieldWriter& field) {
  for (const ContactPairState& pair : pairs) field.write(pair.residual);
}

bool have_worse(const std::vector<PassedLimit>& limits) {
  return std::any_of(limits.begin(), limits.end(), [](const PassedLimit& passed) {
    return passed.worst_step != passed.step_index;
  });
}

/// True if a spring of a joint has turned by more than an angle [rad].
bool have_turned(const std::vector<JointState>& joints, double beyond) {
  return std::any_of(joints.begin(), joints.end(), [beyond](const JointState& joint) {
    return std::any_of(joint.angles.begin(), joint.angles.end(),
                       [beyond](double angle) { return std::abs(angle) > beyond; });
  });
}

void write_angles(const std::vector<JointState>& joints, FieldWriter& field) {
  for (const JointState& joint : joints) field.write(joint.angles);
}

bool have_forces(const std::vector<JointState>& joints) {
  return std::any_of(joints.begin(), joints.end(), [](const JointState& joint) {
    return std::any_of(joint.forces.begin(), joint.forces.end(),
                       [](double force) { return force != 0.0; });
  });
}

void write_forces(const std::vector<JointState>& joints, FieldWriter& field) {
  for (const JointState& joint : joints) field.write(joint.forces);
}

void write_worst(const std::vector<PassedLimit>& limits, FieldWriter& field) {
  for (const PassedLimit& passed : limits) {
    field.write(passed.worst_step);
    field.write(passed.worst);
  }
}

void write_events(const State& state, FieldWriter& field) {
  field.write(state.events);
  field.write(state.firing_steps);
}

bool have_ends(const std::vector<EventState>& events) {
  return std::any_of(events.begin(), events.end(),
                     [](const EventState& event) { return event.ends_at >= 0; });
}

void write_ends(const std::vector<EventState>& events, FieldWriter& field) {
  for (const EventState& event : events) field.write(event.ends_at);
}

/// Reads the fields that format version 13 has added. For earlier versions, it sets these fields to
/// the values that they then had.
void read_worst_and_angles(bool written, State& state, FieldReader& field) {
  for (PassedLimit& passed : state.passed_limits) {
    passed.worst_step = passed.step_index;
    passed.worst = passed.value;
    if (!written) continue;
    field.read(passed.worst_step);
    field.read(passed.worst);
  }
  for (JointState& joint : state.joints) {
    if (written) field.read(joint.angles);
    joint.angles.resize(joint.commands.size(), 0.0);
    joint.forces.resize(joint.commands.size(), 0.0);
  }
}

std::string_view checked_content(std::string_view bytes) {
  if (bytes.size() < kMagic.size() + kChecksumBytes || !bytes.starts_with(kMagic)) {
    throw Error(ErrorCode::kDataLoss, fmt::format("state must begin with '{}', got {} other bytes",
                                                  kMagic, bytes.size()));
  }
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
  const std::uint64_t stored = ByteReader(bytes.substr(content.size())).read_unsigned();
  if (stored != checksum(content)) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("state must match its checksum {:016x}, got {:016x}", stored,
                            checksum(content)));
  }
  return content.substr(kMagic.size());
}

/// The lowest format version that can hold everything in a state, so that a state without later
/// additions keeps its bytes.
std::uint64_t least_version(const State& state) {
  if (!state.configuration_filters.empty()) return kFormatVersion;
  if (!state.flow_memories.empty()) return kWithoutFilters;
  if (!state.field_memories.empty()) return kWithoutFlowMemories;
  if (have_ends(state.events)) return kWithoutFieldMemories;
  if (have_forces(state.joints) || !state.machines.empty()) return kWithoutEnds;
  if (!state.events.empty()) return kWithoutMachines;
  if (have_worse(state.passed_limits) || have_turned(state.joints, kQuarterTurn)) {
    return kWithoutEvents;
  }
  if (have_residuals(state.contacts)) return kWithoutWorst;
  if (have_memories(state.loads)) return kWithoutResiduals;
  if (!state.slow_poses.empty()) return kWithoutLoadMemories;
  if (!state.passed_limits.empty()) return kWithoutSlowPoses;
  if (!state.node_memories.empty()) return kWithoutPassedLimits;
  if (!state.contacts.empty()) return kWithoutNodes;
  return have_values(state.loads) ? kWithoutContacts : kWithoutLoadValues;
}

}  // namespace

void read_motion(const BodyState& from, BodyKinematics& to) noexcept {
  to.place(from.position, from.attitude);
  to.momentum = from.momentum;
  to.velocity = from.velocity;
}

void write_motion(const BodyKinematics& from, BodyState& to) noexcept {
  to.position = from.position;
  to.attitude = from.attitude;
  to.momentum = from.momentum;
  to.velocity = from.velocity;
}

bool same_shape(const State& a, const State& b) {
  const auto alike = [](const auto& first, const auto& second, auto equal) {
    return std::equal(first.begin(), first.end(), second.begin(), second.end(), equal);
  };
  const auto same_size = [](const hydro::MemoryState& first, const hydro::MemoryState& second) {
    return first.values.size() == second.values.size();
  };
  return a.bodies.size() == b.bodies.size() && a.added_masses.size() == b.added_masses.size() &&
         a.accelerations.size() == b.accelerations.size() &&
         a.statistics.numbers.size() == b.statistics.numbers.size() &&
         a.statistics.limits.size() == b.statistics.limits.size() &&
         a.events.size() == b.events.size() && a.machines.size() == b.machines.size() &&
         alike(a.slow_poses, b.slow_poses,
               [](const SlowPose& first, const SlowPose& second) {
                 return first.filter.size() == second.filter.size();
               }) &&
         alike(a.loads, b.loads,
               [](const LoadState& first, const LoadState& second) {
                 return first.values.size() == second.values.size() &&
                        first.memory.size() == second.memory.size();
               }) &&
         alike(a.joints, b.joints,
               [](const JointState& first, const JointState& second) {
                 return first.commands.size() == second.commands.size() &&
                        first.angles.size() == second.angles.size() &&
                        first.forces.size() == second.forces.size() &&
                        first.multipliers.size() == second.multipliers.size();
               }) &&
         alike(a.radiation, b.radiation, same_size) &&
         alike(a.field_memories, b.field_memories, same_size) &&
         alike(a.flow_memories, b.flow_memories,
               [](const FlowMemory& first, const FlowMemory& second) {
                 return first.speeds.size() == second.speeds.size() &&
                        first.impulse.size() == second.impulse.size();
               }) &&
         alike(a.configuration_filters, b.configuration_filters,
               [](const ConfigurationFilters& first, const ConfigurationFilters& second) {
                 return first.values.size() == second.values.size();
               }) &&
         alike(a.inputs, b.inputs, [](const InputSeries& first, const InputSeries& second) {
           return first.width() == second.width();
         });
}

bool identical(const State& a, const State& b) { return serialize(a) == serialize(b); }

std::uint64_t state_hash(const State& state) {
  ByteWriter out;
  FieldWriter field(out);
  past_fields(state, field);
  // What has none of these keeps the hash that it had before there were any.
  if (!state.mass_properties.empty()) field.write(state.mass_properties);
  if (!state.statistics.numbers.empty() || !state.statistics.limits.empty()) {
    field.write(state.statistics);
  }
  if (have_values(state.loads)) write_values(state.loads, field);
  if (have_memories(state.loads)) write_memories(state.loads, out);
  if (!state.contacts.empty()) field.write(state.contacts);
  if (have_residuals(state.contacts)) write_residuals(state.contacts, field);
  if (!state.node_memories.empty()) field.write(state.node_memories);
  if (!state.field_memories.empty()) field.write(state.field_memories);
  if (!state.flow_memories.empty()) field.write(state.flow_memories);
  if (!state.configuration_filters.empty()) field.write(state.configuration_filters);
  if (!state.slow_poses.empty()) field.write(state.slow_poses);
  if (have_turned(state.joints, 2.0 * kQuarterTurn)) write_angles(state.joints, field);
  if (!state.events.empty()) write_events(state, field);
  if (have_forces(state.joints)) write_forces(state.joints, field);
  if (!state.machines.empty()) field.write(state.machines);
  if (have_ends(state.events)) write_ends(state.events, field);
  return checksum(out.bytes());
}

std::uint64_t motion_hash(const State& state) noexcept {
  std::uint64_t hash = 0;
  for (const BodyState& body : state.bodies) {
    Eigen::Matrix<double, 19, 1> motion;
    motion << body.position, body.attitude.coeffs(), body.momentum, body.velocity;
    hash = XXH64(motion.data(), sizeof motion, hash);
  }
  return hash;
}

std::string serialize(const State& state) {
  ByteWriter out;
  const std::uint64_t version = least_version(state);
  out.write(version);
  FieldWriter field(out);
  past_fields(state, field);
  if (version >= kWithoutContacts) write_values(state.loads, field);
  field.write(state.mass_properties);
  field.write(state.statistics);
  if (version >= kWithoutNodes) field.write(state.contacts);
  if (version >= kWithoutPassedLimits) field.write(state.node_memories);
  if (version >= kWithoutSlowPoses) field.write(state.passed_limits);
  if (version >= kWithoutLoadMemories) field.write(state.slow_poses);
  if (version >= kWithoutResiduals) write_memories(state.loads, out);
  if (version >= kWithoutWorst) write_residuals(state.contacts, field);
  if (version >= kWithoutEvents) {
    write_worst(state.passed_limits, field);
    write_angles(state.joints, field);
  }
  if (version >= kWithoutMachines) write_events(state, field);
  if (version >= kWithoutEnds) {
    write_forces(state.joints, field);
    field.write(state.machines);
  }
  if (version >= kWithoutFieldMemories) write_ends(state.events, field);
  if (version >= kWithoutFlowMemories) field.write(state.field_memories);
  if (version >= kWithoutFilters) field.write(state.flow_memories);
  if (version == kFormatVersion) field.write(state.configuration_filters);
  out.write(std::uint64_t{state.inputs.size()});
  for (const InputSeries& input : state.inputs) write(input, out);
  const std::string content = std::string(kMagic) + out.bytes();
  ByteWriter tail;
  tail.write(checksum(content));
  return content + tail.bytes();
}

State deserialize(std::string_view bytes) {
  ByteReader in(checked_content(bytes));
  const std::uint64_t version = in.read_unsigned();
  require(version >= kFormerVersion && version <= kFormatVersion,
          fmt::format("state must be of format version {} to {}, got {}", kFormerVersion,
                      kFormatVersion, version));
  State state;
  FieldReader field(in);
  past_fields(state, field);
  if (version >= kWithoutContacts) {
    for (LoadState& load : state.loads) field.read(load.values);
  }
  if (version != kFormerVersion) {
    field.read(state.mass_properties);
    field.read(state.statistics);
  }
  if (version >= kWithoutNodes) field.read(state.contacts);
  if (version >= kWithoutPassedLimits) field.read(state.node_memories);
  if (version >= kWithoutSlowPoses) field.read(state.passed_limits);
  if (version >= kWithoutLoadMemories) field.read(state.slow_poses);
  if (version >= kWithoutResiduals) {
    for (LoadState& load : state.loads) load.memory = in.read_text();
  }
  if (version >= kWithoutWorst) {
    for (ContactPairState& pair : state.contacts) field.read(pair.residual);
  }
  read_worst_and_angles(version >= kWithoutEvents, state, field);
  if (version >= kWithoutMachines) {
    field.read(state.events);
    field.read(state.firing_steps);
  }
  if (version >= kWithoutEnds) {
    for (JointState& joint : state.joints) field.read(joint.forces);
    field.read(state.machines);
  }
  if (version >= kWithoutFieldMemories) {
    for (EventState& event : state.events) field.read(event.ends_at);
  }
  if (version >= kWithoutFlowMemories) field.read(state.field_memories);
  if (version >= kWithoutFilters) field.read(state.flow_memories);
  if (version == kFormatVersion) field.read(state.configuration_filters);
  for (std::size_t n = in.read_count(kLeastInputBytes); n > 0; --n) {
    state.inputs.push_back(read_input(in));
  }
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "state must end where its content does");
  return state;
}

}  // namespace raftup::solver
