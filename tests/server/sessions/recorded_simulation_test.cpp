#include "server/sessions/recording/recorded_simulation.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "hydro/base/error.hpp"
#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using Catch::Matchers::Contains;
using server::Reason;
using server::SessionState;
using testing::kTenth;
using testing::SessionOwners;

namespace {

const std::vector<std::size_t> kPushA{0};

/// The force on heave from `time_ns` on, as accepted from the participant "pusher".
void write_push(server::RecordedSimulation& recorded, std::int64_t time_ns, double force) {
  const std::vector<double> values{0.0, 0.0, force, 0.0, 0.0, 0.0};
  recorded.change(server::SamplesRecord{"pusher", kPushA, {&time_ns, 1}, values, time_ns});
}

/// Replays what a recorder has kept.
void replay(const std::vector<std::string>& records, server::RecordedSimulation& recorded) {
  server::StoredRecord stored;
  for (const std::string& bytes : records) {
    server::read_record(bytes, stored);
    recorded.replay(stored.step_index, stored.record);
  }
}

server::StoredRecord samples_at(std::int64_t step_index, std::vector<std::size_t> inputs,
                                std::vector<double> values) {
  server::StoredRecord stored;
  stored.step_index = step_index;
  stored.inputs = std::move(inputs);
  stored.times_ns = {0};
  stored.values = std::move(values);
  stored.record = server::SamplesRecord{"", stored.inputs, stored.times_ns, stored.values, 0};
  return stored;
}

}  // namespace

TEST_CASE("recorded simulation: a constant push gives z = F t^2 / (2 m)", "[sessions][analytic]") {
  SessionOwners owners({testing::required_writer("pusher", 0)});
  auto& recorded = owners.recorded;
  recorded.initialize({});
  CHECK(recorded.state() == SessionState::kInitialized);
  write_push(recorded, 0, 3.0);
  for (int i = 0; i < 20; ++i) recorded.step();
  CHECK(recorded.state() == SessionState::kRunning);
  CHECK(recorded.time_ns() == 20 * kTenth);
  CHECK(owners.heave() == Approx(3.0 * 2.0 * 2.0).epsilon(1e-12));  // rk4 is exact here
  CHECK(recorded.writers().find("pusher")->watermark_ns == 0);
}

TEST_CASE("recorded simulation: inputs are read as the next step begins with them", "[sessions]") {
  SessionOwners owners({testing::required_writer("pusher", 0)});
  auto& recorded = owners.recorded;
  CHECK(recorded.read({"push_b"}) == std::vector<double>(6, 0.0));
  recorded.initialize({{"push_b", {0, 0, 0.5, 0, 0, 0}}});
  write_push(recorded, 0, 3.0);
  recorded.step();
  write_push(recorded, kTenth, 7.0);
  const auto values = recorded.read({"push_b", "push_a"});
  CHECK(values == std::vector<double>{0, 0, 0.5, 0, 0, 0, 0, 0, 7, 0, 0, 0});
  CHECK_THROWS_WITH(recorded.read({"push_a", "nothing"}),
                    Contains("must be a variable of the session"));
}

TEST_CASE("recorded simulation: what changed it live gives the same bytes replayed", "[sessions]") {
  SessionOwners live({testing::required_writer("pusher", 0)});
  auto& recorded = live.recorded;
  recorded.initialize({{"push_b", {0, 0, 0.5, 0, 0, 0}}});
  write_push(recorded, 0, 1.0);
  recorded.step();
  const auto snapshot = recorded.snapshot();
  write_push(recorded, kTenth, -2.0);
  for (int i = 0; i < 3; ++i) recorded.step();
  recorded.change(server::RestoredRecord{snapshot});
  write_push(recorded, kTenth, 5.0);
  recorded.step();
  recorded.change(
      server::SteppedRecord{solver::motion_hash(recorded.simulation().state())});  // tells steps

  SessionOwners again({testing::required_writer("pusher", 0)});
  replay(live.recorder->records, again.recorded);
  CHECK(again.bytes() == live.bytes());
  CHECK(again.recorded.state() == SessionState::kRunning);
  CHECK(again.recorded.writers().watermarks() == recorded.writers().watermarks());
  CHECK(again.recorder->records.empty());

  recorded.change(server::ResetRecord{});
  CHECK(recorded.state() == SessionState::kCreated);
  CHECK(live.bytes() == SessionOwners({testing::required_writer("pusher", 0)}).bytes());
  CHECK(recorded.writers().find("pusher")->watermark_ns == server::kNoWatermark);
}

