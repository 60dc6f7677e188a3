#include "solver/model/state.hpp"

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

State some_state() {
  State state;
  state.model_digest = 0x0123456789abcdefULL;
  state.step_index = 42;
  state.bodies.resize(2);
  state.bodies[1].position = {1.0, -0.0, 1e-300};
  state.bodies[1].momentum.setLinSpaced(1.0, 6.0);
  state.radiation = {{42, {1.0, 2.0, 3.0}}, {42, {}}};
  state.mass_properties = {{2.0, {0.1, 0.2, 0.3}, Matrix3::Identity()}, {}};
  state.statistics.numbers.resize(2);
  state.statistics.numbers[1] = {0.1, 0.2, 0.3, 0.4, -1.0, 2.0, 0.5, 0.6, 7, {1.0, -1.0}};
  state.statistics.limits = {{9, 3, true}};
  InputSeries input(2, Interpolation::kHermite);
  input.append(-5, std::vector<double>{1.0, 2.0});
  input.append(7, std::vector<double>{3.0, 4.0});
  state.inputs = {input};
  return state;
}

/// What format version 4 wrote of the first body of some_state(), the first memory and the input.
constexpr const char* kVersion4 =
    "52414654555053540400000000000000efcdab89674523012a00000000000000010000000000000003000000"
    "00000000000000000000f03f000000000000008059f3f8c21f6ea50104000000000000000000000000000000"
    "00000000000000000000000000000000000000000000f03f0600000000000000000000000000f03f00000000"
    "0000004000000000000008400000000000001040000000000000144000000000000018400600000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000006000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000006000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000000000000000000001000000000000002a00000000000000030000000000000000000000"
    "0000f03f00000000000000400000000000000840010000000000000002000000000000000200000000000000"
    "0200000000000000fbffffffffffffff07000000000000000400000000000000000000000000f03f00000000"
    "0000004000000000000008400000000000001040e9a88dddf0b0083b";

std::string bytes_of(std::string_view hexadecimal) {
  std::string bytes;
  for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hexadecimal.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

ErrorCode code_of(const std::string& bytes) {
  try {
    deserialize(bytes);
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("nothing was thrown");
  return ErrorCode::kInternal;
}

}  // namespace

TEST_CASE("state: bytes and back are identical", "[solver][state]") {
  const State state = some_state();
  const State copy = deserialize(serialize(state));
  CHECK(identical(state, copy));
  CHECK(copy.inputs == state.inputs);
  CHECK(copy.bodies[1].position.z() == 1e-300);
  CHECK(copy.radiation == state.radiation);
  CHECK(copy.statistics.numbers[1].turning_points == std::vector<double>{1.0, -1.0});
  CHECK(copy.statistics.limits[0].exceedance_count == 3);
  CHECK(copy.mass_properties == state.mass_properties);
}

TEST_CASE("state: bytes of the version before mean the same without statistics",
          "[solver][state]") {
  State expected = some_state();
  expected.bodies = {expected.bodies[1]};
  expected.radiation.resize(1);
  expected.statistics = {};
  expected.mass_properties.clear();
  const State state = deserialize(bytes_of(kVersion4));
  CHECK(identical(state, expected));
  CHECK(state_hash(state) == 0x6a3a667e950cfec5ULL);  // as that version had it: checkpoints tell it
}

TEST_CASE("state: the sign of zero counts", "[solver][state]") {
  State other = some_state();
  other.bodies[1].position.y() = 0.0;
  CHECK_FALSE(identical(some_state(), other));
}

TEST_CASE("state: any changed byte and any lost tail is data loss", "[solver][state]") {
  const std::string bytes = serialize(some_state());
  for (std::size_t i = 0; i < bytes.size(); i += 13) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CHECK(code_of(damaged) == ErrorCode::kDataLoss);
  }
  for (std::size_t kept = 0; kept < bytes.size(); kept += 17) {
    CHECK(code_of(bytes.substr(0, kept)) == ErrorCode::kDataLoss);
  }
}

TEST_CASE("state: its hash sees the past and not what clients have sent ahead", "[solver][state]") {
  const std::uint64_t hash = state_hash(some_state());
  State ahead = some_state();
  ahead.inputs[0].append(9, std::vector<double>{5.0, 6.0});
  CHECK(state_hash(ahead) == hash);
  State other = some_state();
  other.radiation[0].values[2] = -3.0;
  CHECK(state_hash(other) != hash);
  State counted = some_state();
  ++counted.statistics.limits[0].exceedance_count;
  CHECK(state_hash(counted) != hash);
}

