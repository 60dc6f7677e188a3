#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::CapytaineFields;
using testing::has_finding;
using testing::source_file;

namespace {

Database read(const std::vector<std::byte>& bytes, const SourceOptions& options = {}) {
  const SourceFile file{"small.nc", bytes};
  return read_database(std::span(&file, 1), options);
}

SourceOptions center_options() {
  SourceOptions options;
  options.centers_of_gravity = {Vector3(0, 0, -1)};
  options.displaced_volumes = {8.0};
  return options;
}

}  // namespace

TEST_CASE("Capytaine: NetCDF-3 and NetCDF-4 of the same numbers are the same database",
          "[hydro][database][capytaine]") {
  const CapytaineFields fields = testing::small_capytaine();
  const Database classic = read(fields.netcdf3(GENERATE(1, 2, 5)));
  const Database modern = read(fields.netcdf4());
  CHECK(testing::first_difference(classic, modern).empty());
  CHECK(classic.omega.size() == 3);  // 0 and infinity are none
  CHECK(classic.bodies.at(0).name == "buoy");
  CHECK(has_finding(classic, "zero_frequency_left_out"));
  CHECK((*classic.added_mass_infinite)(2, 2) == testing::kSmallAddedMass + 4 * 10.0);
}

TEST_CASE(
    "Capytaine: phasors are turned to e^{+i omega t}, directions are radians, rows of the "
    "matrices are influenced dofs",
    "[hydro][database][capytaine]") {
  const CapytaineFields fields = testing::small_capytaine();
  const Database database = read(fields.netcdf4());
  CHECK(database.excitation.values.at(1)(2, 0) == Complex(3 * 2.0, -3 * 0.5));
  CHECK(database.wave_directions[1] == 1.5);
  CHECK(database.added_mass[0](0, 4) == 7.0);  // surge by pitch
  CHECK(database.added_mass[0](4, 0) == 0.0);
}

TEST_CASE("Capytaine: dimensions may come in any order", "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::small_capytaine();
  const Database expected = read(fields.netcdf4());
  fields.transpose("added_mass", {2, 0, 1});
  fields.transpose("excitation_force", {3, 1, 0, 2});
  CHECK(testing::first_difference(expected, read(fields.netcdf3(2))).empty());
}

TEST_CASE("Capytaine: coefficients about another point are turned to the centre of gravity",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::small_capytaine();
  const Database expected = read(fields.netcdf4());
  fields.arrays["rotation_center"].values = {0, 0, 1};  // two metres above
  const Database database = read(fields.netcdf4());
  // A surge about G moves O by surge alone: A11 stays. A pitch q about G moves O by 2 q in surge:
  // A15 gains 2 A11, A55 gains 2 (A15 + A51) + 4 A11.
  const MatrixXd& before = expected.added_mass[1];
  const MatrixXd& after = database.added_mass[1];
  CHECK(after(0, 0) == before(0, 0));
  CHECK(after(0, 4) == before(0, 4) + 2 * before(0, 0));
  CHECK(after(4, 4) == before(4, 4) + 2 * (before(0, 4) + before(4, 0)) + 4 * before(0, 0));
}

TEST_CASE("Capytaine: frequencies without numbers are left out and counted",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::small_capytaine();
  fields.arrays["radiation_damping"].values[36 + 5] = std::nan("");
  const Database database = read(fields.netcdf4());
  CHECK(database.omega.size() == 2);
  CHECK(database.omega[0] == 1.0);
  CHECK(has_finding(database, "frequencies_incomplete"));
}

TEST_CASE("Capytaine: a dataset of version 2 asks for what it lacks, all at once",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::small_capytaine();
  for (const char* name :
       {"rotation_center", "center_of_mass", "center_of_buoyancy", "disp_mass"}) {
    fields.arrays.erase(name);
  }
  REQUIRE_THROWS_WITH(read(fields.netcdf3(2)),
                      "small.nc must be imported with --center-of-gravity, --volume, which the "
                      "files do not say: raftup import FILES --out F.h5 --center-of-gravity VALUE "
                      "--volume VALUE");
  const Database database = read(fields.netcdf3(2), center_options());
  CHECK(database.bodies.at(0).center_of_gravity == Vector3(0, 0, -1));
  CHECK(has_finding(database, "rotation_center_absent"));
  CHECK(has_finding(database, "center_of_buoyancy_absent"));
  SourceOptions wrong = center_options();
  wrong.gravity = 9.7;
  REQUIRE_THROWS_WITH(read(fields.netcdf3(2), wrong),
                      "small.nc: --gravity must agree with the files, which say 9.81, got 9.7");
}