TEST_CASE("recorded simulation: a mass that changes under way", "[sessions][analytic]") {
  SessionOwners live;
  auto& recorded = live.recorded;
  recorded.initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  for (int i = 0; i < 10; ++i) recorded.step();
  CHECK(live.heave() == Approx(1.0).epsilon(1e-12));
  recorded.change_bodies([](solver::Simulation& simulation) {
    simulation.set_mass_properties(0, 1.0, Matrix3::Identity(), Vector3::Zero());
  });
  for (int i = 0; i < 10; ++i) recorded.step();
  CHECK(live.heave() == Approx(1.0 + 2.0 + 0.5).epsilon(1e-12));  // at 2 m/s, F / m = 1 m/s2
  recorded.change(server::SteppedRecord{solver::motion_hash(recorded.simulation().state())});

  SessionOwners again;
  replay(live.recorder->records, again.recorded);
  CHECK(again.bytes() == live.bytes());
  CHECK(again.recorded.simulation().model().bodies[0].mass == 1.0);
  recorded.change(server::ResetRecord{});
  CHECK(recorded.simulation().model().bodies[0].mass == 0.5);
}

TEST_CASE("recorded simulation: a change of bodies that fails leaves nothing behind",
          "[sessions]") {
  SessionOwners owners;
  auto& recorded = owners.recorded;
  recorded.initialize({});
  const auto before = owners.bytes();
  const std::size_t records = owners.recorder->records.size();
  CHECK_THROWS_WITH(recorded.change_bodies([](solver::Simulation& simulation) {
    simulation.set_mass_properties(0, 2.0, Matrix3::Identity(), Vector3::Zero());
    simulation.set_mass_properties(0, -1.0, Matrix3::Identity(), Vector3::Zero());
  }),
                    Contains("mass must be positive"));
  CHECK(owners.bytes() == before);
  CHECK(owners.recorder->records.size() == records);
  CHECK(recorded.simulation().model().bodies[0].mass == 0.5);
}

TEST_CASE("recorded simulation: records of elsewhere are data loss", "[sessions]") {
  SessionOwners owners;
  auto& recorded = owners.recorded;
  recorded.initialize({});
  recorded.step();
  recorded.step();
  CHECK_THROWS_WITH(recorded.replay(1, server::ResetRecord{}),
                    Contains("a record of step 1 must not follow one of step 2"));
  const auto unknown = samples_at(2, {7}, {0, 0, 0, 0, 0, 0});
  CHECK_THROWS_WITH(recorded.replay(2, unknown.record),
                    Contains("a record must name inputs below 2, got 7"));
  const auto narrow = samples_at(2, {1}, {0, 0});
  CHECK_THROWS_WITH(recorded.replay(2, narrow.record),
                    Contains("a record of 1 samples must have 6 values, got 2"));
  CHECK_THROWS_WITH(recorded.replay(2, server::SteppedRecord{1}),
                    Contains("step 2 must lead to the motion 0000000000000001, got"));
  CHECK(recorded.step_index() == 2);
}

TEST_CASE("recorded simulation: start values are checked before anything changes", "[sessions]") {
  SessionOwners owners;
  auto& recorded = owners.recorded;
  CHECK_THROWS_WITH(recorded.initialize({{"push_a", {1.0}}}),
                    Contains("start_values[0].values") && Contains("must have 6 values"));
  CHECK_THROWS_WITH(recorded.initialize({{"pull", {}}}), Contains("must be a variable"));
  CHECK(recorded.state() == SessionState::kCreated);
  CHECK(owners.recorder->records.empty());
  recorded.initialize({});
  CHECK_THROWS_WITH(recorded.initialize({}),
                    Contains("InitializeSession is not possible in state INITIALIZED"));
}

TEST_CASE("recorded simulation: steps are undone to the byte", "[sessions]") {
  SessionOwners owners;
  auto& recorded = owners.recorded;
  recorded.initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  const auto before = owners.bytes();
  const auto position = recorded.position();
  recorded.step();
  CHECK(owners.bytes() != before);
  recorded.return_to(position);
  CHECK(owners.bytes() == before);
  CHECK(recorded.state() == SessionState::kInitialized);

  const auto verification = recorded.verify(recorded.simulation().state());
  CHECK(verification.step_count == 4);
  CHECK(owners.bytes() == before);
  for (int i = 0; i < 4; ++i) recorded.step();
  CHECK(solver::state_hash(recorded.simulation().state()) == verification.state_hash);
}

