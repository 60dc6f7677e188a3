#include "hydro/database/checks/checks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Contains;
using Catch::Matchers::WithinRel;

namespace {

/// What a check has to say.
Findings found(const std::optional<Check>& check) {
  return check && check->is_broken() ? Findings{check->finding()} : Findings{};
}

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
  findings = found(check_added_mass_symmetry(database));
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
  findings = found(check_added_mass_symmetry(database));
  REQUIRE(findings.empty());
  (*database.added_mass_infinite)(0, 1) = 0.0051 * 9e3;
  findings = found(check_added_mass_symmetry(database));
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].message, Contains("at infinite frequency"));
}

TEST_CASE("symmetry: asymmetric damping is measured against omega (M + A)", "[hydro][database]") {
  Database database = testing::small_database(1);
  database.radiation_damping[2](0, 2) = 0.01 * 1.5 * 9e3;
  Findings findings;
  findings = found(check_radiation_damping_symmetry(database));
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].name == "radiation_damping_asymmetric");
  REQUIRE_THAT(findings[0].value, WithinRel(0.01, 1e-12));
}

TEST_CASE("damping: a negative eigenvalue hidden in a coupling is found", "[hydro][database]") {
  Database database = testing::small_database(1);
  // surge and sway, scale 1/8e3: eigenvalues (1 +- 1.5)/8e3
  database.radiation_damping[1](0, 1) = database.radiation_damping[1](1, 0) = 1.5;
  Findings findings;
  findings = found(check_radiation_damping_sign(database));
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
  findings = found(check_infinite_added_mass(database));
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(1e3 / (8e3 + 2e3), 1e-12));
}

TEST_CASE("Haskind: damping that follows from the excitation passes, 5 % more is found",
          "[hydro][database][analytic]") {
  Database database = haskind_database();
  Findings findings;
  findings = found(check_haskind(database));
  REQUIRE(findings.empty());
  database.radiation_damping[2](2, 2) *= 1.05;
  findings = found(check_haskind(database));
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
  findings = found(check_haskind(database));
  REQUIRE(findings.empty());
}

TEST_CASE("Haskind: holds on a published database to .2 %", "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/sphere.h5");
  Database database = read_bemio(file);
  Findings findings;
  findings = found(check_haskind(database));
  REQUIRE(findings.empty());
}

TEST_CASE("kernel: one that was cut before it died out is found", "[hydro][database]") {
  Database database = testing::small_database(1);
  database.retardation_kernel.grid = VectorXd::LinSpaced(11, 0.0, 10.0);
  database.retardation_kernel.values.assign(11, MatrixXd::Zero(6, 6));
  database.retardation_kernel.values[0](2, 2) = 8e3;
  Findings findings;
  findings = found(check_kernel_tail(database));
  REQUIRE(findings.empty());
  database.retardation_kernel.values[9](4, 4) = -0.03 * 32e3;
  findings = found(check_kernel_tail(database));
  REQUIRE(findings.size() == 1);
  REQUIRE_THAT(findings[0].value, WithinRel(0.03, 1e-12));
}

TEST_CASE("long waves: a hemisphere rides on them, with another number it does not",
          "[hydro][database]") {
  Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  // omits what the limit does, about (k R)^2 = 2e-5 in heave and k R = 4e-3 in surge
  REQUIRE(check_long_wave_heave(database)->measured < 1e-4);
  REQUIRE(check_long_wave_surge(database)->measured < 1e-2);
  SECTION("stiffness") {
    database.bodies[0].hydrostatic_stiffness(2, 2) *= 1.2;
    const Findings findings = found(check_long_wave_heave(database));
    REQUIRE(findings.size() == 1);
    REQUIRE(findings[0].name == "excitation_long_wave_heave");
    REQUIRE_THAT(findings[0].message, Contains("in hemisphere heave at 0.1 rad/s"));
  }
  SECTION("volume") {
    database.bodies[0].displaced_volume *= 1.5;
    const Findings findings = found(check_long_wave_surge(database));
    REQUIRE(findings.size() == 1);
    // half the volume more, of mass and added mass together
    REQUIRE(findings[0].value > 0.2);
    REQUIRE_THAT(findings[0].message, Contains("hemisphere surge at 0.1 rad/s"));
  }
  SECTION("depth: in shallow water they push 1 / tanh(k h) times harder") {
    database.water_depth = 200.0;
    REQUIRE(found(check_long_wave_surge(database)).size() == 1);
  }
  SECTION("no wave of the file is long") {
    database.bodies[0].hydrostatic_stiffness(4, 4) *= 1e6;
    REQUIRE_FALSE(check_long_wave_heave(database).has_value());
  }
}

