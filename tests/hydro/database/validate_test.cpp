#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/base/finding.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Contains;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// What validate() says about `database`; empty where it is valid.
std::string complaint(const Database& database) {
  try {
    validate(database);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
}

}  // namespace

TEST_CASE("database: a whole one is valid and has no findings", "[hydro][database]") {
  const Database database = make_database(testing::small_database(2));
  REQUIRE(database.findings.empty());
}

TEST_CASE("database: numbers of the environment are positive", "[hydro][database]") {
  Database database = testing::small_database(1);
  SECTION("density") {
    database.water_density = -1;
    REQUIRE(complaint(database) == "water_density must be positive and finite, got -1");
  }
  SECTION("density in another unit") {
    database.water_density = 1.025;
    REQUIRE(complaint(database) ==
            "water_density must be 100 to 10000 kg/m3, got 1.025: is it in another unit?");
  }
  SECTION("gravity") {
    database.gravity = kNan;
    REQUIRE(complaint(database) == "gravity must be positive and finite, got nan");
  }
  SECTION("depth") {
    database.water_depth = 0;
    REQUIRE(complaint(database) == "water_depth must be positive or infinite, got 0");
  }
}

TEST_CASE("database: grids ascend strictly", "[hydro][database]") {
  Database database = testing::small_database(1);
  SECTION("frequencies") {
    database.omega << 0.5, 1.5, 1.0;
    REQUIRE(complaint(database) == "omega must ascend strictly, got 1.5 before 1 at 2");
  }
  SECTION("no frequency at or below zero") {
    database.omega << 0.0, 0.5, 1.0;
    REQUIRE(complaint(database) == "omega must be positive, got 0");
  }
  SECTION("directions") {
    database.wave_directions = VectorXd::Zero(2);
    REQUIRE_THAT(complaint(database), Contains("wave_direction must ascend strictly"));
  }
  SECTION("directions beyond the circle") {
    database.wave_directions = VectorXd::LinSpaced(2, 0.0, 7.0);
    REQUIRE(complaint(database) == "wave_direction must span less than 2 pi, got 7 rad");
  }
}

TEST_CASE("database: a number that is not finite is named by its place", "[hydro][database]") {
  Database database = testing::small_database(1);
  SECTION("added mass") {
    database.added_mass[2](4, 1) = kNan;
    REQUIRE(complaint(database) == "added_mass[2](4, 1) must be finite, got nan");
  }
  SECTION("excitation") {
    database.excitation.values.assign(1, MatrixXcd::Zero(6, 3));
    database.excitation.values[0](5, 2) = Complex(0, INFINITY);
    REQUIRE(complaint(database) == "excitation_force[0].im(5, 2) must be finite, got inf");
  }
}

TEST_CASE("database: shapes agree with bodies and grids", "[hydro][database]") {
  Database database = testing::small_database(2);
  SECTION("matrix") {
    database.added_mass_infinite = MatrixXd::Zero(6, 6);
    REQUIRE(complaint(database) == "added_mass_infinite must be 12 x 12, got 6 x 6");
  }
  SECTION("count") {
    database.radiation_damping.pop_back();
    REQUIRE(complaint(database) == "radiation_damping must have one matrix per omega (3), got 2");
  }
  SECTION("transfer function") {
    database.excitation.values.assign(1, MatrixXcd::Zero(12, 2));
    REQUIRE(complaint(database) == "excitation_force[0] must be 12 x 3, got 12 x 2");
  }
  SECTION("drift force") {
    database.mean_drift_force.assign(1, MatrixXd::Zero(6, 3));
    REQUIRE(complaint(database) == "mean_drift_force[0] must be 12 x 3, got 6 x 3");
  }
  SECTION("qtf") {
    database = testing::complete_database(2);
    REQUIRE(complaint(database).empty());
    database.qtf_difference.entries[1].influenced_dof = 12;
    REQUIRE(complaint(database) == "qtf_difference[1].influenced_dof must be 0 to 11, got 12");
  }
  SECTION("excitation at speed") {
    database = testing::complete_database(2);
    SECTION("first speed") {
      database.excitation_at_speed.speeds[0] = 1.0;
      REQUIRE(complaint(database) == "forward_speed must begin with 0, got 1");
    }
    SECTION("count") {
      database.excitation_at_speed.forces.pop_back();
      REQUIRE(complaint(database) ==
              "excitation_force_at_speed must have one matrix per forward_speed (2), got 1");
    }
    SECTION("shape") {
      database.excitation_at_speed.forces[1].values[1] = MatrixXcd::Zero(6, 3);
      REQUIRE(complaint(database) == "excitation_force_at_speed[1] must be 12 x 3, got 6 x 3");
    }
  }
  SECTION("field") {
    database = testing::complete_database(2);
    SECTION("body") {
      database.field.points[1].body = 2;
      REQUIRE(complaint(database) == "field.points[1].body must be 0 to 1, got 2");
    }
    SECTION("place") {
      database.field.points[0].position.z() = 0.5;
      REQUIRE(complaint(database) ==
              "field.points[0] must lie in the still water plane, z = 0, lies at 0.5 m");
    }
    SECTION("count") {
      database.field.radiation.pop_back();
      REQUIRE(complaint(database) == "field.radiation must have one matrix per point (2), got 1");
    }
    SECTION("shape") {
      database.field.diffraction[1] = MatrixXcd::Zero(1, 3);
      REQUIRE(complaint(database) == "field.diffraction[1] must be 2 x 3, got 1 x 3");
    }
    SECTION("magnitude") {
      database.field.radiation[0](4, 1) = 1e21;
      REQUIRE_THAT(complaint(database), Catch::Contains("field [m/m, m/(m/s), m/(rad/s)] must be"));
    }
  }
  SECTION("section") {
    database = testing::complete_database(2);
    SECTION("body") {
      database.sections[1].body = 2;
      REQUIRE(complaint(database) == "section[1].body must be 0 to 1, got 2");
    }
    SECTION("count") {
      database.sections[0].radiation_damping.pop_back();
      REQUIRE(complaint(database) ==
              "section[0].radiation_damping must have one matrix per omega (3), got 2");
    }
    SECTION("shape") {
      database.sections[1].added_mass[2] = MatrixXd::Zero(6, 6);
      REQUIRE(complaint(database) == "section[1].added_mass[2] must be 6 x 12, got 6 x 6");
    }
    SECTION("number") {
      database.sections[1].excitation[0](2, 1) = Complex(0.0, std::nan(""));
      REQUIRE(complaint(database) ==
              "section[1].excitation_force[0].im(2, 1) must be finite, got nan");
    }
  }
  SECTION("kernel") {
    database.retardation_kernel = {VectorXd::LinSpaced(2, 1.0, 2.0),
                                   std::vector<MatrixXd>(2, MatrixXd::Zero(12, 12))};
    REQUIRE(complaint(database) == "retardation_time must start at 0, got 1");
  }
}

