/// @file What comes back after a process has ended, and from files that are damaged.
#include "server/storage/recovery.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <set>
#include <string_view>
#include <thread>

#include "hydro/base/error.hpp"
#include "server/base/durable_file.hpp"
#include "server/storage/journal_segment.hpp"
#include "server/storage/stored_session.hpp"
#include "tests/server/storage/driven_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
namespace fs = std::filesystem;

namespace {

const server::SessionKey kKey{server::kDefaultTenant, "sessions/under-test"};

/// A store with the threads of its sessions.
struct Host {
  explicit Host(const fs::path& folder) : store(folder, v1::DURABILITY_PROCESS) {}

  std::shared_ptr<server::Session> create(const v1::SessionSpec& spec) {
    auto session = std::make_shared<server::Session>(kKey.name, set_up(spec), pool);
    store.keep(*session, nullptr);
    return session;
  }
  server::SessionStore::Recovered recover() { return store.recover(set_up_stored, pool); }

  server::SessionStore store;
  server::WorkerPool pool{1};
};

/// Lives in `folder` and lets go of everything. @returns hashes of all that was acknowledged
std::set<std::uint64_t> live_in(const fs::path& folder, const v1::SessionSpec& spec) {
  Host host(folder);
  DrivenSession session(host.create(spec));
  std::set<std::uint64_t> hashes{session.state_hash()};
  live(session, [&](DrivenSession& s) { hashes.insert(s.state_hash()); });
  return hashes;
}

/// The state that a folder leads to; none where the session is refused.
std::optional<std::uint64_t> recovered_hash(const fs::path& folder) {
  Host host(folder);
  const auto recovered = host.recover();
  REQUIRE(recovered.sessions.size() + recovered.failed.size() == 1);
  if (recovered.sessions.empty()) {
    CHECK_FALSE(recovered.failed.front().reason.empty());
    return std::nullopt;
  }
  return DrivenSession(recovered.sessions.front()).state_hash();
}

/// A folder with one session, of which a test damages one file after another.
class DamagedCopies {
 public:
  explicit DamagedCopies(const fs::path& original) : original_(original) {}

  /// recovered_hash() after `file` of the session has been given other bytes.
  std::optional<std::uint64_t> recover_with(const fs::path& file, const std::string& bytes) const {
    const TemporaryFolder copy;
    fs::copy(original_, copy.path(), fs::copy_options::recursive);
    std::ofstream(copy.path() / kKey.name / file, std::ios::binary | std::ios::trunc) << bytes;
    return recovered_hash(copy.path());
  }

  std::string bytes_of(const fs::path& file) const {
    return server::read_whole(original_ / kKey.name / file).value();
  }

