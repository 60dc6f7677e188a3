#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hydrostar_text.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::has_finding;
using testing::RaoWriting;
using testing::text_source;

namespace {

Database rao_sphere() {
  Database database = read_database(testing::own_data() / "hemisphere.h5");
  database.froude_krylov = database.diffraction = {};
  return database;
}

SourceOptions rao_options(const Database& database) {
  SourceOptions options;
  options.centers_of_gravity = {database.bodies[0].center_of_gravity};
  options.centers_of_buoyancy = {database.bodies[0].center_of_buoyancy};
  options.displaced_volumes = {database.bodies[0].displaced_volume};
  return options;
}

std::string rao_refusal(const std::vector<SourceFile>& files) {
  try {
    read_database(files, rao_options(rao_sphere()));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// A row of added mass at 12 headings.
std::string rao_row(double omega, double last) {
  std::string text = fmt::format(" {}", omega);
  for (int h = 0; h < 12; ++h) text += fmt::format(" {}", h < 11 ? 1.0 : last);
  return text;
}

/// The message by which the files are refused when the first of them has other words.
std::string rao_refusal_with(const std::string& old, const std::string& by) {
  std::vector<SourceFile> files = testing::rao_files(rao_sphere(), {});
  SourceFile& file = files.front();
  const std::string text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  file = text_source(file.name, testing::replaced(text, old, by));
  return rao_refusal(files);
}

}  // namespace

TEST_CASE("HydroStar: a spar that HAMS wrote in its layout has HAMS's own values",
          "[hydro][database][hydrostar][reference]") {
  std::vector<SourceFile> files;
  for (int i = 1; i <= 6; ++i) {
    std::vector<std::string> names = {fmt::format("Excitation_{}", i)};
    for (int j = 1; j <= 6; ++j) {
      names.push_back(fmt::format("AddedMass_{}{}", i, j));
      names.push_back(fmt::format("WaveDamping_{}{}", i, j));
    }
    for (const std::string& name : names) {
      RAFTUP_REQUIRE_REFERENCE(path, "readers/hams_spar/Output/Hydrostar_format/" + name + ".rao");
      files.push_back(testing::source_file(path));
    }
  }
  SourceOptions options;
  options.centers_of_gravity = {Vector3::Zero()};
  options.displaced_volumes = {8029.0};
  const Database database = read_database(files, options);
  CHECK(database.water_density == 1025.0);
  CHECK(database.omega.size() == 2);
  CHECK(testing::is_near(database.added_mass[0](4, 0), -33351.0, 2e-5));  // five digits of tables
  CHECK(testing::is_near(database.radiation_damping[0](0, 4), -711.86, 1e-5));
  CHECK(testing::is_near((*database.added_mass_infinite)(0, 0), 5892.1, 1e-5));
  const MatrixXcd& force = database.excitation.values.at(0);
  CHECK(testing::is_near(force(0, 0), {504.582, 9238.54}, 1e-5));
  CHECK(testing::is_near(force(2, 1), {-938.455, -106.923}, 1e-5));
  CHECK(testing::is_near(force(4, 0), {-814.341, -14922.6}, 1e-5));
  CHECK_FALSE(has_finding(database, "phase_assumed"));
  CHECK(has_finding(database, "hydrostatic_stiffness_absent"));
}

TEST_CASE("HydroStar: a half sphere about another point comes back as written",
          "[hydro][database][hydrostar]") {
  const Database written = rao_sphere();
  RaoWriting writing;
  writing.point = Vector3(0.5, -1.0, -3.0);
  writing.wave_origin = Vector2(4.0, -7.0);
  SECTION("leading") {}
  SECTION("lagging, with values alone") { writing.phases_lag = writing.values_alone = true; }
  const Database found = read_database(testing::rao_files(written, writing), rao_options(written));
  CHECK(testing::norm_difference(written.added_mass, found.added_mass) <= 1e-12);
  CHECK(testing::norm_difference(written.radiation_damping, found.radiation_damping) <= 1e-12);
  CHECK(testing::difference(written.excitation, found.excitation) <= 1e-9);  // phases in degrees
  CHECK(found.omega == written.omega);
  CHECK(found.bodies[0].hydrostatic_stiffness.isApprox(written.bodies[0].hydrostatic_stiffness,
                                                       1e-9));
  CHECK(has_finding(found, "phase_conjugated") == writing.phases_lag);
  CHECK(found.source_format == "hydrostar");
}

TEST_CASE("HydroStar: frequencies without numbers are left out, with a finding",
          "[hydro][database][hydrostar]") {
  Database written = rao_sphere();
  written.added_mass[3](2, 2) = std::nan("");
  const Database found = read_database(testing::rao_files(written, {}), rao_options(written));
  CHECK(found.omega.size() == written.omega.size() - 1);
  CHECK(has_finding(found, "frequencies_incomplete"));
}

TEST_CASE("HydroStar: what is wrong in files is refused with its place and the rule",
          "[hydro][database][hydrostar]") {
  std::vector<SourceFile> files = testing::rao_files(rao_sphere(), {});
  std::vector<SourceFile> fewer(files.begin() + 2, files.end());
  CHECK_THAT(rao_refusal(fewer), Catch::Contains("2 are missing: AddedMass 11, WaveDamping 11."));
  std::vector<SourceFile> twice = files;
  twice.push_back(files.front());
  CHECK_THAT(rao_refusal(twice), Catch::Contains("another has component 11 too"));
  files.front().bytes.pop_back();
  CHECK_THAT(rao_refusal(files), Catch::Contains("is it cut?"));
  CHECK_THAT(rao_refusal_with("Forward speed :   0.0000", "Forward speed :   5.0000"),
             Catch::Contains("must be a forward speed of 0"));
  CHECK_THAT(rao_refusal_with("# MEANVALUE", "# Reference point of body 2: (0 0 0)\n# MEANVALUE"),
             Catch::Contains("must be of one body"));
  CHECK_THAT(rao_refusal_with("#COMPONENT  :  11", "#COMPONENT  :  17"),
             Catch::Contains("AddedMass_11.rao line 16 must name dofs of 1 to 6"));
  CHECK_THAT(rao_refusal_with("\n -1.0", "\n ******* -1.0"),
             Catch::Contains("column 2 must be a number, is \"*******\""));
  CHECK_THAT(rao_refusal_with("\n -1.0", "\n -1,0"), Catch::Contains("is \"-1,0"));
  CHECK_THAT(rao_refusal_with("\n -1.0", "\n -1.0 5 -1.0"),
             Catch::Contains("must hold a frequency"));
  CHECK_THAT(rao_refusal_with("#NBHEADING     ", "#NBHEADING     0."),
             Catch::Contains("must be a whole number of 1 to 1000"));
  CHECK_THAT(rao_refusal_with("#ENDFILE", rao_row(0.0, 1.0)),
             Catch::Contains("must have another frequency than line 21"));
  CHECK_THAT(rao_refusal_with("#ENDFILE", rao_row(99.0, 2.0)),
             Catch::Contains("must have the same value for all headings"));
  CHECK_THAT(rao_refusal_with("#ENDFILE", rao_row(99.0, 1.0)),
             Catch::Contains("must have the frequencies and headings of AddedMass_11.rao"));
}
