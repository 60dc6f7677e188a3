#include "server/databases/content.hpp"

#include <limits>

#include "hydro/database/readers/bemio.hpp"
#include "hydro/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using server::content_from_database;
using server::database_from_content;

namespace {

internal::v1::DatabaseContent content_of(const char* name) {
  return content_from_database(hydro::read_bemio(testing::own_data() / name));
}

}  // namespace

TEST_CASE("content: a database survives the round trip to the bit", "[databases]") {
  const hydro::Database before =
      hydro::read_bemio(testing::own_data() / GENERATE("alongside.h5", "tug_shallow.h5"));
  const hydro::Database after = database_from_content(content_from_database(before));
  REQUIRE(after.solver == "CAPYTAINE");
  REQUIRE(after.sha256 == before.sha256);
  REQUIRE(after.water_depth == before.water_depth);
  REQUIRE(after.bodies.back().name == before.bodies.back().name);
  REQUIRE(after.bodies.back().hydrostatic_stiffness == before.bodies.back().hydrostatic_stiffness);
  REQUIRE(after.bodies.back().center_of_gravity == before.bodies.back().center_of_gravity);
  REQUIRE(after.omega == before.omega);
  REQUIRE(after.wave_directions == before.wave_directions);
  REQUIRE(after.added_mass == before.added_mass);
  REQUIRE(after.radiation_damping == before.radiation_damping);
  REQUIRE(after.added_mass_infinite == before.added_mass_infinite);
  REQUIRE(after.retardation_kernel.grid == before.retardation_kernel.grid);
  REQUIRE(after.retardation_kernel.values == before.retardation_kernel.values);
  REQUIRE(after.excitation.values == before.excitation.values);
  REQUIRE(after.froude_krylov.values == before.froude_krylov.values);
  REQUIRE(after.diffraction.values == before.diffraction.values);
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
    content.add_added_mass(1.0);
    REQUIRE_THROWS_WITH(database_from_content(content),
                        "stored database: added_mass must hold 2088 numbers, holds 2089");
  }
  SECTION("half a body") {
    content.mutable_bodies(0)->clear_center_of_gravity();
    REQUIRE_THROWS_WITH(database_from_content(content),
                        "stored database: center_of_gravity must hold 3 numbers, holds 0");
  }
  SECTION("a value that no file may have") {
    content.set_omega(3, std::numeric_limits<double>::quiet_NaN());
    REQUIRE_THROWS_WITH(database_from_content(content),
                        Catch::Contains("stored database: omega(3, 0) must be finite"));
  }
  SECTION("another format version") {
    content.set_format_version(99);
    REQUIRE_THROWS_WITH(database_from_content(content), "stored database: format must be 1, is 99");
  }
}