 private:
  fs::path original_;
};

v1::SessionSpec without_snapshots() {
  v1::SessionSpec spec = two_pushed_bodies();
  spec.set_checkpoint_interval_steps(1000);
  return spec;
}

/// @param stride bytes from one length to the next
void check_cuts(std::size_t stride) {
  const TemporaryFolder folder;
  const auto acknowledged = live_in(folder.path(), without_snapshots());
  const DamagedCopies copies(folder.path());
  const std::string journal = copies.bytes_of("journal.0");
  const std::size_t header =
      server::begin_segment({std::string(64, '0'), server::this_build()}).size();
  std::set<std::uint64_t> reached;
  for (std::size_t kept = 0; kept < journal.size() + stride; kept += stride) {
    const auto hash = copies.recover_with("journal.0", journal.substr(0, kept));
    // A segment has its header before it has its name: one without it is damaged.
    REQUIRE(hash.has_value() == (kept >= header));
    if (!hash) continue;
    REQUIRE(acknowledged.contains(*hash));
    reached.insert(*hash);
  }
  CHECK(reached == acknowledged);
}

/// @param stride bytes from one change to the next
void check_changes(std::size_t stride) {
  const TemporaryFolder folder;
  live_in(folder.path(), without_snapshots());
  const DamagedCopies copies(folder.path());
  const std::string journal = copies.bytes_of("journal.0");
  for (std::size_t i = 0; i < journal.size(); i += stride) {
    std::string changed = journal;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    INFO("byte " << i);
    CHECK_FALSE(copies.recover_with("journal.0", changed));
  }
}

// --- a process that ends wherever it touches the disk -------------------------------------------

constexpr int kEnded = 42;
std::atomic<int> moments_left = 0;

void end_at_moment(const char* /*moment*/) {
  if (--moments_left == 0) std::_Exit(kEnded);
}

// --- the order in which segments reach the disk -------------------------------------------------

std::atomic<bool> appended_since_sync = false;
std::atomic<int> segments_begun = 0, segments_begun_early = 0;

void look_at_order(const char* moment) {
  const std::string_view name = moment;
  if (name == "after append") appended_since_sync = true;
  if (name == "after sync") appended_since_sync = false;
  if (name != "after create") return;
  ++segments_begun;
  if (appended_since_sync) ++segments_begun_early;
}

/// Lives in a process that ends at the n-th moment. @returns whether it came so far, and how many
/// changes it had acknowledged
std::pair<bool, std::vector<std::uint64_t>> live_until(int moment, const fs::path& folder) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t process = fork();
  if (process == 0) {
    moments_left = moment;
    server::set_disk_observer(end_at_moment);
    {
      Host host(folder);
      DrivenSession session(host.create(two_pushed_bodies(v1::DURABILITY_DISK_STEP)));
      live(session, [&](DrivenSession& s) {
        const std::uint64_t hash = s.state_hash();
        if (write(ends[1], &hash, sizeof hash) < 0) std::_Exit(EXIT_FAILURE);
      });
    }
    std::_Exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  std::vector<std::uint64_t> acknowledged;
  for (std::uint64_t hash = 0; read(ends[0], &hash, sizeof hash) == sizeof hash;) {
    acknowledged.push_back(hash);
  }
  close(ends[0]);
  int status = 0;
  waitpid(process, &status, 0);
  REQUIRE(WIFEXITED(status));
  REQUIRE((WEXITSTATUS(status) == kEnded || WEXITSTATUS(status) == EXIT_SUCCESS));
  return {WEXITSTATUS(status) == kEnded, acknowledged};
}

}  // namespace

TEST_CASE("recovery: a session comes back as it was, and goes on as it would have",
          "[storage][recovery]") {
  const auto durability =
      GENERATE(v1::DURABILITY_PROCESS, v1::DURABILITY_DISK_BATCHED, v1::DURABILITY_DISK_STEP);
  const TemporaryFolder folder;
  std::string before;
  {
    Host host(folder.path());
    DrivenSession session(host.create(two_pushed_bodies(durability)));
    live(session, [](DrivenSession&) {});
    before = session.state_bytes();
  }
  Host host(folder.path());
  auto recovered = host.recover();
  REQUIRE(recovered.failed.empty());
  REQUIRE(recovered.sessions.size() == 1);
  DrivenSession session(recovered.sessions.front());
  CHECK(session.state_bytes() == before);
  session.call([](server::Session& s) {
    CHECK(s.key() == kKey);
    CHECK(s.state() == server::SessionState::kRunning);
    REQUIRE(s.checkpoints().all().size() == 1);
    CHECK(s.checkpoints().all().front().label == "halfway");
    CHECK(s.spec().checkpoint_interval_steps() == 3);
  });
}

TEST_CASE("recovery: what a journal is cut to is a state that was acknowledged",
          "[storage][recovery]") {
  check_cuts(5);
}

TEST_CASE("recovery: a changed bit of a journal is noticed, whichever it is",
          "[storage][recovery]") {
  check_changes(5);
}

TEST_CASE("recovery: cut at every byte, changed in every byte", "[storage][recovery][.long]") {
  check_cuts(1);
  check_changes(1);
}

TEST_CASE("recovery: a damaged snapshot gives way to the one before it", "[storage][recovery]") {
  const TemporaryFolder folder;
  const server::SessionFolder files(folder.path() / kKey.name);
  {
    Host host(folder.path());
    DrivenSession session(host.create(two_pushed_bodies()));
    live(session, [](DrivenSession&) {});
    // Another thread writes them, one at a time and as fast as the disk is.
    while (files.snapshot_numbers().size() < 2) session.step();
  }
  const DamagedCopies copies(folder.path());
  const auto intact = copies.recover_with("session", copies.bytes_of("session"));
  const auto numbers = files.snapshot_numbers();
  const fs::path newest = "snapshot." + std::to_string(numbers.back());
  std::string bytes = copies.bytes_of(newest);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  CHECK(copies.recover_with(newest, bytes) == intact);
}

