#include "server/storage/record_codec.hpp"

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::server;

namespace {

StoredRecord round_trip(std::int64_t step_index, const SessionRecord& record, std::string& bytes) {
  ByteWriter out;
  write_record(step_index, record, out);
  bytes = out.bytes();
  StoredRecord stored;
  read_record(bytes, stored);
  return stored;
}

template <typename T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

Snapshot some_snapshot() {
  Snapshot snapshot;
  snapshot.state.model_digest = 7;
  snapshot.state.step_index = 12;
  snapshot.state.bodies.resize(2);
  snapshot.state.bodies[1].velocity[3] = -0.0;
  snapshot.session_state = SessionState::kRunning;
  snapshot.watermarks = {{"waves", -5}, {"", kNoWatermark}};
  return snapshot;
}

}  // namespace

TEST_CASE("records: every kind comes back from its bytes", "[storage]") {
  std::string bytes;
  const std::vector<std::size_t> inputs{2, 0};
  const std::vector<std::int64_t> times{-1, 20};
  const std::vector<double> values{1.0, -0.0, 1e-300, 4.0};
  SECTION("initialised") {
    const auto stored = round_trip(0, InitializedRecord{inputs, values}, bytes);
    const auto& record = std::get<InitializedRecord>(stored.record);
    CHECK(copy(record.inputs) == inputs);
    CHECK(copy(record.start_values) == values);
  }
  SECTION("samples") {
    const auto stored = round_trip(9, SamplesRecord{"waves", inputs, times, values, 40}, bytes);
    CHECK(stored.step_index == 9);
    const auto& record = std::get<SamplesRecord>(stored.record);
    CHECK(record.participant_id == "waves");
    CHECK(copy(record.inputs) == inputs);
    CHECK(copy(record.times_ns) == times);
    CHECK(copy(record.values) == values);
    CHECK(std::signbit(record.values[1]));
    CHECK(record.watermark_ns == 40);
  }
  SECTION("stepped") {
    const auto stored = round_trip(10, SteppedRecord{0xfedcba9876543210U}, bytes);
    CHECK(std::get<SteppedRecord>(stored.record).motion_hash == 0xfedcba9876543210U);
  }
  SECTION("restored") {
    const auto snapshot = std::make_shared<const Snapshot>(some_snapshot());
    const auto stored = round_trip(11, RestoredRecord{snapshot}, bytes);
    const Snapshot& back = *std::get<RestoredRecord>(stored.record).snapshot;
    CHECK(solver::identical(back.state, snapshot->state));
    CHECK(back.session_state == SessionState::kRunning);
    CHECK(back.watermarks == snapshot->watermarks);
    CHECK(back.firings.empty());
  }
  SECTION("reset and terminated") {
    CHECK(std::holds_alternative<ResetRecord>(round_trip(1, ResetRecord{}, bytes).record));
    CHECK(
        std::holds_alternative<TerminatedRecord>(round_trip(1, TerminatedRecord{}, bytes).record));
  }
}

TEST_CASE("records: a snapshot has what events have done, and none of what they cannot have",
          "[storage]") {
  Snapshot snapshot = some_snapshot();
  snapshot.state.events.resize(2);
  const std::string without = snapshot_to_bytes(snapshot);
  snapshot.firings = {{3, 1}, {12, 0}};
  const Snapshot back = snapshot_from_bytes(snapshot_to_bytes(snapshot));
  REQUIRE(back.firings.size() == 2);
  CHECK(back.firings[0].step_index == 3);
  CHECK(back.firings[0].event == 1);
  CHECK(back.firings[1].step_index == 12);
  CHECK(snapshot_from_bytes(without).firings.empty());  // as snapshots of before
  for (const FiredEvents::Firing wrong : {FiredEvents::Firing{3, 2}, FiredEvents::Firing{13, 0}}) {
    snapshot.firings = {wrong};
    CHECK_THROWS_WITH(snapshot_from_bytes(snapshot_to_bytes(snapshot)),
                      Catch::Contains("must be of an event of the state, at or before its step"));
  }
}

TEST_CASE("records: of an unknown kind or another length are refused", "[storage]") {
  ByteWriter unknown;
  unknown.write(std::uint64_t{99});
  unknown.write(std::int64_t{0});
  StoredRecord stored;
  CHECK_THROWS_WITH(read_record(unknown.bytes(), stored),
                    "the kind of a record must be known, got 99");
  std::string bytes;
  round_trip(3, SteppedRecord{1}, bytes);
  CHECK_THROWS_AS(read_record(bytes + "x", stored), Error);
  CHECK_THROWS_AS(read_record(std::string_view(bytes).substr(0, bytes.size() - 1), stored), Error);
}
