#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/nemoh_text.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::text_source;

namespace {

/// The message by which the case is refused when a file has other words.
std::string refusal(const std::string& name, const std::string& old, const std::string& by) {
  std::vector<SourceFile> files =
      testing::nemoh_files(read_database(testing::own_data() / "hemisphere.h5"), {});
  for (SourceFile& file : files) {
    if (file.name != name) continue;
    const std::string text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    file = text_source(name, testing::replaced(text, old, by));
  }
  try {
    read_database(files);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("NEMOH: two bodies of version 2 have the values that another reader found",
          "[hydro][database][nemoh][reference]") {
  std::vector<SourceFile> files;
  for (const char* name :
       {"Nemoh.cal", "Results/RadiationCoefficients.tec", "Results/ExcitationForce.tec",
        "Results/FKForce.tec", "Results/DiffractionForce.tec", "Mesh/Hydrostatics_0.dat",
        "Mesh/Hydrostatics_1.dat", "Mesh/KH_0.dat", "Mesh/KH_1.dat"}) {
    RAFTUP_REQUIRE_REFERENCE(path, std::string("readers/nemoh2_rm3/") + name);
    files.push_back(testing::source_file(path));
  }
  const Database database = read_database(files);
  CHECK(std::isinf(database.water_depth));
  CHECK(database.bodies.at(0).displaced_volume == 725.8328);
  CHECK(database.bodies.at(1).center_of_gravity == Vector3(0, 0, -21.29));
  CHECK(database.bodies[0].hydrostatic_stiffness(3, 3) == 7.197441e7);
  CHECK(database.added_mass[3](2, 8) == -381962.2);
  CHECK(database.added_mass[3](8, 2) == -423105.2);
  CHECK(database.radiation_damping[3](8, 8) == 204737.7);
  const MatrixXcd& force = database.excitation.values.at(0);
  CHECK(testing::is_near(force(0, 3), {6023.930028753354, 332275.6996307414}));
  CHECK(testing::is_near(force(8, 3), {-1098832.6623420366, -135560.64598293777}));
  CHECK(testing::is_near(force(10, 3), {26554.35253954279, 1470154.203339638}));
  CHECK_FALSE(database.added_mass_infinite.has_value());
}

TEST_CASE("NEMOH: a body of version 3 has the values that another reader found",
          "[hydro][database][nemoh][reference]") {
  std::vector<SourceFile> files;
  for (const char* name : {"Nemoh.cal", "results/RadiationCoefficients.tec",
                           "results/ExcitationForce.tec", "mesh/Hydrostatics.dat", "mesh/KH.dat"}) {
    RAFTUP_REQUIRE_REFERENCE(path, std::string("readers/nemoh3_cylinder/") + name);
    files.push_back(testing::source_file(path));
  }
  const Database database = read_database(files);
  CHECK(database.water_depth == 3.0);
  CHECK(database.omega.size() == 44);
  CHECK(database.added_mass[4](0, 4) == -52.56007);
  CHECK(database.radiation_damping[4](2, 2) == 27.68517);
  CHECK(testing::is_near(database.excitation.values[0](4, 4),
                         {-2.9122475254254296, -446.5428036030148}));
}

TEST_CASE("NEMOH: two ships with waves and moments about other points come back as written",
          "[hydro][database][nemoh]") {
  Database ships = read_database(testing::own_data() / "alongside.h5");
  ships.froude_krylov = ships.diffraction = {};
  testing::NemohWriting writing;
  writing.points = {Vector3(1.0, 0.5, -3.0), Vector3(-2.0, 15.0, 0.0)};
  writing.wave_origin = {40.0, -25.0};
  const Database found = read_database(testing::nemoh_files(ships, writing));
  const auto difference = testing::coefficient_difference(ships, found);
  CHECK(difference.added_mass <= 1e-10);  // of entries a thousandth of the largest, turned twice
  CHECK(difference.radiation_damping <= 1e-10);
  CHECK(difference.excitation <= 1e-10);
  CHECK(found.bodies[1].hydrostatic_stiffness == ships.bodies[1].hydrostatic_stiffness);
  CHECK(found.source_format == "nemoh");
  writing.numbers_of_line = 4;  // rows over several lines, as in exports of Capytaine
  CHECK(testing::first_difference(found, read_database(testing::nemoh_files(ships, writing)))
            .empty());
}

TEST_CASE("NEMOH: what is wrong in a case is refused with its place and the rule",
          "[hydro][database][nemoh]") {
  CHECK_THAT(refusal("Nemoh.cal", "1 0 0 1 0 0 0", "1 0 0 -1 0 0 0"),
             Catch::Contains("Nemoh.cal line") && Catch::Contains("must be number 3 of surge"));
  CHECK_THAT(refusal("Nemoh.cal", "6 ! degrees of freedom", "7 ! degrees of freedom"),
             Catch::Contains("must be 6 degrees of freedom"));
  CHECK_THAT(refusal("RadiationCoefficients.tec", "w (rad/s)", "T (s)"),
             Catch::Contains("other units of frequency"));
  CHECK_THAT(refusal("RadiationCoefficients.tec", ",I= ", ",J= "),
             Catch::Contains("must have its number of rows, I="));
  CHECK_THAT(refusal("ExcitationForce.tec", "beta = ", "gamma = "),
             Catch::Contains("must have a number behind beta"));
  CHECK_THAT(refusal("ExcitationForce.tec", "F=POINT\n", "F=POINT\n********\n"),
             Catch::Contains("must hold numbers alone"));
  CHECK_THAT(refusal("KH_0.dat", " ", "x "), Catch::Contains("KH_0.dat"));
}
