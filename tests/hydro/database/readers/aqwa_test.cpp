#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/aqwa_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::text_source;

namespace {

Database read(const std::vector<SourceFile>& files, const SourceOptions& options = {}) {
  return read_database(files, options);
}

/// Two ships alongside, moved off the origin, with both parts of the excitation.
Database two_ships() {
  Database database = read_database(testing::own_data() / "alongside.h5");
  for (DatabaseBody& body : database.bodies) {
    const Vector3 moved(30.0, -12.0, 0.0);
    body.center_of_gravity += moved;
    body.center_of_buoyancy += moved;
  }
  database.froude_krylov = database.excitation;
  for (MatrixXcd& force : database.froude_krylov.values) force *= Complex(0.6, 0.1);
  database.diffraction = database.excitation;
  for (MatrixXcd& force : database.diffraction.values) force *= Complex(0.4, -0.1);
  return database;
}

std::string refusal(const std::string& text, const std::string& listing = "") {
  std::vector<SourceFile> files = {text_source("a.AH1", text)};
  if (!listing.empty()) files.push_back(text_source("a.LIS", listing));
  try {
    read(files);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Complex excitation(const Database& database, std::size_t h, Eigen::Index dof, double omega) {
  Eigen::Index f = 0;
  (database.omega.array() - omega).abs().minCoeff(&f);
  return database.excitation.values[h](dof, f);
}

}  // namespace

TEST_CASE("AQWA: a cylinder of WEC-Sim has the values that another reader found",
          "[hydro][database][aqwa][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "readers/aqwa/cylinder.AH1");
  RAFTUP_REQUIRE_REFERENCE(listing, "readers/aqwa/cylinder.LIS");
  const Database database = read({testing::source_file(path), testing::source_file(listing)});
  CHECK(database.omega.size() == 50);
  CHECK(database.water_depth == 3.0);
  CHECK(database.gravity == 9.807);
  CHECK(database.bodies.at(0).displaced_volume == 0.24173);
  CHECK(database.bodies[0].center_of_buoyancy == Vector3(0, 0, -0.315));
  CHECK(database.bodies[0].hydrostatic_stiffness(4, 4) == -647.61);
  REQUIRE(database.wave_directions.size() == 2);  // 180 deg repeats -180
  CHECK(database.added_mass[9](0, 4) == -53.749);
  CHECK(database.radiation_damping[9](2, 2) == 28.872);
  CHECK((*database.added_mass_infinite)(0, 0) == 112.68);
  const double omega = 1.9612205;
  CHECK(testing::is_near(excitation(database, 1, 0, omega),
                         {11.227310884648132, 1738.5637484689191}));
  CHECK(
      testing::is_near(excitation(database, 1, 2, omega), {2764.752396604671, 59.84434366527508}));
  CHECK(testing::is_near(excitation(database, 1, 4, omega),
                         {-2.9583893146640428, -458.11044774449635}));
  CHECK(testing::is_near(database.froude_krylov.values[1](0, 9), {0.0, 967.0}));
  CHECK(testing::is_near(database.froude_krylov.values[1](2, 9), {3040.0, 0.0}));
  CHECK(testing::has_finding(database, "parts_rounded"));
}

TEST_CASE("AQWA: phases of two cubes belong to the wave at each one", "[hydro][database][aqwa]") {
  RAFTUP_REQUIRE_REFERENCE(path, "readers/aqwa/two_cubes.AH1");
  const Database database = read({testing::source_file(path)});
  const double omega = 0.8414285;
  CHECK(
      testing::is_near(excitation(database, 1, 0, omega), {12074.055948541152, 455019.8342632456}));
  CHECK(testing::is_near(excitation(database, 1, 8, omega),
                         {505272.04848992126, 153898.77554678154}));
  CHECK(testing::is_near(excitation(database, 1, 10, omega),
                         {-14038.983065499955, -532574.9943007901}));
  CHECK(database.added_mass[8](8, 8) == -1057600.0);
  CHECK(database.added_mass[8](2, 8) == 0.0);
  CHECK(testing::has_finding(database, "coupling_absent"));
}

TEST_CASE("AQWA: two ships off the origin come back as they were written",
          "[hydro][database][aqwa]") {
  const Database ships = two_ships();
  const Database found = read({text_source("a.AH1", testing::aqwa_text(ships)),
                               text_source("a.LIS", testing::aqwa_listing(ships))});
  const auto difference = testing::coefficient_difference(ships, found);
  CHECK(difference.added_mass <= 1e-12);
  CHECK(difference.radiation_damping <= 1e-12);
  CHECK(difference.excitation <= 1e-11);  // of entries a thousandth of the largest
  CHECK(testing::difference(ships.froude_krylov, found.froude_krylov) <= 1e-11);
  CHECK(testing::difference(ships.diffraction, found.diffraction) <= 1e-11);
  CHECK(found.bodies[1].center_of_buoyancy == ships.bodies[1].center_of_buoyancy);
  CHECK(found.bodies[1].hydrostatic_stiffness == ships.bodies[1].hydrostatic_stiffness);
  CHECK(found.source_format == "aqwa");
  CHECK_FALSE(testing::has_finding(found, "coupling_absent"));
}

TEST_CASE("AQWA: quadratic transfer functions come back as they were written",
          "[hydro][database][aqwa]") {
  Database ships = two_ships();
  QuadraticTransferFunction& qtf = ships.qtf_difference;
  qtf.omega = VectorXd::LinSpaced(3, 0.4, 1.2);
  for (Eigen::Index body = 0; body < 2; ++body) {
    for (const double direction : {0.0, 1.0}) {
      for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
        const MatrixXcd values = MatrixXcd::Random(3, 3) * 1e4;
        qtf.entries.push_back(
            {kDofs * body + dof, direction, direction, MatrixXcd(values + values.adjoint())});
      }
    }
  }
  const std::string text = testing::aqwa_text(ships), pairs = testing::aqwa_qtf(ships, true);
  const Database found = read({text_source("a.AH1", text), text_source("a.QTF", pairs)});
  REQUIRE(found.qtf_difference.entries.size() == 24);
  CHECK(found.qtf_difference.omega == qtf.omega);
  for (std::size_t i = 0; i < 24; ++i) {
    const auto& entry = found.qtf_difference.entries[i];
    CHECK(entry.influenced_dof == qtf.entries[i].influenced_dof);
    CHECK(std::abs(entry.direction_1 - qtf.entries[i].direction_1) < 1e-12);
    CHECK(entry.values.isApprox(qtf.entries[i].values, 1e-12));
  }
  CHECK(testing::has_finding(found, "qtf_sum_left_out"));
  CHECK_FALSE(testing::has_finding(
      read({text_source("a.AH1", text), text_source("a.QTF", testing::aqwa_qtf(ships, false))}),
      "qtf_sum_left_out"));
  CHECK(found.sha256 != read({text_source("a.AH1", text)}).sha256);
  const auto refused = [&](const std::string& quadratic) {
    try {
      read({text_source("a.AH1", text), text_source("a.QTF", quadratic)});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused(pairs.substr(0, pairs.rfind(' '))), Catch::Contains("is it cut?"));
  CHECK_THAT(refused(pairs.substr(0, pairs.rfind(" 2 2 3 3"))),
             Catch::Contains("lacks some of structure 2 at 57.2958 deg"));
  CHECK_THAT(refused(pairs + pairs.substr(pairs.rfind(" 2 2 3 3"))),
             Catch::Contains("must be of a pair that did not come before"));
  CHECK_THAT(refused(testing::replaced(pairs, " 1 1 1 1", " 1 1 1 1 *******")),
             Catch::Contains("must be a number, is \"*******\""));
  CHECK_THAT(refused(testing::replaced(pairs, " 2 2 3 3", " 2 2 4 3")),
             Catch::Contains("must have number of a frequency of 1 to 3, has 4"));
  const SourceFile alone = text_source("a.QTF", pairs);
  CHECK_THROWS_WITH(read_database(std::span(&alone, 1)),
                    Catch::Contains("must come with the file .AH1 of the same run"));
}

TEST_CASE("AQWA: an old file has its places from the listing", "[hydro][database][aqwa]") {
  const Database ships = two_ships();
  std::string text = testing::aqwa_text(ships);
  text.erase(text.find("COB\n"), text.find("MASS\n") - text.find("COB\n"));
  const Database found =
      read({text_source("a.AH1", text), text_source("a.LIS", testing::aqwa_listing(ships))});
  CHECK(found.bodies[0].displaced_volume == ships.bodies[0].displaced_volume);
  CHECK(found.bodies[1].center_of_buoyancy == ships.bodies[1].center_of_buoyancy);
  CHECK_THAT(refusal(text), Catch::Contains("--volume"));
}

TEST_CASE("AQWA: what is wrong in a file is refused with its place and the rule",
          "[hydro][database][aqwa]") {
  const Database ships = two_ships();
  const std::string text = testing::aqwa_text(ships);
  CHECK_THAT(refusal(text.substr(0, text.size() / 2)), Catch::Contains("a.AH1"));
  for (const char* section : {"DRAFT", "ADDEDMASS", "DAMPING", "FORCERAO"}) {
    const std::string missing = section == std::string("DRAFT") ? "HYDSTIFFNESS" : section;
    CHECK_THAT(refusal(text.substr(0, text.find(section))),
               Catch::Contains("a.AH1 must have a section " + missing));
  }
  CHECK_THAT(refusal(testing::replaced(text, "DAMPING\n 1 1 1", "DAMPING\n 1 1 1 ********")),
             Catch::Contains("must hold numbers alone"));
  CHECK_THAT(refusal(testing::replaced(text, "DAMPING\n 1 1 1", "DAMPING\n 1 1 999")),
             Catch::Contains("must name a frequency of 1 to"));
  CHECK_THAT(refusal(testing::replaced(text, "FORCERAO\n 1 1 1", "FORCERAO\n 3 1 1")),
             Catch::Contains("must name a structure of 1 to 2, names 3"));
  CHECK_THAT(refusal(testing::replaced(text, "FORCERAO\n 1 1 1", "FORCERAO\n 1 1 2")),
             Catch::Contains("finite"));  // one comes twice, and one is missing
  CHECK_THAT(refusal(testing::replaced(text, "DAMPING\n 1 1 1", "DAMPING\n 1 1 2")),
             Catch::Contains("finite"));
  CHECK_THAT(refusal(testing::replaced(text, "DRAFT\n", "COG\n")),
             Catch::Contains("must occur once"));
  CHECK_THAT(refusal(testing::replaced(text, "HYDSTIFFNESS", "STIFFNESS")),
             Catch::Contains("must have a section HYDSTIFFNESS"));
  CHECK_THAT(
      refusal(text, testing::replaced(testing::aqwa_listing(ships), "S T R U C T U R E   1 * *\n",
                                      "S T R U C T U R E   7 * *\n")),
      Catch::Contains("a.LIS"));
  CHECK_THAT(
      [&] {
        try {
          read({text_source("a.LIS", testing::aqwa_listing(ships))});
        } catch (const Error& error) {
          return std::string(error.what());
        }
        return std::string();
      }(),
      Catch::Contains("must come with the file .AH1 of the same run"));
}
