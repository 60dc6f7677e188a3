#include "hydro/database/checks/checks.hpp"

#include <cmath>
#include <numbers>

#include "hydro/database/readers/bemio.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// A body of revolution in deep water whose heave damping follows from its excitation X = 1e4 N/m
/// exactly: B = omega^3 |X|^2 / (2 rho g^3).
Database haskind_database() {
  Database database = testing::small_database(1);
  database.omega = VectorXd::LinSpaced(3, 1.0, 2.0);
  database.excitation.values.assign(1, MatrixXcd::Zero(6, 3));
  for (Eigen::Index k = 0; k < 3; ++k) {
    database.excitation.values[0](2, k) = Complex(6e3, 8e3);
    const double omega = database.omega[k];
    database.radiation_damping[static_cast<std::size_t>(k)](2, 2) =
        std::pow(omega, 3) * 1e8 / (2.0 * 1000.0 * std::pow(9.81, 3));
  }
  return database;
}

}  // namespace

TEST_CASE("symmetry: asymmetric added mass is measured against inertia and named",
          "[hydro][database]") {
  Database database = testing::small_database(2);
  database.added_mass[1](1, 8) = 90.0;
  Findings findings;
  check_added_mass_symmetry(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].name == "added_mass_asymmetric");
  REQUIRE_THAT(findings[0].value, WithinRel(90.0 / (8e3 + 1e3), 1e-12));
  REQUIRE_THAT(findings[0].message,
               Contains("differs by 1 % in ship1 sway, ship2 heave at 1 rad/s"));
}

TEST_CASE("symmetry: A_inf counts, and .5 % are allowed", "[hydro][database]") {
  Database database = testing::small_database(1);
  Findings findings;
  (*database.added_mass_infinite)(0, 1) = 0.0049 * 9e3;
  check_added_mass_symmetry(database, findings);
  REQUIRE(findings.empty());
  (*database.added_mass_infinite)(0, 1) = 0.0051 * 9e3;
  check_added_mass_symmetry(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].message, Contains("at infinite frequency"));
}

TEST_CASE("symmetry: asymmetric damping is measured against omega (M + A)", "[hydro][database]") {
  Database database = testing::small_database(1);
  database.radiation_damping[2](0, 2) = 0.01 * 1.5 * 9e3;
  Findings findings;
  check_radiation_damping_symmetry(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].name == "radiation_damping_asymmetric");
  REQUIRE_THAT(findings[0].value, WithinRel(0.01, 1e-12));
}

TEST_CASE("damping: a negative eigenvalue hidden in a coupling is found", "[hydro][database]") {
  Database database = testing::small_database(1);
  // surge and sway, scale 1/8e3: eigenvalues (1 +- 1.5)/8e3
  database.radiation_damping[1](0, 1) = database.radiation_damping[1](1, 0) = 1.5;
  Findings findings;
  check_radiation_damping_sign(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(-0.5 / 2.5, 1e-12));
  REQUIRE_THAT(findings[0].message, Contains("has -20 % at 1 rad/s"));
}

TEST_CASE("infinite added mass: one that contradicts A and B is found", "[hydro][database]") {
  Database database = testing::small_database(1);
  for (MatrixXd& damping : database.radiation_damping) damping.setZero();
  // without damping A_inf = A = 1e3
  (*database.added_mass_infinite)(2, 2) = 2e3;
  Findings findings;
  check_infinite_added_mass(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(1e3 / (8e3 + 2e3), 1e-12));
}

TEST_CASE("Haskind: damping that follows from the excitation passes, 5 % more is found",
          "[hydro][database][analytic]") {
  Database database = haskind_database();
  Findings findings;
  check_haskind(database, findings);
  REQUIRE(findings.empty());
  database.radiation_damping[2](2, 2) *= 1.05;
  check_haskind(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(0.05 / 1.05, 1e-9));
  REQUIRE_THAT(findings[0].message, Contains("ship1 heave at 2 rad/s"));
}

TEST_CASE("Haskind: says nothing of shallow water or of one direction on a ship",
          "[hydro][database]") {
  Database database = haskind_database();
  database.radiation_damping[2](2, 2) *= 2.0;
  Findings findings;
  SECTION("shallow") { database.water_depth = 1.0; }
  SECTION("not a body of revolution") { database.radiation_damping[1](1, 1) = 2.0; }
  check_haskind(database, findings);
  REQUIRE(findings.empty());
}

TEST_CASE("Haskind: holds on a published database to .2 %", "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/sphere.h5");
  Database database = read_bemio(file);
  Findings findings;
  check_haskind(database, findings);
  REQUIRE(findings.empty());
}

TEST_CASE("kernel: one that was cut before it died out is found", "[hydro][database]") {
  Database database = testing::small_database(1);
  database.retardation_kernel.grid = VectorXd::LinSpaced(11, 0.0, 10.0);
  database.retardation_kernel.values.assign(11, MatrixXd::Zero(6, 6));
  database.retardation_kernel.values[0](2, 2) = 8e3;
  Findings findings;
  check_kernel_tail(database, findings);
  REQUIRE(findings.empty());
  database.retardation_kernel.values[9](4, 4) = -0.03 * 32e3;
  check_kernel_tail(database, findings);
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(0.03, 1e-12));
}

TEST_CASE("own databases: the checks find what is known of them", "[hydro][database]") {
  const auto names = [](const char* file) {
    std::vector<std::string> result;
    for (const Finding& finding : read_bemio(testing::own_data() / file).findings) {
      result.push_back(finding.name);
    }
    return result;
  };
  using Names = std::vector<std::string>;
  REQUIRE(names("tug_shallow.h5") == Names{});
  REQUIRE(names("alongside.h5") == Names{"added_mass_asymmetric", "radiation_damping_asymmetric",
                                         "infinite_added_mass_mismatch"});
}
