#include "server/storage/record_codec.hpp"

#include <fmt/format.h>

#include "hydro/base/bytes.hpp"
#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

enum class Kind : std::uint64_t {
  kInitialized = 1,
  kSamples = 2,
  kStepped = 3,
  kRestored = 4,
  kReset = 5,
  kTerminated = 6,
};

constexpr std::size_t kLeastWatermarkBytes = 16;  // a length and a time

Kind kind_of(const InitializedRecord& /*record*/) { return Kind::kInitialized; }
Kind kind_of(const SamplesRecord& /*record*/) { return Kind::kSamples; }
Kind kind_of(const SteppedRecord& /*record*/) { return Kind::kStepped; }
Kind kind_of(const RestoredRecord& /*record*/) { return Kind::kRestored; }
Kind kind_of(const ResetRecord& /*record*/) { return Kind::kReset; }
Kind kind_of(const TerminatedRecord& /*record*/) { return Kind::kTerminated; }

void write(const InitializedRecord& record, ByteWriter& out) {
  out.write(record.inputs);
  out.write(record.start_values);
}

void write(const SamplesRecord& record, ByteWriter& out) {
  out.write(record.participant_id);
  out.write(record.inputs);
  out.write(record.times_ns);
  out.write(record.values);
  out.write(record.watermark_ns);
}

void write(const SteppedRecord& record, ByteWriter& out) { out.write(record.motion_hash); }

void write(const RestoredRecord& record, ByteWriter& out) {
  out.write(std::string_view(snapshot_to_bytes(*record.snapshot)));
}

void write(const ResetRecord& /*record*/, ByteWriter& /*out*/) {}
void write(const TerminatedRecord& /*record*/, ByteWriter& /*out*/) {}

void read_places(ByteReader& in, std::vector<std::size_t>& places) {
  places.resize(in.read_count(8));
  for (std::size_t& place : places) place = static_cast<std::size_t>(in.read_unsigned());
}

SessionState session_state(std::uint64_t number) {
  if (number <= static_cast<std::uint64_t>(SessionState::kTerminated)) {
    return static_cast<SessionState>(number);
  }
  throw Error(ErrorCode::kDataLoss,
              fmt::format("the state of a session must be known, got {}", number));
}

SessionRecord read_content(Kind kind, ByteReader& in, StoredRecord& stored) {
  switch (kind) {
    case Kind::kInitialized:
      read_places(in, stored.inputs);
      stored.values = in.read_doubles();
      return InitializedRecord{stored.inputs, stored.values};
    case Kind::kSamples: {
      const std::string_view participant_id = in.read_text();
      read_places(in, stored.inputs);
      stored.times_ns = in.read_integers();
      stored.values = in.read_doubles();
      return SamplesRecord{participant_id, stored.inputs, stored.times_ns, stored.values,
                           in.read_signed()};
    }
    case Kind::kStepped:
      return SteppedRecord{in.read_unsigned()};
    case Kind::kRestored:
      return RestoredRecord{std::make_shared<const Snapshot>(snapshot_from_bytes(in.read_text()))};
    case Kind::kReset:
      return ResetRecord{};
    case Kind::kTerminated:
      return TerminatedRecord{};
  }
  throw Error(ErrorCode::kDataLoss, fmt::format("the kind of a record must be known, got {}",
                                                static_cast<std::uint64_t>(kind)));
}

}  // namespace

void write_record(std::int64_t step_index, const SessionRecord& record, ByteWriter& out) {
  std::visit(
      [&](const auto& content) {
        out.write(static_cast<std::uint64_t>(kind_of(content)));
        out.write(step_index);
        write(content, out);
      },
      record);
}

void read_record(std::string_view bytes, StoredRecord& stored) {
  ByteReader in(bytes);
  const auto kind = static_cast<Kind>(in.read_unsigned());
  stored.step_index = in.read_signed();
  stored.record = read_content(kind, in, stored);
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "a record must end where its content does");
}

namespace {

constexpr std::size_t kFiringBytes = 16;  ///< step index and event

/// Writes nothing without firings, so that snapshots of models without events keep their bytes.
void write_firings(const std::vector<FiredEvents::Firing>& firings, ByteWriter& out) {
  if (firings.empty()) return;
  out.write(std::uint64_t{firings.size()});
  for (const FiredEvents::Firing& firing : firings) {
    out.write(firing.step_index);
    out.write(std::uint64_t{firing.event});
  }
}

std::vector<FiredEvents::Firing> read_firings(ByteReader& in, const solver::State& state) {
  std::vector<FiredEvents::Firing> firings;
  for (std::size_t n = in.read_count(kFiringBytes); n > 0; --n) {
    const std::int64_t step_index = in.read_signed();
    const auto event = static_cast<std::size_t>(in.read_unsigned());
    if (event >= state.events.size() || step_index < 0 || step_index > state.step_index) {
      throw Error(ErrorCode::kDataLoss,
                  "a firing must be of an event of the state, at or before its step");
    }
    firings.push_back({step_index, event});
  }
  return firings;
}

}  // namespace

std::string snapshot_to_bytes(const Snapshot& snapshot) {
  ByteWriter out;
  out.write(static_cast<std::uint64_t>(snapshot.session_state));
  out.write(std::uint64_t{snapshot.watermarks.size()});
  for (const auto& [participant_id, watermark_ns] : snapshot.watermarks) {
    out.write(std::string_view(participant_id));
    out.write(watermark_ns);
  }
  out.write(std::string_view(solver::serialize(snapshot.state)));
  write_firings(snapshot.firings, out);
  return out.bytes();
}

Snapshot snapshot_from_bytes(std::string_view bytes) {
  ByteReader in(bytes);
  Snapshot snapshot;
  snapshot.session_state = session_state(in.read_unsigned());
  for (std::size_t n = in.read_count(kLeastWatermarkBytes); n > 0; --n) {
    const std::string participant_id(in.read_text());
    snapshot.watermarks.emplace_back(participant_id, in.read_signed());
  }
  snapshot.state = solver::deserialize(in.read_text());
  if (!in.at_end()) snapshot.firings = read_firings(in, snapshot.state);
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "a snapshot must end where its content does");
  return snapshot;
}

}  // namespace raftup::server
