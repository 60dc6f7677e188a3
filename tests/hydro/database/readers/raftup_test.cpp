#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;

TEST_CASE("Raftup's layout: a database written and read again is the same in every bit",
          "[hydro][database][raftup]") {
  const std::string name = GENERATE("alongside.h5", "array9.h5", "hemisphere.h5", "tug_shallow.h5");
  const Database filed = read_database(testing::own_data() / name);
  const std::vector<std::byte> image = write_raftup(filed);
  const Database again = read_database(image);
  CHECK(testing::first_difference(filed, again).empty());
  CHECK(write_raftup(again) == image);
}

TEST_CASE("Raftup's layout: nothing that a database can hold is lost",
          "[hydro][database][raftup]") {
  const Database filed = testing::with_modes(testing::complete_database(2));
  REQUIRE(arrays_of(filed).size() == array_names().size());
  const std::vector<std::byte> image = write_raftup(filed);
  const Database again = read_raftup(image);
  CHECK(testing::first_difference(filed, again).empty());
  CHECK(again.qtf_sum.entries.at(0).influenced_dof == 11);
  CHECK(again.field.points.at(0).body == 1);
  CHECK(again.field.radiation.at(1) == filed.field.radiation[1]);
  CHECK(again.excitation_at_speed.speeds == filed.excitation_at_speed.speeds);
  CHECK(again.excitation_at_speed.forces.at(1).values[1] ==
        filed.excitation_at_speed.forces[1].values[1]);
  CHECK(again.sections.at(0).body == 1);
  CHECK(again.sections.at(1).x == filed.sections[1].x);
  CHECK(again.sections.at(1).still_water_force == filed.sections[1].still_water_force);
  CHECK(again.sections.at(0).hydrostatic_stiffness == filed.sections[0].hydrostatic_stiffness);
  CHECK(again.sections.at(1).added_mass.at(2) == filed.sections[1].added_mass[2]);
  CHECK(again.sections.at(1).radiation_damping.at(1) == filed.sections[1].radiation_damping[1]);
  CHECK(again.sections.at(0).excitation.at(1) == filed.sections[0].excitation[1]);
  CHECK(again.sections.at(1).mode_stiffness == filed.sections[1].mode_stiffness);
  CHECK(again.modes.modes.at(0).slope == filed.modes.modes[0].slope);
  CHECK(again.modes.shapes.at(0) == filed.modes.shapes[0]);
  CHECK(again.mean_drift_force.at(1) == filed.mean_drift_force[1]);
  Database poorer = filed;
  poorer.qtf_difference.entries.clear();
  CHECK(testing::first_difference(filed, poorer) == "qtf_difference_omega");
}

TEST_CASE("Raftup's layout: findings, sources and history survive, and nothing is found twice",
          "[hydro][database][raftup]") {
  Database filed = testing::small_database(2);
  filed.findings = {{"odd", Severity::kWarning, "body 1: something is odd", 0.25}};
  filed.sources = {{"a.1", "wamit", "0123"}, {"a.3", "wamit", "4567"}};
  filed.history = {"density 1025 given"};
  filed.added_mass[1](0, 5) = 700.0;  // which the check of symmetry finds on every reading
  const Database once = read_raftup(write_raftup(filed));
  const Database twice = read_raftup(write_raftup(once));
  REQUIRE(once.findings.size() >= 2);
  CHECK(once.findings[0].message == "body 1: something is odd");
  CHECK(once.findings[0].severity == Severity::kWarning);
  CHECK(once.findings[0].value == 0.25);
  CHECK(twice.findings.size() == once.findings.size());
  CHECK(twice.sources.at(1).sha256 == "4567");
  CHECK(twice.history == filed.history);
}

TEST_CASE("Raftup's layout: what breaks a rule is refused with dataset and rule",
          "[hydro][database][raftup]") {
  const std::vector<std::byte> whole = write_raftup(testing::small_database(1));
  const auto refusal = [](const testing::Hdf5Image& image) -> std::string {
    try {
      read_database(image.bytes());
      return {};
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      return error.what();
    }
  };
  testing::Hdf5Image image(whole);
  SECTION("a missing dataset") {
    H5Ldelete(image.file(), "/displaced_volume", H5P_DEFAULT);
    CHECK(refusal(image) == "/displaced_volume is missing");
  }
  SECTION("a wrong shape") {
    H5Ldelete(image.file(), "/added_mass", H5P_DEFAULT);
    image.write("/added_mass", {3, 6, 5}, std::vector<double>(90));
    CHECK(refusal(image) == "/added_mass must have the shape (3, 6, 6), has (3, 6, 5)");
  }
  SECTION("another version") {
    H5Adelete_by_name(image.file(), "/", "format_version", H5P_DEFAULT);
    CHECK(refusal(image) == "format_version must be 1, is \"\"");
  }
}

TEST_CASE("Raftup's layout: a field point of no body is refused before it is one",
          "[hydro][database][raftup]") {
  Database database = testing::complete_database(2);
  database.field.points[1].body = 2;
  REQUIRE_THROWS_WITH(read_raftup(write_raftup(database)), "/field/body must be 0 to 1, is 2");
}

TEST_CASE("Raftup's layout: a section of no body is refused before it is one",
          "[hydro][database][raftup]") {
  Database database = testing::complete_database(2);
  database.sections[1].body = 2;
  REQUIRE_THROWS_WITH(read_raftup(write_raftup(database)), "/section/body must be 0 to 1, is 2");
}

TEST_CASE("Raftup's layout: a database without field points and sections has no group of theirs",
          "[hydro][database][raftup]") {
  const testing::Hdf5Image image(write_raftup(testing::small_database(1)));
  CHECK(H5Lexists(image.file(), "/field", H5P_DEFAULT) == 0);
  CHECK(H5Lexists(image.file(), "/section", H5P_DEFAULT) == 0);
}

TEST_CASE("Raftup's layout: a dof beyond the bodies is refused before it is one",
          "[hydro][database][raftup]") {
  Database database = testing::complete_database(1);
  database.qtf_sum.entries[1].influenced_dof = 6;
  REQUIRE_THROWS_WITH(read_raftup(write_raftup(database)),
                      "/qtf_sum_influenced_dof must be 0 to 5, is 6");
}
