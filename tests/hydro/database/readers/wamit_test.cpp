#include <fmt/format.h>

#include <limits>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr double kLength = 2.0;
constexpr double kDensity = 1000.0;
constexpr double kGravity = 10.0;

SourceOptions options() {
  SourceOptions given;
  given.water_density = kDensity;
  given.gravity = kGravity;
  given.water_depth = std::numeric_limits<double>::infinity();
  given.length_scale = kLength;
  given.centers_of_gravity = {Vector3::Zero()};
  given.displaced_volumes = {8.0};
  return given;
}

std::vector<SourceFile> files() {
  return {text_source("a.1", wamit_radiation()), text_source("a.3", wamit_forces()),
          text_source("a.hst", wamit_hydrostatics()), text_source("a.8", wamit_drift())};
}

std::string refusal(const std::vector<SourceFile>& sources) {
  try {
    read_database(sources, options());
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
}

}  // namespace

TEST_CASE("WAMIT: coefficients get their scales rho, g, omega and powers of L",
          "[hydro][database][wamit]") {
  const Database database = read_database(files(), options());
  const double omega = 2.0 * std::numbers::pi / 6.0;
  REQUIRE(database.omega.size() == 2);
  CHECK(database.omega[0] == omega);
  CHECK((*database.added_mass_infinite)(2, 2) == kDensity * 8.0);  // L^3
  CHECK(database.added_mass[0](0, 0) == kDensity * 8.0);           // L^3
  CHECK(database.added_mass[0](4, 4) == kDensity * 32.0);          // L^5
  CHECK(database.radiation_damping[0](0, 0) == kDensity * 8.0 * omega * 0.5);
  CHECK(database.excitation.values[1](2, 0) == kDensity * kGravity * 4.0 * Complex(3, 4));  // L^2
  CHECK(database.excitation.values[1](3, 1) == kDensity * kGravity * 8.0 * Complex(3, 4));  // L^3
  const Matrix6& stiffness = database.bodies.at(0).hydrostatic_stiffness;
  CHECK(stiffness(2, 2) == kDensity * kGravity * 4.0 * 1.5);                        // L^2
  CHECK(stiffness(2, 4) == kDensity * kGravity * 8.0 * 0.5);                        // L^3
  CHECK(stiffness(3, 3) == kDensity * kGravity * 16.0 * 2.5);                       // L^4
  CHECK(database.mean_drift_force.at(0)(0, 1) == kDensity * kGravity * 2.0 * 2.0);  // L
  CHECK(database.mean_drift_force.at(1)(5, 1) == kDensity * kGravity * 4.0 * 2.0);  // L^2
}

TEST_CASE("WAMIT: what the numeric files lack is asked for by name", "[hydro][database][wamit]") {
  REQUIRE_THROWS_WITH(read_database(files()),
                      Catch::StartsWith("a.1, a.3, a.hst, a.8 must be imported with --density, "
                                        "--gravity, --depth, --length, --center-of-gravity, "
                                        "--volume, which the files do not say"));
}

