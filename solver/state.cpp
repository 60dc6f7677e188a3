#include "solver/state.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <functional>

#include "solver/serialisation/byte_reader.hpp"
#include "solver/serialisation/byte_writer.hpp"

namespace raftup::solver {

namespace {

constexpr std::string_view kMagic = "RAFTUPST";
constexpr std::uint64_t kFormatVersion = 5;
constexpr std::uint64_t kFormerVersion = 4;  ///< without statistics and mass properties
constexpr std::size_t kChecksumBytes = 8;
constexpr std::int64_t kWidestInput = 1 << 16;  ///< values of one sample
constexpr std::size_t kBodyBytes = 248;         // 3 + 4 + 4 * 6 numbers
constexpr std::size_t kLeastJointBytes = 24;    // a flag and two counts
constexpr std::size_t kAddedMassBytes = 896;    // a flag, three matrices of 36 numbers
constexpr std::size_t kVectorBytes = 56;        // 6 numbers
constexpr std::size_t kLoadBytes = 8;           // a length
constexpr std::size_t kLeastMemoryBytes = 16;   // two counts
constexpr std::size_t kLeastInputBytes = 32;    // four counts
constexpr std::size_t kLeastNumberBytes = 80;   // nine numbers and a count
constexpr std::size_t kMassBytes = 120;         // 1 + 3 + 9 numbers
constexpr std::size_t kLimitBytes = 24;         // two counts and a flag

std::uint64_t checksum(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

void write(const BodyState& body, ByteWriter& out) {
  out.write_matrix(body.position);
  out.write_matrix(body.attitude.coeffs());
  out.write_matrix(body.momentum);
  out.write_matrix(body.velocity);
  out.write_matrix(body.added_force);
  out.write_matrix(body.last_force);
}

BodyState read_body(ByteReader& in) {
  BodyState body;
  in.read_matrix(body.position);
  in.read_matrix(body.attitude.coeffs());
  in.read_matrix(body.momentum);
  in.read_matrix(body.velocity);
  in.read_matrix(body.added_force);
  in.read_matrix(body.last_force);
  return body;
}

void write(const JointState& joint, ByteWriter& out) {
  out.write(joint.enabled);
  out.write(std::span<const double>(joint.commands));
  out.write(std::span<const double>(joint.multipliers));
}

JointState read_joint(ByteReader& in) {
  JointState joint;
  joint.enabled = in.read_flag();
  joint.commands = in.read_doubles();
  joint.multipliers = in.read_doubles();
  return joint;
}

void write(const AddedMassState& added_mass, ByteWriter& out) {
  out.write(added_mass.enabled);
  out.write_matrix(added_mass.blocks.body1);
  out.write_matrix(added_mass.blocks.body2);
  out.write_matrix(added_mass.blocks.off_diagonal);
}

AddedMassState read_added_mass(ByteReader& in) {
  AddedMassState added_mass;
  added_mass.enabled = in.read_flag();
  in.read_matrix(added_mass.blocks.body1);
  in.read_matrix(added_mass.blocks.body2);
  in.read_matrix(added_mass.blocks.off_diagonal);
  return added_mass;
}

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

void write(const MassProperties& properties, ByteWriter& out) {
  out.write(properties.mass);
  out.write_matrix(properties.center_of_mass);
  out.write_matrix(properties.inertia);
}

MassProperties read_mass_properties(ByteReader& in) {
  MassProperties properties;
  properties.mass = in.read_double();
  in.read_matrix(properties.center_of_mass);
  in.read_matrix(properties.inertia);
  return properties;
}

void write(const StatisticsState& statistics, ByteWriter& out) {
  out.write(std::uint64_t{statistics.numbers.size()});
  for (const NumberStatistics& number : statistics.numbers) {
    for (const double value : {number.mean, number.sum2, number.sum3, number.sum4, number.min,
                               number.max, number.last, number.level}) {
      out.write(value);
    }
    out.write(number.up_crossings);
    out.write(std::span<const double>(number.turning_points));
  }
  out.write(std::uint64_t{statistics.limits.size()});
  for (const LimitStatistics& limit : statistics.limits) {
    out.write(limit.exceeded_steps);
    out.write(limit.exceedance_count);
    out.write(limit.exceeding);
  }
}

NumberStatistics read_number(ByteReader& in) {
  NumberStatistics number;
  for (double* value : {&number.mean, &number.sum2, &number.sum3, &number.sum4, &number.min,
                        &number.max, &number.last, &number.level}) {
    *value = in.read_double();
  }
  number.up_crossings = in.read_signed();
  number.turning_points = in.read_doubles();
  return number;
}

StatisticsState read_statistics(ByteReader& in) {
  StatisticsState statistics;
  for (std::size_t n = in.read_count(kLeastNumberBytes); n > 0; --n) {
    statistics.numbers.push_back(read_number(in));
  }
  for (std::size_t n = in.read_count(kLimitBytes); n > 0; --n) {
    LimitStatistics& limit = statistics.limits.emplace_back();
    limit.exceeded_steps = in.read_signed();
    limit.exceedance_count = in.read_signed();
    limit.exceeding = in.read_flag();
  }
  return statistics;
}

/// All but the inputs and what format version 5 has added.
void write_past(const State& state, ByteWriter& out) {
  out.write(state.model_digest);
  out.write(state.step_index);
  out.write(std::uint64_t{state.bodies.size()});
  for (const BodyState& body : state.bodies) write(body, out);
  out.write(std::uint64_t{state.joints.size()});
  for (const JointState& joint : state.joints) write(joint, out);
  out.write(std::uint64_t{state.added_masses.size()});
  for (const AddedMassState& added_mass : state.added_masses) write(added_mass, out);
  out.write(std::uint64_t{state.accelerations.size()});
  for (const Vector6& acceleration : state.accelerations) out.write_matrix(acceleration);
  out.write(std::uint64_t{state.loads.size()});
  for (const LoadState& load : state.loads) out.write(load.length);
  out.write(std::uint64_t{state.radiation.size()});
  for (const hydro::MemoryState& memory : state.radiation) {
    out.write(memory.sample_count);
    out.write(std::span<const double>(memory.values));
  }
}

void write(const std::vector<MassProperties>& bodies, ByteWriter& out) {
  out.write(std::uint64_t{bodies.size()});
  for (const MassProperties& properties : bodies) write(properties, out);
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
  return a.bodies.size() == b.bodies.size() && a.added_masses.size() == b.added_masses.size() &&
         a.accelerations.size() == b.accelerations.size() && a.loads.size() == b.loads.size() &&
         a.statistics.numbers.size() == b.statistics.numbers.size() &&
         a.statistics.limits.size() == b.statistics.limits.size() &&
         alike(a.joints, b.joints,
               [](const JointState& first, const JointState& second) {
                 return first.commands.size() == second.commands.size() &&
                        first.multipliers.size() == second.multipliers.size();
               }) &&
         alike(a.radiation, b.radiation,
               [](const hydro::MemoryState& first, const hydro::MemoryState& second) {
                 return first.values.size() == second.values.size();
               }) &&
         alike(a.inputs, b.inputs, [](const InputSeries& first, const InputSeries& second) {
           return first.width() == second.width();
         });
}

bool identical(const State& a, const State& b) { return serialise(a) == serialise(b); }

std::uint64_t state_hash(const State& state) {
  ByteWriter out;
  write_past(state, out);
  // What has none of these keeps the hash that it had before there were any.
  if (!state.mass_properties.empty()) write(state.mass_properties, out);
  if (!state.statistics.numbers.empty() || !state.statistics.limits.empty()) {
    write(state.statistics, out);
  }
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

std::string serialise(const State& state) {
  ByteWriter out;
  out.write(kFormatVersion);
  write_past(state, out);
  write(state.mass_properties, out);
  write(state.statistics, out);
  out.write(std::uint64_t{state.inputs.size()});
  for (const InputSeries& input : state.inputs) write(input, out);
  const std::string content = std::string(kMagic) + out.bytes();
  ByteWriter tail;
  tail.write(checksum(content));
  return content + tail.bytes();
}

State deserialise(std::string_view bytes) {
  ByteReader in(checked_content(bytes));
  const std::uint64_t version = in.read_unsigned();
  require(version == kFormatVersion || version == kFormerVersion,
          fmt::format("state must be of format version {} or {}, got {}", kFormerVersion,
                      kFormatVersion, version));
  State state;
  state.model_digest = in.read_unsigned();
  state.step_index = in.read_signed();
  for (std::size_t n = in.read_count(kBodyBytes); n > 0; --n) state.bodies.push_back(read_body(in));
  for (std::size_t n = in.read_count(kLeastJointBytes); n > 0; --n) {
    state.joints.push_back(read_joint(in));
  }
  for (std::size_t n = in.read_count(kAddedMassBytes); n > 0; --n) {
    state.added_masses.push_back(read_added_mass(in));
  }
  state.accelerations.resize(in.read_count(kVectorBytes));
  for (Vector6& acceleration : state.accelerations) in.read_matrix(acceleration);
  for (std::size_t n = in.read_count(kLoadBytes); n > 0; --n) {
    state.loads.push_back({in.read_double()});
  }
  for (std::size_t n = in.read_count(kLeastMemoryBytes); n > 0; --n) {
    const std::int64_t sample_count = in.read_signed();
    state.radiation.push_back({sample_count, in.read_doubles()});
  }
  if (version != kFormerVersion) {
    for (std::size_t n = in.read_count(kMassBytes); n > 0; --n) {
      state.mass_properties.push_back(read_mass_properties(in));
    }
    state.statistics = read_statistics(in);
  }
  for (std::size_t n = in.read_count(kLeastInputBytes); n > 0; --n) {
    state.inputs.push_back(read_input(in));
  }
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "state must end where its content does");
  return state;
}

}  // namespace raftup::solver
