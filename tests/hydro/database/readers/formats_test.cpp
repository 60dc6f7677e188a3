/// @file The same solutions from files of several formats.
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::coefficient_difference;
using testing::source_file;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

SourceOptions hemisphere_options() {
  SourceOptions options;
  options.water_density = 1025.0;
  options.gravity = 9.81;
  options.water_depth = kInfinite;
  options.length_scale = 1.0;
  options.body_names = {"hemisphere"};
  options.centers_of_gravity = {Vector3(0, 0, -2)};
  options.displaced_volumes = {261.0};
  return options;
}

SourceOptions rm3_options() {
  SourceOptions options;
  options.water_density = 1000.0;
  options.gravity = 9.81;
  options.water_depth = kInfinite;
  options.length_scale = 1.0;
  options.body_names = {"float", "spar"};
  options.centers_of_gravity = {Vector3(0, 0, -.72), Vector3(0, 0, -21.29)};
  options.displaced_volumes = {725.834, 886.691};
  return options;
}

void check_same_to(const Database& expected, const Database& database, double tolerance) {
  const testing::CoefficientDifference apart = coefficient_difference(expected, database);
  CHECK((expected.omega - database.omega).cwiseAbs().maxCoeff() <=
        tolerance * expected.omega.maxCoeff());
  CHECK(apart.added_mass <= tolerance);
  CHECK(apart.radiation_damping <= tolerance);
  CHECK(apart.excitation <= tolerance);
}

}  // namespace

TEST_CASE("hemisphere: the dataset of Capytaine is the BEMIO file", "[hydro][database][formats]") {
  RAFTUP_REQUIRE_REFERENCE(file, "own/capytaine/hemisphere.nc");
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  const Database database = read_database(file);
  CHECK(database.source_format == "capytaine");
  CHECK(database.bodies.at(0).center_of_gravity == Vector3(0, 0, -2));
  // The same solution, rounded by the normalisation of BEMIO.
  check_same_to(expected, database, 1e-12);
  CHECK((*expected.added_mass_infinite - *database.added_mass_infinite).norm() <=
        1e-12 * expected.added_mass_infinite->norm());
}

TEST_CASE("hemisphere: the numeric files of WAMIT are the BEMIO file to their digits",
          "[hydro][database][formats]") {
  std::vector<SourceFile> files;
  for (const char* suffix : {"1", "3", "3fk", "3sc", "hst"}) {
    RAFTUP_REQUIRE_REFERENCE(file, std::string("own/wamit/hemisphere.") + suffix);
    files.push_back(source_file(file));
  }
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  const Database database = read_database(files, hemisphere_options());
  // Seven digits of period and of coefficient; damping takes both.
  check_same_to(expected, database, 1e-6);
  CHECK_FALSE(testing::has_finding(database, "excitation_parts_disagree"));
  CHECK(testing::has_finding(database, "added_mass_indices_swapped"));  // Capytaine wrote them
  CHECK(database.sources.size() == 5);
  CHECK(database.history.at(0) == "density 1025 given");
}

TEST_CASE("alongside: the dataset of Capytaine is the BEMIO file", "[hydro][database][formats]") {
  RAFTUP_REQUIRE_REFERENCE(file, "own/capytaine/alongside.nc");
  const Database expected = read_database(testing::own_data() / "alongside.h5");
  const Database database = read_database(file);
  CHECK(database.bodies.at(1).name == "supply");
  CHECK(database.bodies.at(1).center_of_gravity.isApprox(Vector3(10, 22, .3)));
  check_same_to(expected, database, 1e-12);
}

TEST_CASE("rm3: the numeric files of WAMIT are the BEMIO file", "[hydro][database][formats]") {
  std::vector<SourceFile> files;
  for (const char* suffix : {"1", "3", "3fk", "3sc", "hst"}) {
    RAFTUP_REQUIRE_REFERENCE(file, std::string("wamit-rm3/rm3.") + suffix);
    files.push_back(source_file(file));
  }
  RAFTUP_REQUIRE_REFERENCE(bemio, "bemio/rm3.h5");
  const Database expected = read_database(bemio);
  const Database database = read_database(files, rm3_options());
  check_same_to(expected, database, 1e-6);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(database.bodies[i].hydrostatic_stiffness.isApprox(
        expected.bodies[i].hydrostatic_stiffness, 1e-6));
  }
}

TEST_CASE("rm3: WAMIT's .out is the BEMIO file but for its phases of whole degrees",
          "[hydro][database][formats]") {
  RAFTUP_REQUIRE_REFERENCE(file, "wamit-rm3/rm3.out");
  RAFTUP_REQUIRE_REFERENCE(bemio, "bemio/rm3.h5");
  const Database expected = read_database(bemio);
  SourceOptions options;
  options.water_density = 1000.0;
  options.body_names = {"float", "spar"};
  const SourceFile source = source_file(file);
  const Database database = read_database(std::span(&source, 1), options);
  const testing::CoefficientDifference apart = coefficient_difference(expected, database);
  CHECK(apart.added_mass <= 1e-6);
  CHECK(apart.radiation_damping <= 1e-6);
  CHECK(apart.excitation <= 0.0088);  // half a degree
  CHECK(apart.excitation > 0.004);    // and the file has no better
  CHECK(testing::has_finding(database, "excitation_phase_rounded"));
  for (std::size_t i = 0; i < 2; ++i) {
    const DatabaseBody& body = database.bodies[i];
    CHECK((body.center_of_gravity - expected.bodies[i].center_of_gravity).norm() <= 1e-6);
    CHECK((body.center_of_buoyancy - expected.bodies[i].center_of_buoyancy).norm() <= 5e-6);
    CHECK(body.displaced_volume == expected.bodies[i].displaced_volume);
    // Five digits.
    CHECK(body.hydrostatic_stiffness.isApprox(expected.bodies[i].hydrostatic_stiffness, 1e-4));
  }
}

TEST_CASE("formats: what no format has is refused", "[hydro][database][formats]") {
  const SourceFile file = testing::text_source("notes.txt", "Dear reader,\nno numbers here.\n");
  REQUIRE_THROWS_WITH(read_database(std::span(&file, 1)),
                      Catch::StartsWith("notes.txt must be of a known format, is none of: Raftup"));
}

TEST_CASE("formats: files of two databases are refused together", "[hydro][database][formats]") {
  const SourceFile hemisphere = source_file(testing::own_data() / "hemisphere.h5");
  const std::vector<SourceFile> files = {hemisphere,
                                         source_file(testing::own_data() / "tug_shallow.h5")};
  REQUIRE_THROWS_WITH(read_database(files), Catch::Contains("must be imported on their own"));
  SourceOptions options;
  options.gravity = 9.8;
  REQUIRE_THROWS_WITH(read_database(std::span(&hemisphere, 1), options),
                      Catch::StartsWith("hemisphere.h5 says everything itself"));
}
