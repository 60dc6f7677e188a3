#include "server/databases/catalogue.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/content.hpp"
#include "server/storage/crc32c.hpp"
#include "tests/server/databases/catalogue_uploads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/ships_apart.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::server;
using namespace raftup::testing;
using Catch::Contains;

namespace {

/// No file of this process grows beyond `bytes` while it lives: a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  sighandler_t handler_;
};

}  // namespace

TEST_CASE("catalogue: an uploaded database is described, listed and opened", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const v1::Database record = upload(catalogue, "tug-shallow", kTug);
  REQUIRE(record.name() == "databases/tug-shallow@" + kTugDigest);
  REQUIRE(record.state() == v1::DATABASE_STATE_READY);
  REQUIRE(record.size_bytes() == size_of(kTug));
  REQUIRE(record.body_names(0) == "tug");
  REQUIRE(record.heading_count() == 12);
  REQUIRE(record.water_depth_m() == 12.0);
  REQUIRE_FALSE(record.has_body_interaction());
  REQUIRE(catalogue.list("").size() == 1);
  REQUIRE(catalogue.list("shallow").size() == 1);
  REQUIRE(catalogue.list("deep").empty());
  for (const std::string& name : {record.name(), std::string("databases/tug-shallow"),
                                  std::string("tug-shallow"), kTugDigest}) {
    REQUIRE(catalogue.open(name)->sha256 == kTugDigest);
  }
}

TEST_CASE("catalogue: everything is there after a restart", "[databases]") {
  const testing::TemporaryFolder folder;
  std::string record;
  {
    Catalogue catalogue = make_catalogue(folder);
    record = upload(catalogue, "tug-shallow", kTug).SerializeAsString();
    const std::string half = start(catalogue, "half", kTug + "x");
    catalogue.append(half, 0, std::string_view(kTug).substr(0, 1000), std::nullopt);
  }
  Catalogue catalogue = make_catalogue(folder);
  REQUIRE(catalogue.get("tug-shallow").SerializeAsString() == record);
  REQUIRE(catalogue.open("tug-shallow")->bodies[0].name == "tug");
  const std::string half = "half@" + sha256(std::string_view(kTug + "x"));
  REQUIRE(catalogue.get_upload(half).committed == 1000);
}

TEST_CASE("catalogue: an interrupted upload goes on where it stood", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const std::string id = start(catalogue, "tug-shallow", kTug);
  catalogue.append(id, 0, std::string_view(kTug).substr(0, 5000), std::nullopt);
  REQUIRE(start(catalogue, "tug-shallow", kTug) == id);
  REQUIRE(catalogue.get_upload(id).committed == 5000);
  try {
    catalogue.append(id, 4000, "abc", std::nullopt);
    FAIL("a chunk at another place must be refused");
  } catch (const ServiceError& error) {
    REQUIRE(error.reason() == Reason::kUploadOffset);
    REQUIRE(error.metadata().at("committed_bytes") == "5000");
  }
  REQUIRE(reason_of([&] { catalogue.finish_upload(id); }) == Reason::kWrongState);
  send(catalogue, id, kTug);
  REQUIRE(catalogue.finish_upload(id).sha256() == kTugDigest);
  REQUIRE(reason_of([&] { catalogue.get_upload(id); }) == Reason::kNotFound);
}

TEST_CASE("catalogue: bytes that are stored already need no second upload", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  upload(catalogue, "first", kTug);
  const auto begun = catalogue.start_upload("second", kTugDigest, size_of(kTug));
  REQUIRE_FALSE(begun.upload.has_value());
  REQUIRE(begun.existing.value().name() == "databases/second@" + kTugDigest);
  REQUIRE(catalogue.open("first") == catalogue.open("second"));
}

TEST_CASE("catalogue: the bare id means the newest of its databases", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  upload(catalogue, "ship", kTug);
  const std::string other = bytes_of(testing::own_data() / "hemisphere.h5");
  const std::string newest = upload(catalogue, "ship", other).name();
  REQUIRE(catalogue.get("ship").name() == newest);
  catalogue.remove(newest, false);
  REQUIRE(catalogue.get("ship").sha256() == kTugDigest);
}

