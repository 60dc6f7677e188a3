/// @file The same solutions from files of several formats.
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/aqwa_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/nemoh_text.hpp"
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

TEST_CASE("one cylinder through two codes: phases agree to .2 degrees, and the same signs",
          "[hydro][database][formats][reference]") {
  std::vector<SourceFile> nemoh_files;
  for (const char* name : {"Nemoh.cal", "results/RadiationCoefficients.tec",
                           "results/ExcitationForce.tec", "mesh/Hydrostatics.dat", "mesh/KH.dat"}) {
    RAFTUP_REQUIRE_REFERENCE(path, std::string("readers/nemoh3_cylinder/") + name);
    nemoh_files.push_back(source_file(path));
  }
  RAFTUP_REQUIRE_REFERENCE(file, "readers/aqwa/cylinder.AH1");
  RAFTUP_REQUIRE_REFERENCE(listing, "readers/aqwa/cylinder.LIS");
  const std::vector<SourceFile> aqwa_files = {source_file(file), source_file(listing)};
  const Database aqwa = read_database(aqwa_files), nemoh = read_database(nemoh_files);
  const auto head_sea = [](const Database& database) {
    Eigen::Index h = 0;
    database.wave_directions.cwiseAbs().minCoeff(&h);
    return static_cast<std::size_t>(h);
  };
  const MatrixXcd& x = aqwa.excitation.values[head_sea(aqwa)];
  const MatrixXcd& y = nemoh.excitation.values[head_sea(nemoh)];
  int compared = 0;
  for (Eigen::Index k = 0; k < aqwa.omega.size(); ++k) {
    Eigen::Index other = 0;
    constexpr double kSame = 2e-3;  // rad/s, which turns phases by less than .01 deg
    constexpr double kLong = 0.1;   // rad/s: phases of longer waves part by .4 deg
    if (aqwa.omega[k] < kLong) continue;
    if ((nemoh.omega.array() - aqwa.omega[k]).abs().minCoeff(&other) > kSame) continue;
    CAPTURE(aqwa.omega[k], nemoh.omega[other]);
    ++compared;
    for (const Eigen::Index dof : {0, 2, 4}) {
      CHECK(std::abs(std::arg(x(dof, k) / y(dof, other))) <= 0.2 * kRadiansPerDegree);
    }
    const MatrixXd a = aqwa.added_mass[static_cast<std::size_t>(k)] / aqwa.water_density;
    const MatrixXd b = nemoh.added_mass[static_cast<std::size_t>(other)] / nemoh.water_density;
    CHECK(std::abs(a(2, 2) / b(2, 2) - 1.0) <= 0.03);  // meshes part codes by 1 to 3 %
    CHECK(std::abs(a(0, 4) / b(0, 4) - 1.0) <= 0.03);  // with its sign
  }
  CHECK(compared >= 1);
}

TEST_CASE("formats: what no format has is refused", "[hydro][database][formats]") {
  const SourceFile file = testing::text_source("notes.txt", "Dear reader,\nno numbers here.\n");
  REQUIRE_THROWS_WITH(read_database(std::span(&file, 1)),
                      Catch::StartsWith("notes.txt must be of a known format, is none of: Raftup"));
}

TEST_CASE("formats: options that files have no use for are refused by their names",
          "[hydro][database][formats]") {
  const Database body = select_bodies(read_database(testing::own_data() / "hemisphere.h5"), {0});
  const SourceFile aqwa = testing::text_source("a.AH1", testing::aqwa_text(body));
  const std::vector<SourceFile> nemoh = testing::nemoh_files(body, {});
  SourceOptions options;
  options.length_scale = 2.0;
  REQUIRE_THROWS_WITH(read_database(std::span(&aqwa, 1), options),
                      Catch::Contains("a.AH1 must be imported without --length, which"));
  REQUIRE_THROWS_WITH(read_database(nemoh, options),
                      Catch::Contains("Nemoh.cal must be imported without --length"));
  const SourceFile diodore = testing::text_source("a.hdb", testing::diodore_text());
  REQUIRE_THROWS_WITH(read_database(std::span(&diodore, 1), options),
                      Catch::Contains("a.hdb must be imported without --length"));
  options.length_scale.reset();
  options.draught = "Full";
  REQUIRE_THROWS_WITH(read_database(nemoh, options),
                      Catch::Contains("--draught is for vessel types of OrcaFlex"));
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
