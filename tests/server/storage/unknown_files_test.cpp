/// @file What a restart does with files that it does not know, or that are damaged: it tells and
/// keeps them.
#include <sys/stat.h>

#include <fstream>

#include "server/base/durable_file.hpp"
#include "server/storage/recovery.hpp"
#include "tests/server/storage/driven_session.hpp"
#include "tests/support/captured_log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const server::SessionKey kUnderTest{server::kDefaultTenant, "sessions/under-test"};

/// A session that has lived in a data folder.
class Data {
 public:
  Data() {
    server::SessionStore store(path(), v1::DURABILITY_PROCESS);
    server::WorkerPool pool{1};
    v1::SessionSpec spec = two_pushed_bodies();
    spec.set_checkpoint_interval_steps(1000);  // one segment has all of its records
    auto session = std::make_shared<server::Session>(kUnderTest.name, set_up(spec), pool);
    store.keep(*session, nullptr);
    DrivenSession driven(session);
    live(driven, [](DrivenSession&) {});
  }

  fs::path path() const { return folder_.path() / "data"; }
  server::SessionFolder session() const { return server::SessionFolder(path() / kUnderTest.name); }
  fs::path last_segment() const { return session().journal(session().journal_numbers().back()); }

  /// What a restart finds.
  server::SessionStore::Recovered recover() const {
    server::SessionStore store(path(), v1::DURABILITY_PROCESS);
    server::WorkerPool pool{1};
    auto recovered = store.recover(set_up_stored, pool);
    recovered.sessions.clear();
    return recovered;
  }

 private:
  TemporaryFolder folder_;
};

std::string bytes_of(const fs::path& file) { return server::read_whole(file).value(); }

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

TEST_CASE("recovery: what is no session is moved aside and told, never removed",
          "[storage][recovery]") {
  const Data data;
  const fs::path sessions = data.path() / "sessions";
  write(sessions / "notes.txt", "of people");
  fs::create_directories(sessions / "old" / "run");
  write(sessions / "old" / "run" / "result.nc", "numbers");
  fs::remove(data.session().session());
  const fs::path segment = data.last_segment();
  const std::string journal = bytes_of(segment);
  const CapturedLog log;
  CHECK(data.recover().failed.empty());
  const fs::path aside = data.path() / "set-aside";
  CHECK(bytes_of(aside / "notes.txt") == "of people");
  CHECK(bytes_of(aside / "old" / "run" / "result.nc") == "numbers");
  CHECK(bytes_of(aside / "under-test" / segment.filename()) == journal);
  CHECK(fs::is_empty(sessions));
  CHECK_THAT(log.text(), Contains((sessions / "notes.txt").string() + " holds no session"));
  CHECK_THAT(log.text(), Contains((aside / "under-test").string()));
  write(sessions / "notes.txt", "of others");  // again, under a name that is taken there
  data.recover();
  CHECK(bytes_of(aside / "notes.txt") == "of people");
  CHECK(bytes_of(aside / "notes.txt.1") == "of others");
}

TEST_CASE("recovery: a session that was being made or deleted is removed", "[storage][recovery]") {
  const Data data;
  write(data.session().incomplete(), "");
  SECTION("its description is there: it was told to exist") {
    CHECK(data.recover().failed.empty());
    CHECK(fs::exists(data.session().session()));
    CHECK_FALSE(fs::exists(data.session().incomplete()));
  }
  SECTION("its description is gone") {
    fs::remove(data.session().session());
    data.recover();
    CHECK_FALSE(fs::exists(data.session().path()));
    CHECK_FALSE(fs::exists(data.path() / "set-aside"));
  }
}

TEST_CASE("recovery: a damaged last segment fails the session and keeps its bytes",
          "[storage][recovery]") {
  const Data data;
  const fs::path last = data.last_segment();
  std::string bytes = bytes_of(last);
  SECTION("it is empty") { bytes.clear(); }
  SECTION("its header is gone") { bytes = bytes.substr(0, 20); }
  SECTION("its last record is changed") { bytes.back() = static_cast<char>(bytes.back() ^ 1); }
  SECTION("something else follows") { bytes += "notes of somebody, longer than a header"; }
  write(last, bytes);
  const CapturedLog log;
  const auto recovered = data.recover();
  REQUIRE(recovered.failed.size() == 1);
  CHECK_THAT(recovered.failed.front().reason, Contains(last.filename().string() + " is damaged"));
  CHECK_THAT(log.text(), Contains("cannot be recovered"));
  CHECK(bytes_of(last) == bytes);
}

TEST_CASE("recovery: a write that was cut off is cut off, kept beside and told",
          "[storage][recovery]") {
  const Data data;
  const fs::path last = data.last_segment();
  const std::string bytes = bytes_of(last);
  const std::string unfinished =
      GENERATE(as<std::string>(), std::string("abc"),
               std::string("crc.\x40\0\0\0half of a record", 24), std::string(4096, '\0'));
  write(last, bytes + unfinished);
  const CapturedLog log;
  CHECK(data.recover().failed.empty());
  CHECK(bytes_of(last) == bytes);
  CHECK(bytes_of(last.string() + ".cut") == unfinished);
  CHECK_THAT(log.text(), Contains(last.string() + ": the last"));
}

TEST_CASE("recovery: a session without the folder of its checkpoints comes back",
          "[storage][recovery]") {
  const Data data;
  fs::remove_all(data.session().checkpoints());
  CHECK(data.recover().failed.empty());
}

TEST_CASE("data folder: is closed to other users of the machine", "[storage]") {
  const Data data;
  const auto mode_of = [](const fs::path& path) {
    struct stat status {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    return status.st_mode & ALLPERMS;
  };
  CHECK(mode_of(data.path()) == S_IRWXU);
  CHECK(mode_of(data.session().path()) == S_IRWXU);
  CHECK(mode_of(data.session().session()) == (S_IRUSR | S_IWUSR));
  chmod(data.path().c_str(), 0755);
  const CapturedLog log;
  data.recover();
  CHECK(mode_of(data.path()) == S_IRWXU);
  CHECK_THAT(log.text(), Contains(data.path().string() + " was open to other users"));
}
