/// @file Which uploads hold a place, and how it becomes free; and files among them that nobody
/// knows.
#include <fmt/format.h>

#include <chrono>
#include <fstream>

#include "tests/server/databases/catalogue_uploads.hpp"
#include "tests/support/captured_log.hpp"

using namespace raftup;
using namespace raftup::server;
using namespace raftup::testing;
using Catch::Contains;

namespace {

/// As many uploads as may be in progress, without their bytes.
std::vector<std::string> fill(Catalogue& catalogue) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < UploadArea::kMostUploads; ++i) {
    ids.push_back(start(catalogue, fmt::format("upload-{}", i), fmt::format("file {}", i)));
  }
  return ids;
}

/// As if nothing had come for an upload for so long.
void let_rest(const std::filesystem::path& data, const std::string& id, std::chrono::minutes rest) {
  std::filesystem::last_write_time(data / "uploads" / id,
                                   std::filesystem::file_time_type::clock::now() - rest);
}

}  // namespace

TEST_CASE("catalogue: rejected uploads keep nobody from the next", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  std::string last;
  for (std::size_t i = 0; i <= UploadArea::kMostRejected; ++i) {
    last = start(catalogue, fmt::format("nonsense-{}", i), fmt::format("no file {}", i));
    send(catalogue, last, fmt::format("no file {}", i));
    REQUIRE(reason_of([&] { catalogue.finish_upload(last); }) == Reason::kDatabaseRejected);
  }
  CHECK(catalogue.bytes_besides("") == 0);
  CHECK(catalogue.get_upload(last).state == UploadState::kRejected);
  CHECK(catalogue.get_upload(last).committed == 0);  // its bytes are gone
  const std::string first = "nonsense-0@" + sha256(std::string_view("no file 0"));
  CHECK(reason_of([&] { catalogue.get_upload(first); }) == Reason::kNotFound);
  fill(catalogue);
}

TEST_CASE("catalogue: an upload that nobody goes on with gives way, also after a restart",
          "[databases]") {
  const testing::TemporaryFolder folder;
  const std::vector<std::string> ids = [&] {
    Catalogue catalogue = make_catalogue(folder);
    return fill(catalogue);
  }();
  Catalogue catalogue = make_catalogue(folder);
  let_rest(folder.path(), ids[3], UploadArea::kLease - std::chrono::minutes(2));
  try {
    start(catalogue, "one-more", kTug);
    FAIL("one more upload must be refused");
  } catch (const ServiceError& error) {
    CHECK(error.reason() == Reason::kQuotaUploads);
    CHECK_THAT(error.what(), Contains("end one with CancelUpload"));
    REQUIRE(error.retry_delay());
    CHECK(*error.retry_delay() > std::chrono::seconds(60));
    CHECK(*error.retry_delay() <= std::chrono::minutes(2));
  }
  const std::int64_t before = catalogue.bytes_besides("");
  let_rest(folder.path(), ids[3], UploadArea::kLease + std::chrono::minutes(1));
  CHECK(catalogue.bytes_besides("") == before - 6);  // "file 3"
  CHECK(start(catalogue, "one-more", kTug) != ids[3]);
  CHECK(reason_of([&] { catalogue.get_upload(ids[3]); }) == Reason::kNotFound);
}

TEST_CASE("catalogue: an upload can be ended, and its place is free", "[databases]") {
  const testing::TemporaryFolder folder;
  Catalogue catalogue = make_catalogue(folder);
  const std::vector<std::string> ids = fill(catalogue);
  catalogue.cancel_upload(ids.front());
  CHECK(reason_of([&] { catalogue.append(ids.front(), 0, "f", std::nullopt); }) ==
        Reason::kNotFound);
  CHECK(reason_of([&] { catalogue.cancel_upload(ids.front()); }) == Reason::kNotFound);
  CHECK(reason_of([&] { catalogue.cancel_upload("../../etc"); }) == Reason::kBadField);
  start(catalogue, "one-more", kTug);
}

TEST_CASE("catalogue: what is no record among the names is left where it is and told",
          "[databases]") {
  const testing::TemporaryFolder folder;
  {
    Catalogue catalogue = make_catalogue(folder);
    upload(catalogue, "tug-shallow", kTug);
  }
  const std::filesystem::path names = folder.path() / "databases" / "names";
  std::filesystem::create_directories(names / "old" / "more");
  std::ofstream(names / ".notes") << "of people";
  std::filesystem::create_directories(folder.path() / "uploads" / "old");
  const testing::CapturedLog log;
  Catalogue catalogue = make_catalogue(folder);
  CHECK(catalogue.list("").size() == 1);
  CHECK_THAT(log.text(), Contains((names / "old").string() + " is no record of a database"));
  CHECK(std::filesystem::exists(names / "old" / "more"));
  CHECK(std::filesystem::exists(names / ".notes"));
  fill(catalogue);
  CHECK(std::filesystem::exists(folder.path() / "uploads" / "old"));
}