TEST_CASE("recorded simulation: a verification counts the steps that could be taken",
          "[sessions]") {
  SessionOwners owners;
  auto& recorded = owners.recorded;
  recorded.initialize(testing::overflowing_push());
  CHECK(recorded.verify(recorded.simulation().state()).step_count == 0);
  CHECK_THROWS_AS(recorded.step(), Error);
  CHECK(recorded.state() == SessionState::kInitialized);
}

TEST_CASE("input port: samples come once, in order and on time", "[sessions]") {
  SessionOwners owners({testing::required_writer("pusher", 0)});
  owners.recorded.initialize({});
  const auto listener = std::make_shared<testing::NotingListener>();
  auto& stream = owners.attach(testing::participant_order("pusher", "push_a"), listener);
  const int credit = input_credit(owners.recorded, stream.port);
  owners.push(stream, 0, 1.0);
  CHECK(input_credit(owners.recorded, stream.port) == credit - 1);
  REQUIRE(owners.recorder->records.size() == 2);

  const std::vector<double> values(6, 0.0);
  const std::int64_t time = 0;
  server::InputSamples samples{1, {&time, 1}, values, std::nullopt};
  accept_samples(owners.recorded, stream.port, samples);  // repeated: nothing happens
  CHECK(owners.recorder->records.size() == 2);
  samples.sequence = 3;
  CHECK_THROWS_WITH(accept_samples(owners.recorded, stream.port, samples),
                    Contains("inputs.sequence must be 2, got 3"));
  samples.sequence = 2;
  CHECK_THROWS_WITH(accept_samples(owners.recorded, stream.port, samples),
                    Contains("must be later than 0 ns"));
  samples.watermark_ns = -1;
  samples.times_ns = {};
  samples.values = {};
  CHECK_THROWS_WITH(accept_samples(owners.recorded, stream.port, samples),
                    Contains("must not go back from 0 ns"));
  CHECK(owners.recorder->records.size() == 2);
}

TEST_CASE("input port: times of single precision are those of the step that they mean",
          "[sessions]") {
  constexpr std::int64_t kStep = 10'000'000;
  const auto single = [](double seconds) {
    return std::llround(1e9 * static_cast<double>(static_cast<float>(seconds)));
  };
  CHECK(single(0.3) == 300'000'012);
  for (const std::int64_t step : {1, 30, 57, 12'345, 400'000}) {
    INFO(step);
    CHECK(server::at_step(single(1e-2 * static_cast<double>(step)), kStep) == step * kStep);
  }
  for (const std::int64_t time : {0, 5, 300'000'100, 305'000'000}) {  // other times stay
    CHECK(server::at_step(time, kStep) == time);
  }
  // Far from 0 single precision is coarser than steps are: no more than a quarter is moved.
  CHECK(server::at_step(900'000'000'000'000 + kStep / 3, kStep) == 900'000'000'000'000 + kStep / 3);
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  CHECK(server::at_step(kLast, kStep) == kLast);
}

TEST_CASE("input port: a sample of a time of single precision acts with its step", "[sessions]") {
  SessionOwners owners({testing::required_writer("pusher", 0)});
  owners.recorded.initialize({});
  const auto listener = std::make_shared<testing::NotingListener>();
  auto& stream = owners.attach(testing::participant_order("pusher", "push_a"), listener);
  const std::int64_t step = owners.recorded.step_ns();
  // Late by as much as single precision is, and as early; the watermark follows the last.
  const std::vector<std::int64_t> times{0, 30 * step + 12, 57 * step - 12};
  const std::vector<double> values(6 * times.size(), 1.0);
  accept_samples(owners.recorded, stream.port, {1, times, values, std::nullopt});
  const auto& kept = owners.recorded.simulation().state().inputs[stream.port.inputs[0]].times_ns();
  CHECK(std::vector<std::int64_t>(kept.begin(), kept.end()) ==
        std::vector<std::int64_t>{0, 30 * step, 57 * step});
  CHECK(stream.port.writer->watermark_ns == 57 * step);
}