TEST_CASE("database: bodies have names of their own", "[hydro][database]") {
  Database database = testing::small_database(2);
  SECTION("twice") {
    database.bodies[1].name = "ship1";
    REQUIRE(complaint(database) == "bodies[1].name must be unique, got \"ship1\" again");
  }
  SECTION("none") {
    database.bodies.clear();
    REQUIRE(complaint(database) == "bodies must hold at least one body, got 0");
  }
}

TEST_CASE("database: magnitudes that no vessel has are refused by name", "[hydro][database]") {
  Database database = testing::small_database(2);
  const auto large = Contains(
      "largest entry 1e-20 to 1e+20 in magnitude, got 1e+300: is it in "
      "another unit, or damaged?");
  SECTION("added mass next to nothing") {
    for (MatrixXd& matrix : database.added_mass) matrix *= 1e-303;
    CHECK_THAT(complaint(database), Contains("added_mass [kg, kg m, kg m2] must be 0, or its") &&
                                        Contains("got 1e-300"));
  }
  SECTION("none at all is something else") {
    for (MatrixXd& matrix : database.added_mass) matrix.setZero();
    CHECK(complaint(database).empty());
  }
  SECTION("stiffness") {
    database.bodies[1].hydrostatic_stiffness(2, 2) = 1e300;
    CHECK_THAT(complaint(database), Contains("bodies[1].hydrostatic_stiffness") && large);
  }
  SECTION("damping") {
    database.radiation_damping[1](0, 1) = -1e300;
    CHECK_THAT(complaint(database), Contains("radiation_damping") && large);
  }
  SECTION("excitation") {
    database.excitation.values.assign(1, MatrixXcd::Constant(12, 3, 1e300));
    CHECK_THAT(complaint(database), Contains("excitation_force") && large);
  }
  SECTION("frequencies") {
    database.omega[0] = 1e-300;
    CHECK_THAT(complaint(database), Contains("omega must be 1e-06 to 1e+06 rad/s, got 1e-300"));
  }
  SECTION("volume") {
    database.bodies[0].displaced_volume = 1e-300;
    CHECK_THAT(complaint(database), Contains("bodies[0].displaced_volume must be 1e-12 to 1e+12"));
  }
  SECTION("depth") {
    database.water_depth = 1e-300;
    CHECK_THAT(complaint(database), Contains("water_depth must be at least 0.001 m, got 1e-300"));
  }
}

TEST_CASE("database: texts of a file are bounded, and how many were left out is told",
          "[hydro][database]") {
  Database database = testing::small_database(1);
  SECTION("findings") {
    for (int i = 0; i < 1000; ++i) {
      database.findings.push_back({"of_the_file", Severity::kInfo, std::string(20000, 'x')});
    }
    const Database made = make_database(database);
    REQUIRE(made.findings.size() == kMostFindings);
    CHECK(made.findings[0].message.size() == 1000);
    CHECK(made.findings.back().message == "and 901 more");
  }
  SECTION("names") {
    database.bodies[0].name.assign(300, 'x');
    CHECK(complaint(database) == "bodies[0].name must have at most 256 bytes, has 300");
  }
}

TEST_CASE("findings: a kind that fills the list leaves room for the others", "[hydro]") {
  Findings findings;
  for (int i = 0; i < 250; ++i) {
    findings.push_back({"many", Severity::kWarning, std::to_string(i), 0.0});
  }
  findings.push_back({"one", Severity::kInfo, "alone", 0.0});
  bound_findings_by_name(findings);
  REQUIRE(findings.size() == kMostFindings + 2);
  CHECK(findings[kMostFindings - 1].message == "99");
  CHECK(findings[kMostFindings].name == "one");
  CHECK(findings.back().name == "more_findings");
  CHECK(findings.back().message == "and 150 more findings many");
  CHECK(findings.back().value == 150.0);
  findings.resize(kMostFindings);
  bound_findings_by_name(findings);  // as many as there may be: nothing is left out
  CHECK(findings.size() == kMostFindings);
}