TEST_CASE("catalogue: changed bytes are noticed by chunk and as a whole", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const std::string id = start(catalogue, "tug-shallow", kTug);
  REQUIRE(reason_of([&] { catalogue.append(id, 0, "abc", crc32c("abd")); }) ==
          Reason::kChecksumMismatch);
  REQUIRE(catalogue.get_upload(id).committed == 0);
  std::string changed = kTug;
  changed[3000] = static_cast<char>(changed[3000] + 1);
  send(catalogue, id, changed);
  REQUIRE(reason_of([&] { catalogue.finish_upload(id); }) == Reason::kChecksumMismatch);
  send(catalogue, id, kTug);
  REQUIRE(catalogue.finish_upload(id).sha256() == kTugDigest);
}

TEST_CASE("catalogue: a file that is no database is rejected with the reader's words",
          "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const std::string id = start(catalogue, "nonsense", "not a file");
  send(catalogue, id, "not a file");
  REQUIRE(reason_of([&] { catalogue.finish_upload(id); }) == Reason::kDatabaseRejected);
  const Upload rejected = catalogue.get_upload(id);
  REQUIRE(rejected.state == UploadState::kRejected);
  REQUIRE_THAT(rejected.rejection, Contains("must be of a known format, is none of: Raftup"));
  REQUIRE_THAT(rejected.rejection, Contains("nor a mesh: STL, OBJ or GDF"));
  REQUIRE(reason_of([&] { catalogue.append(id, 10, "x", std::nullopt); }) == Reason::kWrongState);
  REQUIRE(catalogue.list("").empty());
  // it can be sent again
  REQUIRE(start(catalogue, "nonsense", "not a file") == id);
  REQUIRE(catalogue.get_upload(id).committed == 0);
}

TEST_CASE("catalogue: a reader that is killed rejects the file and spares the server",
          "[databases][hostile]") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path program = folder.path() / "reader";
  std::ofstream(program) << "#!/bin/sh\nkill -SEGV $$\n";
  chmod(program.c_str(), S_IRWXU);
  Catalogue catalogue(folder.path() / "data", ReaderProcess(program));
  const std::string id = start(catalogue, "tug-shallow", kTug);
  send(catalogue, id, kTug);
  REQUIRE(reason_of([&] { catalogue.finish_upload(id); }) == Reason::kParserCrashed);
  REQUIRE_THAT(catalogue.get_upload(id).rejection, Contains("crashed the reader (signal 11"));
}

TEST_CASE("catalogue: a full disk loses nothing that was committed", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const std::string id = start(catalogue, "tug-shallow", kTug);
  const std::string_view bytes = kTug;
  catalogue.append(id, 0, bytes.substr(0, 100000), std::nullopt);
  {
    const FullDisk disk(150000);
    REQUIRE(reason_of([&] {
              catalogue.append(id, 100000, bytes.substr(100000, 100000), std::nullopt);
            }) == Reason::kStorageFull);
    REQUIRE(catalogue.get_upload(id).committed == 100000);
  }
  send(catalogue, id, kTug);
  {
    const FullDisk disk(150000);  // the content does not fit
    REQUIRE(reason_of([&] { catalogue.finish_upload(id); }) == Reason::kStorageFull);
    REQUIRE(catalogue.list("").empty());
  }
  REQUIRE(catalogue.finish_upload(id).sha256() == kTugDigest);
}

TEST_CASE("catalogue: a database in use is not deleted unless forced", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  upload(catalogue, "tug-shallow", kTug);
  auto used = catalogue.open("tug-shallow");
  REQUIRE(reason_of([&] { catalogue.remove("tug-shallow", false); }) == Reason::kDatabaseInUse);
  SECTION("forced: who has it keeps it") {
    catalogue.remove("tug-shallow", true);
    REQUIRE(used->bodies[0].name == "tug");
  }
  SECTION("given back") {
    used.reset();
    catalogue.remove("tug-shallow", false);
  }
  REQUIRE(reason_of([&] { catalogue.open("tug-shallow"); }) == Reason::kNotFound);
  REQUIRE(start(catalogue, "tug-shallow", kTug) == "tug-shallow@" + kTugDigest);
}

TEST_CASE("catalogue: content that the disk damaged is noticed and mended by a new upload",
          "[databases]") {
  const testing::TemporaryFolder folder;
  {
    Catalogue catalogue = make_catalogue(folder);
    upload(catalogue, "tug-shallow", kTug);
  }
  const auto content = folder.path() / "databases" / "sha256" / kTugDigest.substr(0, 2) /
                       kTugDigest.substr(2) / "content";
  std::fstream(content, std::ios::in | std::ios::out | std::ios::binary).seekp(5000).put('!');
  Catalogue catalogue = make_catalogue(folder);
  REQUIRE_THROWS_WITH(catalogue.open("tug-shallow"), Contains("is damaged on disk"));
  upload(catalogue, "tug-shallow", kTug);
  REQUIRE(catalogue.open("tug-shallow")->sha256 == kTugDigest);
}