TEST_CASE("WAMIT: files that do not fit together are refused with file, line and rule",
          "[hydro][database][wamit]") {
  std::vector<SourceFile> sources = files();
  SECTION("no added mass") {
    sources.erase(sources.begin());
    CHECK_THAT(refusal(sources), Catch::StartsWith("a.3, a.hst, a.8 must hold added mass, the .1 "
                                                   "file is missing: raftup import A.1 A.3"));
  }
  SECTION("a truncated file") {
    const std::string whole = wamit_radiation();
    sources[0] = text_source("a.1", whole.substr(0, whole.rfind(" 6.0 6")));
    CHECK_THAT(refusal(sources),
               Catch::Contains("must have 6 entries at every period, has 5 at 6"));
    sources[0] = text_source("a.1", whole.substr(0, whole.size() - 12));
    CHECK(refusal(sources) == "a.1 must end with the end of a line: is it truncated?");
    sources[0] = text_source("a.1", whole.substr(0, whole.size() - 13) + "\n");
    CHECK_THAT(refusal(sources), Catch::StartsWith("a.1 line 25 must have 5 numbers"));
  }
  SECTION("a single period") {
    const std::string whole = wamit_radiation();
    sources[0] = text_source("a.1", whole.substr(0, whole.find(" 6.0 1")));
    CHECK_THAT(refusal(sources), Catch::Contains("for at least two periods, are for 1"));
  }
  SECTION("forces of another run") {
    std::string other = wamit_forces();
    for (std::size_t at = 0; (at = other.find(" 3.0 0", at)) != std::string::npos;) {
      other.replace(at, 6, " 3.1 0");
    }
    sources[1] = text_source("a.3", other);
    CHECK_THAT(refusal(sources),
               Catch::Contains("excitation must have the periods of added mass, has 3.1 s"));
  }
  SECTION("a direction missing at one period") {
    const std::string whole = wamit_forces();
    sources[1] = text_source("a.3", whole.substr(0, whole.rfind(" 6.0 90 1")));
    CHECK_THAT(refusal(sources), Catch::Contains("excitation must have 6 entries at every period "
                                                 "and direction, has 0 somewhere"));
  }
  SECTION("two files of one kind") {
    sources.push_back(text_source("b.3", wamit_forces()));
    CHECK_THAT(refusal(sources), Catch::Contains("b.3 must be the only file of what it holds"));
  }
  SECTION("generalised modes") {
    std::string bent = wamit_radiation();
    for (const char* row : {" 3.0 7 7", " 6.0 7 7", " 3.0 8 8", " 6.0 8 8"}) {
      bent += std::string(row) + " 1.0 5.0E-01\n";
    }
    sources[0] = text_source("a.1", bent);
    CHECK_THAT(refusal(sources),
               Catch::Contains("added mass must be on six dofs for each body, is on 8 without a "
                               "gap: generalised modes (NEWMDS) have no masses in these files"));
  }
  SECTION("a mislabelled file") {
    sources[0] = text_source("a.1", "name, value\n1, 2\n");
    CHECK_THAT(refusal(sources), Catch::Contains("a.1 must be of a known format"));
  }
}

TEST_CASE("WAMIT: parts that do not add up to the excitation are found",
          "[hydro][database][wamit]") {
  std::vector<SourceFile> sources = files();
  sources.push_back(text_source("a.3fk", wamit_forces()));
  sources.push_back(text_source("a.3sc", wamit_forces()));
  const Database database = read_database(sources, options());
  CHECK(testing::has_finding(database, "excitation_parts_disagree"));
}

TEST_CASE("WAMIT: of drift by several methods each dof comes by the best that has it",
          "[hydro][database][wamit]") {
  std::vector<SourceFile> sources = files();
  std::string momentum, pressure;
  for (const char* period : {"3.0", "6.0"}) {
    for (const int direction : {0, 90}) {
      momentum += fmt::format(" {0} {1} {1} 1 5.0 0.0 5.0 0.0\n", period, direction);
      for (const int dof : {1, 3, -4}) {
        pressure += fmt::format(" {0} {1} {1} {2} 4.0 0.0 4.0 0.0\n", period, direction, dof);
      }
    }
  }
  sources[3] = text_source("a.9", pressure);
  sources.push_back(text_source("a.8", momentum));
  const Database database = read_database(sources, options());
  CHECK(database.mean_drift_force.at(0)(0, 1) == kDensity * kGravity * 2.0 * 5.0);
  CHECK(database.mean_drift_force.at(0)(2, 1) == kDensity * kGravity * 2.0 * 4.0);
  CHECK(database.mean_drift_force.at(0).row(3).isZero(0.0));  // -4 is no moment about our axes
  REQUIRE(testing::has_finding(database, "mean_drift_spread"));
  CHECK(!testing::has_finding(read_database(files(), options()), "mean_drift_spread"));
  sources.push_back(text_source("b.8", momentum));
  CHECK_THAT(refusal(sources),
             Catch::Contains("b.8 must be the only file of what it holds, a.8 is there as well"));
}