TEST_CASE("recovery: a session whose description is damaged is kept and refused",
          "[storage][recovery]") {
  const TemporaryFolder folder;
  live_in(folder.path(), two_pushed_bodies());
  const DamagedCopies copies(folder.path());
  CHECK_FALSE(copies.recover_with("session", copies.bytes_of("session") + "x"));
  CHECK(fs::exists(folder.path() / kKey.name / "session"));
}

TEST_CASE("recovery: whenever the process ends, what it acknowledged is there",
          "[storage][recovery]") {
  const TemporaryFolder reference;
  std::vector<std::uint64_t> known;
  {
    Host host(reference.path());
    DrivenSession session(host.create(two_pushed_bodies()));
    live(session, [&](DrivenSession& s) { known.push_back(s.state_hash()); });
  }
  int moment = 1;
  for (bool ended = true; ended; ++moment) {
    const TemporaryFolder folder;
    std::vector<std::uint64_t> acknowledged;
    std::tie(ended, acknowledged) = live_until(moment, folder.path());
    INFO("moment " << moment << ", acknowledged " << acknowledged.size());
    Host host(folder.path());
    const auto recovered = host.recover();
    REQUIRE(recovered.failed.empty());
    if (recovered.sessions.empty()) {
      REQUIRE(acknowledged.empty());  // the client was never told that it exists
      continue;
    }
    REQUIRE(acknowledged.size() <= known.size());
    REQUIRE(std::equal(acknowledged.begin(), acknowledged.end(), known.begin()));
    // The newest that was acknowledged, or what came right after it and was about to be.
    const std::uint64_t hash = DrivenSession(recovered.sessions.front()).state_hash();
    const std::size_t count = acknowledged.size();
    const bool newest = count > 0 ? hash == known[count - 1] : true;
    CHECK((newest || (count < known.size() && hash == known[count])));
  }
  CHECK(moment > 50);
}

TEST_CASE("recovery: a segment that outlives a power cut follows one that does too",
          "[storage][recovery]") {
  const TemporaryFolder folder;
  segments_begun_early = 0;
  segments_begun = 0;
  server::set_disk_observer(look_at_order);
  {
    Host host(folder.path());
    DrivenSession session(host.create(two_pushed_bodies(v1::DURABILITY_DISK_BATCHED)));
    live(session, [](DrivenSession&) {});
    // A segment begins with a snapshot, which another thread writes as fast as the disk is.
    while (segments_begun <= 2) session.step();
  }
  server::set_disk_observer(nullptr);
  CHECK(segments_begun_early == 0);
}

TEST_CASE("recovery: a deleted session does not come back", "[storage][recovery]") {
  const TemporaryFolder folder;
  {
    Host host(folder.path());
    host.create(two_pushed_bodies());
    host.store.remove(kKey);
  }
  Host host(folder.path());
  CHECK(host.recover().sessions.empty());
}

TEST_CASE("recovery: restarts of a session that does nothing leave no more and more files",
          "[storage][recovery]") {
  const TemporaryFolder folder;
  live_in(folder.path(), two_pushed_bodies());
  const server::SessionFolder kept(folder.path() / kKey.name);
  for (int restart = 0; restart < 6; ++restart) {
    Host host(folder.path());
    const auto newest = kept.snapshot_numbers();
    const auto recovered = host.recover();
    REQUIRE(recovered.sessions.size() == 1);
    // The snapshot of the restart is written by another thread while the session lives.
    for (int i = 0; i < 500 && kept.snapshot_numbers() == newest; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    REQUIRE(kept.snapshot_numbers() != newest);
  }
  CHECK(kept.snapshot_numbers().size() <= 2);  // always two ways to recover
  CHECK(kept.journal_numbers().size() <= 4);
}

TEST_CASE("recovery: a folder is used by one server at a time", "[storage][recovery]") {
  const TemporaryFolder folder;
  const Host host(folder.path());
  CHECK_THROWS_WITH(Host(folder.path()), Catch::EndsWith("must be used by one server at a time"));
}