TEST_CASE("Capytaine: what breaks a rule is refused with file, variable and rule",
          "[hydro][database][capytaine]") {
  CapytaineFields fields = testing::small_capytaine();
  const auto refusal = [&fields]() -> std::string {
    try {
      read(fields.netcdf3(2));
      return {};
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      return error.what();
    }
  };
  SECTION("a single frequency") {
    fields.select_frequency(1);
    CHECK(refusal() == "small.nc: omega must hold at least two frequencies, holds 1");
  }
  SECTION("periods in another unit") {
    fields.arrays["period"] = {{"omega"}, {5}, {HUGE_VAL, 1, 2, 3, 0}};
    CHECK_THAT(refusal(), Catch::Contains("period must be 2 pi / omega in s, is 1 s where omega"));
  }
  SECTION("directions without a variable") {
    fields.arrays["wave_direction"].values = {0, 0};
    CHECK_THAT(refusal(), Catch::Contains("wave_direction must be told apart, 2 are 0"));
  }
  SECTION("no wave forces") {
    fields.arrays.erase("wave_direction");
    CHECK(refusal() == "small.nc: wave_direction is missing: the dataset has no wave forces");
  }
  SECTION("a mode in place of a rigid dof") {
    fields.texts["influenced_dof"].back() = "Bending";
    CHECK(refusal() ==
          "small.nc: influenced_dof must hold six dofs per body, Surge to Yaw (6 for 1 bodies), "
          "holds 5 beside 1 others");
  }
  SECTION("a ship under way") {
    fields.arrays["forward_speed"] = {{}, {}, {2.0}};
    CHECK(refusal() == "small.nc: forward_speed must be 0, is 2");
  }
  SECTION("a missing dimension") {
    fields.arrays["added_mass"].dimensions[1] = "panel";
    CHECK_THAT(refusal(), Catch::Contains("small.nc: added_mass may have the dimensions"));
  }
  SECTION("a frequency twice") {
    fields.arrays["omega"].values[2] = fields.arrays["omega"].values[1];
    CHECK_THAT(refusal(), Catch::Contains("omega must ascend strictly"));
  }
}

TEST_CASE("Capytaine: a truncated dataset of NetCDF-3 is refused wherever it ends",
          "[hydro][database][capytaine]") {
  const std::vector<std::byte> whole = testing::small_capytaine().netcdf3(2);
  const std::size_t padding = 3;  // at the end, which nobody needs
  for (std::size_t size = 5; size + padding < whole.size(); size += 7) {
    const std::vector<std::byte> part(whole.begin(),
                                      whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_THROWS_WITH(read(part), Catch::Contains("truncated"));
  }
}

TEST_CASE("Capytaine: datasets of version 2.3 with hydrostatics beside them load",
          "[hydro][database][capytaine][reference]") {
  std::vector<SourceFile> files;
  for (const char* name :
       {"rm3.nc", "Hydrostatics_0.dat", "Hydrostatics_1.dat", "KH_0.dat", "KH_1.dat"}) {
    RAFTUP_REQUIRE_REFERENCE(file, std::string("capytaine/") + name);
    files.push_back(source_file(file));
  }
  const Database database = read_database(files);
  CHECK(database.bodies.at(1).name == "rm3_spar");
  CHECK(database.bodies[0].center_of_gravity == Vector3(0, 0, -.72));
  CHECK(database.bodies[1].displaced_volume == 886.6878);
  CHECK(database.omega.size() == 260);
  CHECK(std::abs(database.bodies[0].hydrostatic_stiffness(2, 2) - 2.80097e6) <= 1e2);
}

TEST_CASE("Capytaine: rows without numbers at low frequency are left out of sphere.nc",
          "[hydro][database][capytaine][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "capytaine/sphere.nc");
  const SourceFile source = source_file(file);
  SourceOptions options;
  options.centers_of_gravity = {Vector3(0, 0, -2)};
  options.displaced_volumes = {261.364};
  const Database database = read_database(std::span(&source, 1), options);
  CHECK(database.bodies.at(0).name == "floating_sphere");
  CHECK(database.water_depth == 50.0);
  CHECK(database.omega.size() < 420);
  CHECK(has_finding(database, "frequencies_incomplete"));
}