TEST_CASE("WAMIT: quadratic transfer functions of one triangle are completed",
          "[hydro][database][wamit]") {
  std::vector<SourceFile> sources = files();
  const std::string triangle =
      " 6.0 6.0 0 0 1 5.0 0 5.0 0.0\n 6.0 3.0 0 0 1 5.0 53.13 3.0 4.0\n"
      " 3.0 3.0 0 0 1 6.0 0 6.0 0.0\n";
  sources.push_back(text_source("a.12d", triangle));
  sources.push_back(text_source("a.12s", triangle));
  const Database database = read_database(sources, options());
  const double unit = kDensity * kGravity * kLength;
  REQUIRE(database.qtf_difference.entries.size() == 1);
  CHECK(database.qtf_difference.omega[0] == 2.0 * std::numbers::pi / 6.0);
  const MatrixXcd& difference = database.qtf_difference.entries[0].values;
  CHECK(difference(0, 0) == unit * Complex(5, 0));
  CHECK(difference(0, 1) == unit * Complex(3, 4));
  CHECK(difference(1, 0) == unit * Complex(3, -4));
  CHECK(database.qtf_sum.entries.at(0).values(1, 0) == unit * Complex(3, 4));
  SECTION("a pair that is missing") {
    sources.back() = text_source("a.12s", triangle.substr(0, triangle.find(" 3.0 3.0")));
    CHECK_THAT(refusal(sources),
               Catch::Contains("sum-frequency force must have every pair of its 2 periods"));
  }
  SECTION("a name that says neither") {
    sources.back() = text_source("a.12", triangle);
    CHECK_THAT(refusal(sources), Catch::Contains("a.12 must end with d or s"));
  }
}

TEST_CASE("WAMIT: quadratic transfer functions add to a database of another format",
          "[hydro][database][wamit]") {
  const SourceFile whole = text_source("a.out", wamit_output());
  const SourceFile qtf = text_source("a.12d",
                                     " 6.0 6.0 0 0 1 5.0 0 5.0 0.0\n 6.0 3.0 0 0 1 5.0 53.13 3.0 "
                                     "4.0\n 3.0 3.0 0 0 5 6.0 0 6.0 0.0\n 6.0 6.0 0 0 5 6 0 6 0\n"
                                     " 6.0 3.0 0 0 5 6 0 6 0\n 3.0 3.0 0 0 1 6.0 0 6.0 0.0\n");
  SourceOptions given;
  given.water_density = kDensity;
  const Database alone = read_database(std::span(&whole, 1), given);
  given.length_scale = 1.0;  // not that of the run
  const Database both = read_database(std::vector{whole, qtf}, given);
  CHECK(both.added_mass == alone.added_mass);
  CHECK(both.sha256 != alone.sha256);
  REQUIRE(both.qtf_difference.entries.size() == 2);
  CHECK(both.qtf_difference.entries[0].values(0, 1) == kDensity * kGravity * Complex(3, 4));
  REQUIRE(both.sources.size() == 2);
  CHECK(both.sources[1].name == "a.12d");
  CHECK(both.sources[1].format == "wamit");
  CHECK_THAT(both.history.back(), Catch::StartsWith("quadratic transfer functions of a.12d added"));
  CHECK_THROWS_WITH(with_wamit_qtfs(both, std::span(&qtf, 1), given),
                    Catch::StartsWith("a.12d must belong to a database without"));
  given.length_scale.reset();
  CHECK_THROWS_WITH(read_database(std::vector{whole, qtf}, given),
                    Catch::Contains("a.12d must be imported with --length"));
  CHECK_THROWS_WITH(read_database(std::vector{whole, text_source("a.1", wamit_radiation())}, given),
                    Catch::Contains("must belong to one database"));
  given.length_scale = 1.0;
  const SourceFile far = text_source("a.12d", " 6.0 6.0 0 0 8 5.0 0 5.0 0.0\n");
  CHECK_THROWS_WITH(read_database(std::vector{whole, far}, given),
                    Catch::Contains("must be on the 6 dofs of added mass, are on 8"));
}

