/// @file The records of a journal whose checksums are right. Input: records one after another, each
/// after its length in two bytes. A new session takes them up to the first that cannot be.
#include <spdlog/spdlog.h>

#include <fstream>
#include <iterator>

#include "hydro/base/error.hpp"
#include "server/storage/frames.hpp"
#include "server/storage/journal_segment.hpp"
#include "server/storage/recovery.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/server/storage/driven_session.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::server;
using testing::must_hold;

namespace {

constexpr std::int64_t kMostSteps = 1000;  ///< more would be taken too, only longer
constexpr const char* kDigest = "digest";

WorkerPool& pool() {
  static WorkerPool threads(1);
  return threads;
}

/// The records of an input but for empty ones, which nothing writes, and those that ask for very
/// many steps.
std::vector<std::string> records_of(testing::ByteSource source) {
  std::vector<std::string> records;
  while (!source.empty()) {
    std::string body(source.byte() + std::size_t{256} * source.byte(), '\0');
    for (char& byte : body) byte = static_cast<char>(source.byte());
    if (body.empty()) continue;
    StoredRecord record;
    try {
      read_record(body, record);
      if (record.step_index > kMostSteps) continue;
    } catch (const Error&) {
      // What is no record belongs to the input.
    }
    records.push_back(std::move(body));
  }
  return records;
}

void write_segment(const SessionFolder& folder, const std::vector<std::string>& records) {
  std::string bytes = begin_segment({kDigest, {}});
  for (const auto& record : records) append_frame(record, bytes);
  std::ofstream(folder.journal(0), std::ios::binary) << bytes;
}

void replay(const SessionFolder& folder) {
  testing::DrivenSession session(std::make_shared<Session>(
      "sessions/fuzz", testing::set_up(testing::two_pushed_bodies()), pool()));
  session.call([&](Session& target) {
    try {
      replay_journal(folder, kDigest, target);
    } catch (const Error& error) {
      must_hold(error.code() != ErrorCode::kInternal, "no journal meets a defect");
    } catch (const ServiceError& error) {
      must_hold(error.reason() != Reason::kInternal, "no journal meets a defect");
    }
    const RecordedSimulation& recorded = target.recorded();
    must_hold(recorded.time_ns() == recorded.step_index() * recorded.step_ns(),
              "time is a whole number of steps");
  });
}

}  // namespace

namespace raftup::testing {

/// The journal of a session that has lived.
std::vector<std::string> fuzz_seeds() {
  const TemporaryFolder folder;
  SessionStore store(folder.path(), v1::DURABILITY_PROCESS);
  v1::SessionSpec spec = two_pushed_bodies();
  spec.set_checkpoint_interval_steps(kMostSteps);  // all of its life in one segment
  auto session = std::make_shared<Session>("sessions/seed", set_up(spec), pool());
  store.keep(*session, nullptr);
  DrivenSession driven(session);
  live(driven, [](DrivenSession&) {});
  const SessionFolder kept(folder.path() / "sessions" / "seed");
  std::ifstream file(kept.journal(0), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::size_t magic = std::string_view("RAFTUPJL").size();
  FrameReader frames(std::string_view(bytes).substr(magic));
  std::string seed;
  frames.next();  // the header
  while (const auto body = frames.next()) {
    seed += static_cast<char>(body->size() % 256);
    seed += static_cast<char>(body->size() / 256);
    seed += *body;
  }
  return {seed};
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const testing::TemporaryFolder folder;
  spdlog::set_level(spdlog::level::off);
  const SessionFolder session(folder.path());
  write_segment(session, records_of(testing::ByteSource({data, size})));
  replay(session);
  return 0;
}
