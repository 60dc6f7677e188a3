/// @file Files that do not say about which point their coefficients are.
#include <fmt/format.h>

#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/gross.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/hydro/database/readers/wamit_writer.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::coefficient_difference;
using testing::has_finding;
using testing::text_source;
using testing::WamitWriting;

namespace {

std::vector<SourceFile> written(const Database& database, const WamitWriting& writing) {
  return {text_source("x.1", testing::wamit_1(database, writing)),
          text_source("x.3", testing::wamit_3(database, writing)),
          text_source("x.hst", testing::wamit_hst(database, writing))};
}

SourceOptions options_for(const Database& database) {
  SourceOptions options;
  options.water_density = database.water_density;
  options.gravity = database.gravity;
  options.water_depth = database.water_depth;
  options.length_scale = 1.0;
  for (const DatabaseBody& body : database.bodies) {
    options.body_names.push_back(body.name);
    options.centers_of_gravity.push_back(body.center_of_gravity);
    options.centers_of_buoyancy.push_back(body.center_of_buoyancy);
    options.displaced_volumes.push_back(body.displaced_volume);
  }
  return options;
}

/// Every body's point at the still water above its centre of gravity.
std::vector<Vector3> at_still_water(const Database& database) {
  std::vector<Vector3> points;
  for (const DatabaseBody& body : database.bodies) {
    points.push_back(Vector3(body.center_of_gravity.x(), body.center_of_gravity.y(), 0.0));
  }
  return points;
}

std::vector<Vector3> at_centers(const Database& database) {
  std::vector<Vector3> points;
  for (const DatabaseBody& body : database.bodies) points.push_back(body.center_of_gravity);
  return points;
}

void check_same(const Database& expected, const Database& database) {
  const testing::CoefficientDifference apart = coefficient_difference(expected, database);
  CHECK(apart.added_mass <= 1e-9);  // of sums of terms a thousand times as large
  CHECK(apart.radiation_damping <= 1e-9);
  CHECK(apart.excitation <= 1e-9);
  for (std::size_t i = 0; i < expected.bodies.size(); ++i) {
    CHECK(database.bodies[i].hydrostatic_stiffness.isApprox(
        expected.bodies[i].hydrostatic_stiffness, 1e-9));
  }
}

std::string refusal(const std::vector<SourceFile>& files, const SourceOptions& options) {
  try {
    read_database(files, options);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
}

/// Of physics, once the files are read.
std::string gross_refusal(const std::vector<SourceFile>& files, const SourceOptions& options) {
  Database database = read_database(files, options);
  try {
    refuse_gross_breaks(database, {}, "x");
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("reference point: coefficients about a point given come back about the centres",
          "[hydro][database][reference_point]") {
  const Database expected = read_database(testing::own_data() / "alongside.h5");
  SourceOptions options = options_for(expected);
  WamitWriting writing;
  SECTION("of each body, above and beside it") {
    writing.points = {Vector3(2, -1, 3), Vector3(10, 20, 0)};
  }
  SECTION("the origin for both") { writing.points = {Vector3::Zero(), Vector3::Zero()}; }
  SECTION("and the stiffness has no moment of the weight") {
    writing.points = at_still_water(expected);
    writing.weight = false;
    options.hydrostatics_without_weight = true;
  }
  options.reference_points = writing.points;
  const Database database = read_database(written(expected, writing), options);
  check_same(expected, database);
  CHECK_FALSE(has_finding(database, "reference_point_contradicted"));
  CHECK(database.history.at(4).starts_with("center-of-gravity"));
}

TEST_CASE("reference point: files about the centres of gravity need no option",
          "[hydro][database][reference_point]") {
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  WamitWriting writing;
  writing.points = at_centers(expected);
  const Database database = read_database(written(expected, writing), options_for(expected));
  check_same(expected, database);
  CHECK_FALSE(has_finding(database, "reference_point_assumed"));
}

TEST_CASE("reference point: files about the still water are refused without one",
          "[hydro][database][reference_point]") {
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  SourceOptions options = options_for(expected);
  WamitWriting writing;
  writing.points = at_still_water(expected);
  const std::vector<SourceFile> files = written(expected, writing);
  CHECK_THAT(refusal(files, options),
             Catch::StartsWith("x.1, x.3, x.hst: the coefficients of hemisphere are not about its "
                               "centre of gravity, 0,0,-2: its moments in long waves") &&
                 Catch::Contains("--reference-point X,Y,Z once per body, 0,0,0 where"));
  SECTION("accepted, they are taken as they are, with the finding") {
    options.accepted_checks = {"reference_point"};
    CHECK(has_finding(read_database(files, options), "reference_point_contradicted"));
  }
  SECTION("a wrong point is told from a missing one") {
    options.reference_points = {Vector3(0, 0, 5)};
    CHECK_THAT(refusal(files, options), Catch::Contains("hemisphere cannot be about 0,0,5"));
    options.reference_points.emplace_back(0, 0, 0);
    CHECK_THAT(refusal(files, options),
               Catch::Contains("--reference-point must be given once per body (1), got 2"));
  }
  SECTION("a stiffness without the weight is told as such") {
    writing.weight = false;
    options.reference_points = writing.points;
    CHECK_THAT(refusal(written(expected, writing), options),
               Catch::Contains("lacks the moment of its weight") &&
                   Catch::Contains("--hydrostatics-without-weight"));
  }
}

TEST_CASE("reference point: where the waves are too short to tell it is named",
          "[hydro][database][reference_point]") {
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  WamitWriting writing;
  writing.points = at_centers(expected);
  writing.first_frequency = expected.omega.size() / 2;
  const Database database = read_database(written(expected, writing), options_for(expected));
  CHECK(has_finding(database, "reference_point_assumed"));
}

TEST_CASE("reference point: moments of drift and of pairs take their forces along",
          "[hydro][database][reference_point]") {
  constexpr double kUnit = 1000.0 * 10.0;  // rho g, length 1
  SourceOptions options;
  options.water_density = 1000.0;
  options.gravity = 10.0;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.length_scale = 1.0;
  options.centers_of_gravity = {Vector3::Zero()};
  options.displaced_volumes = {8.0};
  options.reference_points = {Vector3(0, 0, 2)};
  const std::string pairs =
      " 6.0 6.0 0 0 1 5 0 5 0\n 6.0 3.0 0 0 1 5 53 3 4\n 3.0 3.0 0 0 1 6 0 6 0\n"
      " 6.0 6.0 0 0 5 1 0 1 0\n 6.0 3.0 0 0 5 1 0 1 0\n 3.0 3.0 0 0 5 1 0 1 0\n";
  std::vector<SourceFile> files = {text_source("a.1", testing::wamit_radiation()),
                                   text_source("a.3", testing::wamit_forces()),
                                   text_source("a.8",
                                               " 3.0 0 0 1 2 0 2 0\n 3.0 90 90 1 2 0 2 0\n"
                                               " 6.0 0 0 1 2 0 2 0\n 6.0 90 90 1 2 0 2 0\n"
                                               " 3.0 0 0 5 7 0 7 0\n 3.0 90 90 5 7 0 7 0\n"
                                               " 6.0 0 0 5 7 0 7 0\n 6.0 90 90 5 7 0 7 0\n"
                                               " 3.0 0 0 2 9 0 9 0\n 3.0 90 90 2 9 0 9 0\n"
                                               " 6.0 0 0 2 9 0 9 0\n 6.0 90 90 2 9 0 9 0\n"),
                                   text_source("a.12d", pairs)};
  const Database database = read_database(files, options);
  // M_5 about G = M_5 about P + 2 F_1: the force acts two metres above G.
  CHECK(database.mean_drift_force.at(0)(4, 0) == kUnit * (7.0 + 2.0 * 2.0));
  CHECK(database.mean_drift_force.at(0)(3, 0) == 0.0);  // no file has the roll moment
  REQUIRE(database.qtf_difference.entries.size() == 2);
  CHECK(database.qtf_difference.entries[1].values(0, 1) == kUnit * Complex(1.0 + 2.0 * 3.0, 8.0));
  CHECK(database.qtf_difference.entries[0].values(0, 1) == kUnit * Complex(3.0, 4.0));
  files.back() = text_source("a.12d", pairs.substr(pairs.find(" 6.0 6.0 0 0 5")));
  CHECK_THAT(refusal(files, options),
             Catch::Contains("qtf_difference of dof 5 must come with that of dof 1"));
}

TEST_CASE("reference point: A15 of a skewed barge about its centre of gravity",
          "[hydro][database][reference_point]") {
  std::vector<SourceFile> files;
  for (const char* suffix : {"1", "3", "hst"}) {
    RAFTUP_REQUIRE_REFERENCE(file, std::string("edges/06_about_waterline.") + suffix);
    files.push_back(testing::source_file(file));
  }
  SourceOptions options;
  options.water_density = 1025.0;
  options.gravity = 9.81;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.length_scale = 1.0;
  options.centers_of_gravity = {Vector3(-0.79474216, -0.04732053, -0.6)};
  options.displaced_volumes = {635.785714};
  CHECK_THAT(refusal(files, options), Catch::Contains("are not about its centre of gravity"));
  options.reference_points = {Vector3::Zero()};
  const Database database = read_database(files, options);
  Eigen::Index at = 0;
  (database.omega.array() - 1.0).abs().minCoeff(&at);
  CHECK_THAT(database.added_mass[static_cast<std::size_t>(at)](0, 4),
             Catch::Matchers::WithinRel(621167.0, 1e-5));
}

TEST_CASE("WAMIT: a first column of wave numbers is taken as such, and found out",
          "[hydro][database][wamit]") {
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  SourceOptions options = options_for(expected);
  WamitWriting writing;
  writing.points = at_centers(expected);
  writing.wave_numbers = true;
  const std::vector<SourceFile> files = written(expected, writing);
  CHECK_THAT(gross_refusal(files, options), Catch::Contains("is a period (--first-column)") &&
                                                Catch::Contains("raftup import with --accept "));
  options.first_column = FirstColumn::kDeepWaveNumber;
  const Database database = read_database(files, options);
  check_same(expected, database);
  CHECK((database.omega - expected.omega).cwiseAbs().maxCoeff() <= 1e-12);
  CHECK(database.added_mass_infinite->isApprox(*expected.added_mass_infinite, 1e-12));
}

TEST_CASE("HAMS: a spar's .1 with wave numbers in its first column", "[hydro][database][wamit]") {
  std::vector<SourceFile> files;
  for (const char* suffix : {"1", "3", "hst"}) {
    RAFTUP_REQUIRE_REFERENCE(file,
                             std::string("readers/hams_spar/Output/Wamit_format/Buoy.") + suffix);
    files.push_back(testing::source_file(file));
  }
  SourceOptions options;
  options.water_density = 1025.0;
  options.gravity = 9.80665;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.length_scale = 1.0;
  options.centers_of_gravity = {Vector3(0, 0, -78)};
  options.displaced_volumes = {14017900.0 / 1025.0};
  CHECK_THAT(gross_refusal(files, options), Catch::Contains("--accept haskind"));
  options.reference_points = {Vector3::Zero()};
  options.hydrostatics_without_weight = true;
  options.first_column = FirstColumn::kWaveNumber;
  const Database database = read_database(files, options);
  CHECK_THAT(database.omega[0], Catch::Matchers::WithinAbs(2.712, 5e-4));
  CHECK_THAT(database.omega[1], Catch::Matchers::WithinAbs(3.835, 5e-4));
  // C_55 = C_55' - rho g V z_G.
  CHECK(database.bodies[0].hydrostatic_stiffness(4, 4) > 0.0);
}
