#include "clients/fmu/resource_folder.hpp"

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::fmu;

TEST_CASE("FMU: the folder of a resource location", "[fmu]") {
  REQUIRE(folder_of_uri("file:///a%20b/%C3%BCn%C3%AF") == "/a b/\u00fcn\u00ef");
  REQUIRE(folder_of_uri("file:/a") == "/a");
  REQUIRE(folder_of_uri("file://localhost/a") == "/a");
  REQUIRE_THROWS_WITH(folder_of_uri("https://a/b"),
                      "resourceLocation must be a URI of a file, got https://a/b");
  REQUIRE_THROWS_AS(folder_of_uri("file:///a%2"), Error);
}

TEST_CASE("FMU: a drive of Windows has no slash before its letter", "[fmu]") {
  REQUIRE(without_slash_of_drive("/C:/Temp/\u00fcn\u00ef") == "C:/Temp/\u00fcn\u00ef");
  REQUIRE(without_slash_of_drive("/z:/") == "z:/");
  REQUIRE(without_slash_of_drive("/a/c:/") == "/a/c:/");
  REQUIRE(without_slash_of_drive("/1:/a") == "/1:/a");
  REQUIRE(without_slash_of_drive("/C") == "/C");
}
