#include "server/databases/file_fit_cache.hpp"

#include <fstream>

#include "server/databases/crc32c.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using server::FileFitCache;

TEST_CASE("fit cache: gives back what was stored, another process too", "[databases]") {
  const testing::TemporaryFolder folder;
  const std::string fit("poles\n\0residues", 15);
  FileFitCache(folder.path() / "fits").store("digest/../tolerance", fit);
  FileFitCache cache(folder.path() / "fits");
  REQUIRE(cache.find("digest/../tolerance") == fit);
  REQUIRE_FALSE(cache.find("another key").has_value());
  cache.store("digest/../tolerance", "");
  REQUIRE(cache.find("digest/../tolerance") == "");
}

TEST_CASE("fit cache: a damaged file counts as absent", "[databases]") {
  const testing::TemporaryFolder folder;
  FileFitCache cache(folder.path());
  cache.store("key", "fit");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    std::ofstream(entry.path(), std::ios::app) << "x";
  }
  REQUIRE_FALSE(cache.find("key").has_value());
}

TEST_CASE("CRC-32C: the vectors of RFC 3720", "[databases]") {
  REQUIRE(server::crc32c(std::string(32, '\0')) == 0x8a9136aaU);
  REQUIRE(server::crc32c(std::string(32, '\xff')) == 0x62a8ab43U);
  REQUIRE(server::crc32c("123456789") == 0xe3069283U);
}
