#include "server/databases/content.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using server::content_from_database;
using server::database_from_content;

namespace {

internal::v1::DatabaseContent content_of(const char* name) {
  return content_from_database(hydro::read_bemio(testing::own_data() / name));
}

internal::v1::ArrayContent& array(internal::v1::DatabaseContent& content, const std::string& name) {
  for (auto& array : *content.mutable_arrays()) {
    if (array.name() == name) return array;
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("content: a database survives the round trip to the bit", "[databases]") {
  hydro::Database before = hydro::read_bemio(testing::own_data() / "alongside.h5");
  SECTION("of a file") {}
  SECTION("with everything") { before = testing::complete_database(2); }
  before.sources = {{"a.1", "wamit", "0123"}};
  before.history = {"density 1025 given"};
  const hydro::Database after = database_from_content(content_from_database(before));
  REQUIRE(testing::first_difference(before, after).empty());
  REQUIRE(after.solver == before.solver);
  REQUIRE(after.sha256 == before.sha256);
  REQUIRE(after.sources.at(0).sha256 == "0123");
  REQUIRE(after.history == before.history);
  REQUIRE(after.findings.size() == before.findings.size());
  for (std::size_t i = 0; i < after.findings.size(); ++i) {
    REQUIRE(after.findings[i].name == before.findings[i].name);
    REQUIRE(after.findings[i].severity == before.findings[i].severity);
    REQUIRE(after.findings[i].message == before.findings[i].message);
    REQUIRE(after.findings[i].value == before.findings[i].value);
  }
}

TEST_CASE("content: a message that a broken process might send is refused", "[databases]") {
  internal::v1::DatabaseContent content = content_of("tug_shallow.h5");
  SECTION("a number too many") {
    array(content, "added_mass").add_values(1.0);
    REQUIRE_THROWS_WITH(database_from_content(content),
                        "stored database: added_mass must hold 2088 numbers, holds 2089");
  }
  SECTION("half a body") {
    array(content, "center_of_gravity").set_name("center");
    REQUIRE_THROWS_WITH(database_from_content(content),
                        "stored database: center_of_gravity is missing");
  }
  SECTION("a shape without end") {
    for (int i = 0; i < 3; ++i) array(content, "omega").add_shape(std::int64_t{1} << 40);
    REQUIRE_THROWS_WITH(database_from_content(content), "stored database: omega has no size");
  }
  SECTION("another shape") {
    array(content, "displaced_volume").add_shape(1);
    REQUIRE_THROWS_WITH(database_from_content(content),
                        "stored database: /displaced_volume must have the shape (1), has (1, 1)");
  }
  SECTION("a value that no file may have") {
    array(content, "omega").set_values(3, std::numeric_limits<double>::quiet_NaN());
    REQUIRE_THROWS_WITH(database_from_content(content),
                        Catch::Contains("stored database: omega(3, 0) must be finite"));
  }
  SECTION("another format version") {
    content.set_format_version(99);
    REQUIRE_THROWS_WITH(database_from_content(content), "stored database: format must be 2, is 99");
  }
}