TEST_CASE("hydrostatics: the volume of another hull leaves a water plane with a negative moment",
          "[hydro][database]") {
  Database database = read_bemio(testing::own_data() / "alongside.h5");
  REQUIRE(check_hydrostatics(database)->measured < 1e-9);
  SECTION("sign of the centre of gravity") {
    // z_b - z_g of 7.5 m instead of -3.0 m: more moment than the stiffness has
    database.bodies[0].center_of_gravity.z() = -10.0;
    const Findings findings = found(check_hydrostatics(database));
    REQUIRE(findings.size() == 1);
    REQUIRE(findings[0].name == "hydrostatics_mismatch");
    REQUIRE_THAT(findings[0].message, Contains("in carrier"));
  }
  SECTION("a volume in another unit") {
    database.bodies[0].displaced_volume *= 1e9;
    database.bodies[0].center_of_gravity.z() = -10.0;
    REQUIRE(found(check_hydrostatics(database)).size() == 1);
  }
  SECTION("asymmetric stiffness") {
    database.bodies[1].hydrostatic_stiffness(2, 4) *= -1.0;
    database.bodies[1].hydrostatic_stiffness(2, 4) += 1e7;
    REQUIRE_THAT(found(check_hydrostatics(database)).at(0).message, Contains("in supply"));
  }
  SECTION("a file without centres of buoyancy is not judged") {
    for (DatabaseBody& body : database.bodies) body.center_of_buoyancy.setZero();
    REQUIRE_FALSE(check_hydrostatics(database).has_value());
  }
}

TEST_CASE("spikes: one put into a good database is found at its frequency", "[hydro][database]") {
  Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  REQUIRE(check_spikes(database)->measured == 0.0);
  database.radiation_damping[20](2, 2) *= 1.2;
  const Findings findings = found(check_spikes(database));
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].name == "irregular_frequency");
  REQUIRE_THAT(findings[0].message, Contains("radiation damping of hemisphere heave has one of") &&
                                        Contains("at 2.1 rad/s"));
}

TEST_CASE("far coupling: two dipoles pass, a coupling that does not die out is found",
          "[hydro][database][analytic]") {
  Database database = testing::small_database(2);
  database.bodies[1].center_of_gravity.x() = 100.0;
  for (DatabaseBody& body : database.bodies) {
    // a water plane of 4 m2, 2 m long
    body.hydrostatic_stiffness.diagonal() << 0.0, 0.0, 4.0, 4.0 / 3.0, 4.0 / 3.0, 0.0;
    body.hydrostatic_stiffness *= 9810.0;
  }
  // heave by heave, the free surface doubling it: (m + A)^2 / (2 pi rho d^3)
  MatrixXd& infinite = *database.added_mass_infinite;
  infinite(2, 8) = infinite(8, 2) = 9e3 * 9e3 / (2.0 * std::numbers::pi * 1e3 * 1e6);
  REQUIRE_THAT(check_far_coupling(database)->measured, WithinRel(1.0, 1e-12));
  REQUIRE(found(check_far_coupling(database)).empty());
  infinite(2, 8) = infinite(8, 2) = 90.0;
  const Findings findings = found(check_far_coupling(database));
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].name == "far_coupling");
  REQUIRE_THAT(findings[0].message, Contains("in ship1 heave, ship2 heave"));
  database.bodies[1].center_of_gravity.x() = 5.0;
  REQUIRE_FALSE(check_far_coupling(database).has_value());
}

TEST_CASE("checks: what is measured is said of good data too", "[hydro][database]") {
  const Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  const Checks checks = measure_checks(database);
  REQUIRE(checks.size() == 10);
  for (const Check& check : checks) {
    const bool said = std::any_of(database.findings.begin(), database.findings.end(),
                                  [&](const Finding& one) { return one.name == check.name; });
    REQUIRE(said == check.is_broken());
  }
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
  // heave at 1.9 rad/s, an irregular frequency of its panels
  REQUIRE(names("tug_shallow.h5") == Names{"irregular_frequency"});
  REQUIRE(names("alongside.h5") == Names{"added_mass_asymmetric", "radiation_damping_asymmetric",
                                         "infinite_added_mass_mismatch", "irregular_frequency"});
}

TEST_CASE("database: mean drift forces that are not the diagonal of the QTF are told",
          "[hydro][database]") {
  Database database = testing::small_database(1);
  MatrixXd drift = MatrixXd::Zero(6, database.omega.size());
  drift.row(0).setConstant(2e4);
  drift.row(4).setConstant(1e5);
  database.mean_drift_force.assign(static_cast<std::size_t>(database.wave_directions.size()),
                                   drift);
  const double direction = database.wave_directions[0];
  database.qtf_difference.omega = database.omega;
  for (const Eigen::Index dof : {0, 4}) {
    const MatrixXcd values = MatrixXcd::Constant(database.omega.size(), database.omega.size(),
                                                 dof == 0 ? 2.02e4 : 1.054e5);
    database.qtf_difference.entries.push_back({dof, direction, direction, values});
  }
  const std::optional<Check> check = check_qtf_diagonal(database);
  REQUIRE(check);
  CHECK(check->measured == Approx(0.054));
  CHECK(check->is_broken());
  CHECK_THAT(check->message, Contains("pitch") && Contains("differ by 5.4 %"));
  database.qtf_difference.entries.pop_back();
  CHECK_FALSE(check_qtf_diagonal(database)->is_broken());
}