TEST_CASE("WAMIT: drift of a half sphere by three methods (L4)", "[hydro][database][wamit]") {
  // Surge over rho g L at 3.05, 3.55, 4.05 rad/s and heave at 3.05, as the files print them.
  struct Filed {
    const char* ends;
    Vector3 surge;
    std::optional<double> heave;
  };
  const auto [ends, surge, heave] = GENERATE(
      Filed{"7", {0.30289, 0.81142, 0.65301}, 0.7991}, Filed{"8", {0.30471, 0.80664, 0.64297}, {}},
      Filed{"9", {0.27195, 0.57622, 0.36064}, 0.8757},
      Filed{"789", {0.30471, 0.80664, 0.64297}, 0.7991});  // .8, then .7
  std::vector<SourceFile> sources;
  for (const char end : std::string("13") + ends) {
    RAFTUP_REQUIRE_REFERENCE(path, std::string("reference/loads/drift-sphere/sphere.") + end);
    sources.push_back({path.filename().string(), read_bytes(path)});
  }
  SourceOptions given = options();
  given.length_scale = 1.0;
  const Database database = read_database(sources, given);
  const auto drift_at = [&](double omega) -> VectorXd {
    Eigen::Index nearest = 0;
    (database.omega.array() - omega).abs().minCoeff(&nearest);
    CHECK_THAT(database.omega[nearest], Catch::Matchers::WithinAbs(omega, 1e-4));
    return database.mean_drift_force.at(0).col(nearest) / (kDensity * kGravity);
  };
  CAPTURE(ends);
  for (const Eigen::Index i : {0, 1, 2}) {
    const double omega = 3.05 + 0.5 * static_cast<double>(i);
    CHECK_THAT(drift_at(omega)[0], Catch::Matchers::WithinAbs(surge[i], 5.1e-6));
  }
  if (heave) CHECK_THAT(drift_at(3.05)[2], Catch::Matchers::WithinAbs(*heave, 5.1e-5));
  CHECK(testing::has_finding(database, "mean_drift_spread") == (sources.size() > 3));
}

TEST_CASE("WAMIT: .out gives what the numeric files give but for its phases",
          "[hydro][database][wamit]") {
  SourceOptions given;
  given.water_density = kDensity;
  const SourceFile file = text_source("a.out", wamit_output());
  const Database printed = read_database(std::span(&file, 1), given);
  const Database numeric = read_database(files(), options());
  CHECK(printed.gravity == kGravity);
  CHECK(printed.bodies.at(0).center_of_gravity == Vector3(0, 0, -2));  // L times -1
  CHECK(printed.bodies[0].center_of_buoyancy.isApprox(Vector3(0, 0, -1.8)));
  CHECK(printed.bodies[0].displaced_volume == 8.0);
  CHECK(printed.bodies[0].hydrostatic_stiffness(2, 4) ==
        numeric.bodies[0].hydrostatic_stiffness(2, 4));
  const testing::CoefficientDifference apart = coefficient_difference(numeric, printed);
  CHECK(apart.added_mass == 0.0);
  CHECK(apart.radiation_damping == 0.0);
  CHECK(apart.excitation < 0.0023);  // 53 degrees for 53.1301
  REQUIRE_THROWS_WITH(read_database(std::span(&file, 1)),
                      Catch::StartsWith("a.out must be imported with --density, which"));
}
