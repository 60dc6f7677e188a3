#include <chrono>
#include <fstream>

#include "hydro/base/sha256.hpp"
#include "server/databases/radiation_cache.hpp"
#include "server/storage/crc32c.hpp"
#include "tests/support/captured_log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using server::FileFitCache;

TEST_CASE("fit cache: gives back what was stored, another process too", "[databases]") {
  const testing::TemporaryFolder folder;
  const std::string fit("poles\n\0residues", 15);
  FileFitCache(folder.path() / "fits", "build 1:").store("digest/../tolerance", fit);
  FileFitCache cache(folder.path() / "fits", "build 1:");
  REQUIRE(cache.find("digest/../tolerance") == fit);
  REQUIRE_FALSE(cache.find("another key").has_value());
  cache.store("digest/../tolerance", "");
  REQUIRE(cache.find("digest/../tolerance") == "");
}

TEST_CASE("fit cache: what another build has fitted is not found", "[databases]") {
  const testing::TemporaryFolder folder;
  FileFitCache(folder.path(), "build 1:").store("key", "fit");
  CHECK_FALSE(FileFitCache(folder.path(), "build 2:").find("key").has_value());
  CHECK(FileFitCache(folder.path(), "build 1:").find("key") == "fit");
}

TEST_CASE("fit cache: a damaged file counts as absent", "[databases]") {
  const testing::TemporaryFolder folder;
  FileFitCache cache(folder.path(), "");
  cache.store("key", "fit");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    std::ofstream(entry.path(), std::ios::app) << "x";
  }
  REQUIRE_FALSE(cache.find("key").has_value());
}

TEST_CASE("fit cache: what was used longest ago is forgotten when the folder is full",
          "[databases]") {
  const testing::TemporaryFolder folder;
  const std::string fit(1000, 'x');
  FileFitCache cache(folder.path(), "", 2500);
  const auto use = [&](const std::string& key, int minutes_ago) {
    const auto then =
        std::filesystem::file_time_type::clock::now() - std::chrono::minutes(minutes_ago);
    last_write_time(folder.path() / sha256(std::string_view(key)), then);
  };
  cache.store("first", fit);
  use("first", 3);
  cache.store("second", fit);
  use("second", 2);
  REQUIRE(cache.find("first") == fit);  // used now
  cache.store("third", fit);
  CHECK(cache.find("first") == fit);
  CHECK_FALSE(cache.find("second").has_value());
  CHECK(cache.find("third") == fit);
  cache.store("too large", std::string(5000, 'x'));
  CHECK(cache.find("too large").has_value());
  CHECK_FALSE(cache.find("first").has_value());
}

TEST_CASE("CRC-32C: the vectors of RFC 3720", "[databases]") {
  REQUIRE(server::crc32c(std::string(32, '\0')) == 0x8a9136aaU);
  REQUIRE(server::crc32c(std::string(32, '\xff')) == 0x62a8ab43U);
  REQUIRE(server::crc32c("123456789") == 0xe3069283U);
}

TEST_CASE("fit cache: is optional: what it cannot keep or read it does not have", "[databases]") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path fits = folder.path() / "fits";
  const testing::CapturedLog log;
  FileFitCache cache(fits, "", 1500);
  SECTION("its folder is removed") {
    cache.store("key", "fit");
    std::filesystem::remove_all(fits);
    CHECK_FALSE(cache.find("key").has_value());
    cache.store("key", "fit");
    CHECK(cache.find("key") == "fit");
  }
  SECTION("a file has the name of its folder") {
    std::ofstream(fits) << "a file";
    cache.store("key", "fit");
    CHECK_FALSE(cache.find("key").has_value());
    CHECK_THAT(log.text(), Catch::Contains("a fit is not kept in " + fits.string()));
  }
  SECTION("a folder has the name of a fit") {
    const std::filesystem::path taken = fits / sha256(std::string_view("key"));
    std::filesystem::create_directories(taken / "more");
    cache.store("key", "fit");
    CHECK_FALSE(cache.find("key").has_value());
    CHECK_THAT(log.text(), Catch::Contains("a fit is not kept in " + taken.string()));
  }
  SECTION("something else lies there, which it does not forget") {
    std::filesystem::create_directories(fits / "folder");
    std::ofstream(fits / "notes.txt") << std::string(5000, 'x');
    cache.store("first", std::string(1000, 'x'));
    cache.store("second", std::string(1000, 'x'));
    CHECK(std::filesystem::exists(fits / "notes.txt"));
    CHECK_FALSE(cache.find("first").has_value());
    CHECK(cache.find("second").has_value());
  }
}