TEST_CASE("catalogue: content of another format is made anew from the stored file", "[databases]") {
  const testing::TemporaryFolder folder;
  {
    Catalogue catalogue = make_catalogue(folder);
    upload(catalogue, "tug-shallow", kTug);
  }
  internal::v1::DatabaseContent former;
  former.set_format_version(kContentFormat - 1);
  former.set_sha256(kTugDigest);
  write_whole(folder.path() / "databases" / "sha256" / kTugDigest.substr(0, 2) /
                  kTugDigest.substr(2) / "content",
              with_checksum(former.SerializeAsString()));
  for (int restart = 0; restart < 2; ++restart) {
    Catalogue catalogue = make_catalogue(folder);
    REQUIRE(catalogue.open("tug-shallow")->dof_count() == 6);
    REQUIRE(catalogue.start_upload("tug-shallow", kTugDigest, size_of(kTug)).existing.has_value());
  }
}

TEST_CASE("catalogue: names, digests and sizes follow their rules", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const auto start_with = [&](const std::string& id, const std::string& digest, std::int64_t size) {
    return [&catalogue, id, digest, size] { catalogue.start_upload(id, digest, size); };
  };
  REQUIRE_THROWS_WITH(start_with("../etc", kTugDigest, 10)(),
                      "database_id must be 4 to 63 characters of a-z, 0-9 and \"-\", got ../etc");
  REQUIRE_THROWS_WITH(start_with("ship", "abc", 10)(), Contains("sha256 must be a SHA-256"));
  REQUIRE_THROWS_WITH(start_with("ship", kTugDigest, 0)(),
                      "size_bytes must be 1 to 268435456, got 0");
  REQUIRE_THROWS_WITH(catalogue.open("databases/../../etc"), Contains("name must be 4 to 63"));
  REQUIRE(reason_of([&] { catalogue.open("databases/unknown"); }) == Reason::kNotFound);
  const std::string id = start(catalogue, "ship", "abc");
  REQUIRE_THROWS_WITH(catalogue.append(id, 0, "abcd", std::nullopt),
                      "data must not pass the announced size of 3 bytes, got 4");
}

TEST_CASE("catalogue: a family of databases is one entry, read in the sandbox and kept",
          "[databases]") {
  const std::vector<std::byte> image = testing::ships_apart();
  const std::string bytes(reinterpret_cast<const char*>(image.data()), image.size());
  const testing::TemporaryFolder folder;
  const v1::Database record = [&] {
    Catalogue catalogue = make_catalogue(folder);
    return upload(catalogue, "apart", bytes);
  }();
  CHECK(record.format() == "raftup-family");
  CHECK(record.body_count() == 2);
  Catalogue again = make_catalogue(folder);
  const auto family = again.open_family("apart");
  CHECK(family->sha256 == sha256(std::string_view(bytes)));
  REQUIRE(family->nodes.size() == 2);
  const hydro::Database filed = hydro::read_database(testing::own_data() / "alongside.h5");
  CHECK(family->nodes[1]->added_mass == filed.added_mass);
  CHECK(family->nodes[1]->excitation.values == filed.excitation.values);
  CHECK(family->radiates_as == std::vector<std::size_t>{0, 0});
  CHECK_THROWS_WITH(again.open("apart"), Contains("must be a database, is a family of databases"));
  upload(again, "shallow-tug", kTug);
  CHECK_THROWS_WITH(again.open_family("shallow-tug"),
                    Contains("must be a family of databases, is a database"));
}

TEST_CASE("catalogue: a family along a track is kept with the relative positions of its bodies",
          "[databases]") {
  const std::vector<std::byte> image = testing::ships_along_a_track();
  const testing::TemporaryFolder folder;
  {
    Catalogue catalogue = make_catalogue(folder);
    upload(catalogue, "track", {reinterpret_cast<const char*>(image.data()), image.size()});
  }
  Catalogue again = make_catalogue(folder);
  const auto family = again.open_family("track");
  const hydro::Track* track = family->grid.track();
  REQUIRE(track != nullptr);
  REQUIRE(track->node_count() == 2);
  CHECK(track->other_count() == 1);
  const hydro::DatabaseFamily read = hydro::read_family(image);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(track->positions(k) == read.grid.track()->positions(k));
    CHECK(family->nodes[k]->excitation.values == read.nodes[k]->excitation.values);
  }
}