TEST_CASE("state: the hash of the motion sees every body, its place and its velocity",
          "[solver][state]") {
  const std::uint64_t hash = motion_hash(some_state());
  State remembered = some_state();
  remembered.radiation[0].values[2] = -3.0;
  CHECK(motion_hash(remembered) == hash);
  for (const std::size_t body : {0, 1}) {
    State moved = some_state();
    moved.bodies[body].position.x() += 1e-12;
    CHECK(motion_hash(moved) != hash);
    State faster = some_state();
    faster.bodies[body].velocity[5] = 1e-300;
    CHECK(motion_hash(faster) != hash);
  }
}

TEST_CASE("state: what another program remembers of a load is kept, and only then written",
          "[solver][state]") {
  State state = some_state();
  state.loads.resize(2);
  state.loads[0].values = {1.0};
  CHECK(serialize(state)[8] == 6);
  const std::uint64_t hash = state_hash(state);
  state.loads[1].memory = std::string("\0bytes\xff", 7);
  const std::string bytes = serialize(state);
  CHECK(bytes[8] == 11);
  const State again = deserialize(bytes);
  CHECK(again.loads[1].memory == state.loads[1].memory);
  CHECK(identical(again, state));
  CHECK(state_hash(state) != hash);
  state.loads[1].memory += "more";
  CHECK_FALSE(same_shape(again, state));
}

TEST_CASE("state: values of loads are kept; a state without any is written as before",
          "[solver][state]") {
  State state = some_state();
  state.loads.resize(2);
  state.loads[0].length = 7.0;
  const std::string plain = serialize(state);
  CHECK(plain[8] == 5);  // format version behind the magic
  const std::uint64_t hash = state_hash(state);
  state.loads[1].values = {1.0, -0.0, 3.5};
  const std::string bytes = serialize(state);
  CHECK(bytes[8] == 6);
  const State again = deserialize(bytes);
  CHECK(identical(again, state));
  CHECK(again.loads[1].values == state.loads[1].values);
  CHECK(state_hash(state) != hash);
  CHECK_FALSE(same_shape(state, deserialize(plain)));
  state.loads[1].values[2] = 4.0;
  CHECK_FALSE(identical(again, state));
  CHECK(same_shape(again, state));
}

TEST_CASE("state: velocities for disturbed probes are kept and told by the format version",
          "[solver][state]") {
  State state = some_state();
  const std::uint64_t hash = state_hash(state);
  state.field_memories = {{}, {3, {1.0, -0.0, 3.5}}};
  const std::string bytes = serialize(state);
  CHECK(bytes[8] == 17);
  const State again = deserialize(bytes);
  CHECK(identical(again, state));
  CHECK(again.field_memories[1] == state.field_memories[1]);
  CHECK(state_hash(state) != hash);
  CHECK_FALSE(same_shape(state, some_state()));
}

TEST_CASE("state: the memory of a uniform flow is kept and told by the format version",
          "[solver][state]") {
  State state = some_state();
  const std::uint64_t hash = state_hash(state);
  state.flow_memories = {{}, {{1.0, -0.0}, {3.5}}};
  const std::string bytes = serialize(state);
  CHECK(bytes[8] == 18);
  const State again = deserialize(bytes);
  CHECK(identical(again, state));
  CHECK(again.flow_memories[1].impulse == state.flow_memories[1].impulse);
  CHECK(state_hash(state) != hash);
  CHECK_FALSE(same_shape(state, some_state()));
}

TEST_CASE("state: slow poses are kept and told by the format version", "[solver][state]") {
  State state = some_state();
  const std::uint64_t hash = state_hash(state);
  state.slow_poses = {{}, {{1.0, -0.0, 3.5}}};
  const std::string bytes = serialize(state);
  CHECK(bytes[8] == 10);
  const State again = deserialize(bytes);
  CHECK(identical(again, state));
  CHECK(again.slow_poses[1].filter == state.slow_poses[1].filter);
  CHECK(state_hash(state) != hash);
  CHECK_FALSE(same_shape(state, some_state()));
}
