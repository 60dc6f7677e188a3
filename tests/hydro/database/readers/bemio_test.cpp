#include "hydro/database/formats/bemio.hpp"

#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"

using Catch::Matchers::WithinRel;
using namespace raftup;
using namespace raftup::hydro;

TEST_CASE("BEMIO: normalised numbers become SI", "[hydro][database]") {
  const Database database = read_bemio(testing::minimal_bemio(2).image());
  REQUIRE((*database.added_mass_infinite)(0, 0) == 100e3);
  REQUIRE((*database.added_mass_infinite)(0, 6) == 1e3);
  REQUIRE(database.radiation_damping[0](7, 7) == 2.0 * 1000.0 * 0.5);
  REQUIRE(database.radiation_damping[1](7, 7) == 3.0 * 1000.0 * 1.0);
  REQUIRE(database.excitation.values[0](11, 1) == 1000.0 * 10.0 * Complex(4, 4));
  REQUIRE(database.bodies[1].name == "body2");
}

TEST_CASE("BEMIO: vectors may have one dimension instead of two", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  fields.arrays["/simulation_parameters/w"].shape = {2};
  fields.arrays["/body1/properties/cb"].shape = {3};
  REQUIRE(read_bemio(fields.image()).omega[1] == 1.0);
  fields.arrays["/simulation_parameters/w"].shape = {1, 2};
  REQUIRE_THROWS_WITH(read_bemio(fields.image()),
                      "/simulation_parameters/w must have the shape (2, 1), has (1, 2)");
}

TEST_CASE("BEMIO: magnitude and phase serve where re and im are absent", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  const std::string group = "/body1/hydro_coeffs/excitation/";
  fields.arrays[group + "mag"] = {{6, 1, 2}, std::vector<double>(12, 2)};
  fields.arrays[group + "phase"] = {{6, 1, 2}, std::vector<double>(12, std::numbers::pi / 2)};
  fields.arrays.erase(group + "re");
  const Database database = read_bemio(fields.image());
  REQUIRE(std::abs(database.excitation.values[0](3, 1) - Complex(0, 20e3)) < 1e-11);
}

TEST_CASE("BEMIO: row blocks without columns of other bodies leave the bodies alone",
          "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(2);
  for (const char* body : {"/body1", "/body2"}) {
    const std::string coefficients = std::string(body) + "/hydro_coeffs/";
    fields.arrays[coefficients + "added_mass/inf_freq"] = {{6, 6}, std::vector<double>(36, 5)};
    fields.arrays[coefficients + "radiation_damping/all"] = {{6, 6, 2}, std::vector<double>(72, 0)};
  }
  const Database database = read_bemio(fields.image());
  REQUIRE((*database.added_mass_infinite)(8, 9) == 5e3);
  REQUIRE((*database.added_mass_infinite)(8, 3) == 0.0);
  REQUIRE(database.findings.at(0).name == "body_interaction_absent");
}

TEST_CASE("BEMIO: a last direction that closes the circle is left out", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  fields.arrays["/simulation_parameters/wave_dir"] = {{3, 1}, {-180, 0, 180}};
  const std::string group = "/body1/hydro_coeffs/excitation/";
  for (const char* part : {"re", "im"}) {
    std::vector<double> values(36);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    fields.arrays[group + part] = {{6, 3, 2}, values};
  }
  const Database database = read_bemio(fields.image());
  REQUIRE(database.wave_directions.size() == 2);
  // dof 1, direction 1, frequency 0: (1 * 3 + 1) * 2
  REQUIRE(database.excitation.values.at(1)(1, 0) == 1e4 * Complex(8, 8));
  REQUIRE(database.findings.at(0).name == "wave_direction_repeated");
}

TEST_CASE("BEMIO: inf_freq without numbers counts as absent", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  auto& infinite = fields.arrays["/body1/hydro_coeffs/added_mass/inf_freq"];
  fields.arrays["/body1/hydro_coeffs/added_mass/all"] = {{6, 6, 2}, std::vector<double>(72, 1)};
  infinite.values[7] = std::nan("");
  const Database database = read_bemio(fields.image());
  REQUIRE_FALSE(database.added_mass_infinite.has_value());
}

TEST_CASE("BEMIO: what breaks a rule is refused with path, rule and value", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(2);
  const auto refusal = [&fields]() -> std::string {
    try {
      read_bemio(fields.image());
      return {};
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      return error.what();
    }
  };
  const std::string parameters = "/simulation_parameters/";
  SECTION("missing density") {
    fields.arrays.erase(parameters + "rho");
    REQUIRE(refusal() == "/simulation_parameters/rho is missing");
  }
  SECTION("a frequency twice") {
    fields.arrays[parameters + "w"].values = {1, 1};
    REQUIRE(refusal() == "omega must ascend strictly, got 1 before 1 at 1");
  }
  SECTION("depth in words") {
    fields.texts[parameters + "water_depth"] = "deep";
    REQUIRE(refusal() ==
            "/simulation_parameters/water_depth must be a number or \"infinite\", is \"deep\"");
  }
  SECTION("periods of other frequencies, as of Hz") {
    const auto& omega = fields.arrays[parameters + "w"].values;
    fields.arrays[parameters + "T"] = fields.arrays[parameters + "w"];
    for (std::size_t k = 0; k < omega.size(); ++k) {
      fields.arrays[parameters + "T"].values[k] = 1.0 / omega[k];
    }
    REQUIRE_THAT(refusal(),
                 Catch::Contains("/simulation_parameters/T must be 2 pi / omega in s, is"));
  }
  SECTION("dimensional coefficients") {
    fields.arrays[parameters + "scaled"] = {{1, 1}, {1}};
    REQUIRE_THAT(refusal(), Catch::Contains("/simulation_parameters/scaled must be 0"));
  }
  SECTION("generalised modes that the matrices do not have") {
    fields.arrays["/body1/properties/dof"] = {{1, 1}, {8}};
    REQUIRE_THAT(refusal(), Catch::Contains("/body1/hydro_coeffs/linear_restoring_stiffness must "
                                            "have the shape (8, 8), has (6, 6)"));
    fields.arrays["/body1/properties/dof"] = {{1, 1}, {5}};
    REQUIRE_THAT(refusal(),
                 Catch::Contains("/body1/properties/dof must be 6 dofs of a rigid body") &&
                     Catch::Contains("is 5"));
  }
  SECTION("another body's columns") {
    fields.arrays["/body2/properties/dof_start"] = {{1, 1}, {1}};
    REQUIRE_THAT(refusal(), Catch::Contains("/body2/properties/dof_start must be 7"));
  }
  SECTION("a wrong shape") {
    fields.arrays["/body2/hydro_coeffs/radiation_damping/all"] = {{6, 12, 3},
                                                                  std::vector<double>(216)};
    REQUIRE(refusal() ==
            "/body2/hydro_coeffs/radiation_damping/all must have the shape "
            "(6, 12, 2), has (6, 12, 3)");
  }
  SECTION("in one body only") {
    fields.arrays.erase("/body2/hydro_coeffs/added_mass/inf_freq");
    REQUIRE(refusal() ==
            "/body2/hydro_coeffs/added_mass/inf_freq must be in every body or in none");
  }
  SECTION("no radiation at all") {
    fields.arrays.erase("/body1/hydro_coeffs/radiation_damping/all");
    fields.arrays.erase("/body2/hydro_coeffs/radiation_damping/all");
    REQUIRE_THAT(refusal(), Catch::Contains("radiation_damping/all is missing, and so is"));
  }
  SECTION("not a number") {
    fields.arrays["/body1/properties/cg"].values[1] = std::nan("");
    REQUIRE_THAT(refusal(), Catch::Contains("bodies[0].center_of_gravity(1, 0) must be finite"));
  }
  SECTION("no body") {
    fields = testing::minimal_bemio(0);
    REQUIRE(refusal() == "/body1 is missing: a database has at least one body");
  }
}

TEST_CASE("BEMIO: generalised modes are left out with a finding, and the rigid dofs stay",
          "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(2);
  Database expected = read_bemio(fields.image());
  expected.bodies[0].generalised_modes = 2;
  fields.arrays["/body1/properties/dof"] = {{1, 1}, {8}};
  // Body 1 gets rows 6 and 7, both bodies columns 6 and 7 of the 14.
  const auto widened = [](const testing::BemioFields::Array& array, std::size_t rows) {
    const std::size_t depth = array.shape.size() == 3 ? array.shape[2] : 1;
    testing::BemioFields::Array wide = array;
    wide.shape[0] = rows;
    wide.shape[1] = 14;
    wide.values.assign(rows * 14 * depth, 77.0);
    for (std::size_t row = 0; row < 6; ++row) {
      for (std::size_t column = 0; column < 12; ++column) {
        const std::size_t place = column < 6 ? column : column + 2;
        for (std::size_t k = 0; k < depth; ++k) {
          wide.values[(row * 14 + place) * depth + k] =
              array.values[(row * 12 + column) * depth + k];
        }
      }
    }
    return wide;
  };
  for (const auto& [body, rows] : {std::pair("/body1", 8U), std::pair("/body2", 6U)}) {
    const std::string group = std::string(body) + "/hydro_coeffs/";
    for (const char* name : {"added_mass/inf_freq", "radiation_damping/all"}) {
      fields.arrays[group + name] = widened(fields.arrays[group + name], rows);
    }
  }
  fields.arrays["/body1/hydro_coeffs/linear_restoring_stiffness"] = {{8, 8, 1},
                                                                     std::vector<double>(64, 0)};
  for (const char* part : {"re", "im"}) {
    fields.arrays[std::string("/body1/hydro_coeffs/excitation/") + part] = {
        {8, 1, 2}, std::vector<double>(16, 4)};
  }
  const Database database = read_bemio(fields.image());
  CHECK(testing::first_difference(expected, database).empty());
  CHECK(testing::has_finding(database, "generalised_modes_left_out"));
}

TEST_CASE("BEMIO: generalised modes with masses are modes of the database", "[hydro][database]") {
  const Database database = read_bemio(testing::flexible_bemio().image());
  REQUIRE(database.modes.count() == 2);
  CHECK(database.modes.mass(1, 1) == 500.0);
  CHECK(database.modes.stiffness(0, 0) == 2e4);
  CHECK(database.modes.mass(0, 1) == 0.0);
  CHECK_FALSE(testing::has_finding(database, "generalised_modes_left_out"));
}

TEST_CASE("BEMIO: the mean drift force comes by the first method that has numbers",
          "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  std::vector<double> values(12);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const std::string group = "/body1/hydro_coeffs/mean_drift/";
  fields.arrays[group + "control_surface/val"] = {{6, 1, 2}, std::vector<double>(12, std::nan(""))};
  fields.arrays[group + "momentum_conservation/val"] = {{6, 1, 2}, values};
  const Database database = read_bemio(fields.image());
  REQUIRE(database.mean_drift_force.size() == 1);
  CHECK(database.mean_drift_force[0](3, 1) == 7.0 * 1000.0 * 10.0);
}

TEST_CASE("BEMIO: qtfs come out ascending, in our phase and dimensional", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  const std::string group = "/body1/hydro_coeffs/excitation/QTF1/Diff3/";
  fields.arrays[group + "PER_i"] = {{1, 2}, {4.0, 8.0}};
  fields.arrays[group + "BETA_i"] = {{1, 2}, {90.0, 90.0}};
  fields.arrays[group + "BETA_j"] = {{1, 2}, {0.0, 0.0}};
  fields.arrays[group + "Re_F_ij"] = {{1, 4}, {1, 2, 3, 4}};
  fields.arrays[group + "Im_F_ij"] = {{1, 4}, {5, 6, 7, 8}};
  const Database database = read_bemio(fields.image());
  CHECK(database.qtf_sum.entries.empty());
  REQUIRE(database.qtf_difference.entries.size() == 1);
  const auto& entry = database.qtf_difference.entries[0];
  CHECK(entry.influenced_dof == 2);
  CHECK_THAT(entry.direction_1, WithinRel(std::numbers::pi / 2.0, 1e-15));
  CHECK(database.qtf_difference.omega[0] == 2.0 * std::numbers::pi / 8.0);
  // F(4 s, 8 s) stands third: the first index runs fastest.
  CHECK(entry.values(1, 0) == Complex(3, -7));
  for (const char* part : {"PER_i", "BETA_i", "BETA_j", "Re_F_ij", "Im_F_ij"}) {
    fields.arrays["/body1/hydro_coeffs/excitation/QTF1/Sum3/" + std::string(part)] =
        fields.arrays[group + part];
  }
  // BEMIO's writer conjugates differences alone.
  CHECK(read_bemio(fields.image()).qtf_sum.entries.at(0).values(1, 0) == Complex(3, 7));
  const Database again = read_database(write_raftup(database));
  CHECK(again.qtf_difference.entries.at(0).values == entry.values);
  CHECK(again.qtf_difference.omega == database.qtf_difference.omega);
  REQUIRE_THROWS_WITH(write_bemio(database), Catch::Contains("without qtfs"));
  Database with_field = testing::complete_database(1);
  with_field.qtf_sum.entries.clear();
  with_field.qtf_difference.entries.clear();
  REQUIRE_THROWS_WITH(write_bemio(with_field), Catch::Contains("without field points"));
  with_field.field = {};
  REQUIRE_THROWS_WITH(write_bemio(with_field), Catch::Contains("without excitation at speed"));
  with_field.excitation_at_speed = {};
  REQUIRE_THROWS_WITH(write_bemio(with_field), Catch::Contains("without sections"));
  fields.arrays[group + "Im_F_ij"] = {{1, 3}, {5, 6, 7}};
  REQUIRE_THROWS_WITH(read_bemio(fields.image()),
                      group + "Im_F_ij must hold 4 numbers for 2 periods, holds 3");
  fields.arrays[group + "Im_F_ij"] = {{1, 4}, {5, 6, 7, 8}};
  const std::string next = "/body1/hydro_coeffs/excitation/QTF1/Diff4/";
  fields.arrays[next + "PER_i"] = {{1, 1}, {4.0}};  // fewer than in the group before
  for (const char* name : {"BETA_i", "BETA_j", "Re_F_ij", "Im_F_ij"}) {
    fields.arrays[next + name] = {{1, 1}, {0.0}};
  }
  REQUIRE_THROWS_WITH(read_bemio(fields.image()),
                      next + "PER_i must be the same for every dof and body");
}

TEST_CASE("BEMIO: files with sum-frequency forces tell that older ones hold the conjugate",
          "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(1);
  const auto told = [&] {
    Findings found;
    for (const Finding& finding : read_bemio(fields.image()).findings) {
      if (finding.name == "qtf_sum_phase_unknown") found.push_back(finding);
    }
    return found;
  };
  const auto add = [&](const std::string& kind) {
    const std::string group = "/body1/hydro_coeffs/excitation/QTF1/" + kind + "3/";
    fields.arrays[group + "PER_i"] = {{1, 2}, {4.0, 8.0}};
    fields.arrays[group + "BETA_i"] = {{1, 2}, {0.0, 0.0}};
    fields.arrays[group + "BETA_j"] = {{1, 2}, {0.0, 0.0}};
    fields.arrays[group + "Re_F_ij"] = {{1, 4}, {1, 2, 2, 4}};
    fields.arrays[group + "Im_F_ij"] = {{1, 4}, {5, 6, 6, 8}};
  };
  add("Diff");
  CHECK(told().empty());  // differences were right at all times
  add("Sum");
  const Findings found = told();
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::kWarning);
  CHECK_THAT(found[0].message,
             Catch::StartsWith("sum-frequency force: BEMIO wrote its conjugate until April 2025") &&
                 Catch::Contains("taken as of a later one") && Catch::Contains(".10s to .12s"));
  fields.texts["/raftup/version"] = "1";  // Raftup wrote it: the phase is known
  CHECK(told().empty());
}

TEST_CASE("BEMIO: kernels of bodies stand at the same times", "[hydro][database]") {
  testing::BemioFields fields = testing::minimal_bemio(2);
  const auto kernel = [&](const std::string& body, const std::vector<double>& times) {
    const std::string group = "/" + body + "/hydro_coeffs/radiation_damping/impulse_response_fun/";
    const std::size_t count = times.size();
    fields.arrays[group + "t"] = {{count, 1}, times};
    fields.arrays[group + "K"] = {{6, 12, count}, std::vector<double>(72 * count, 0.0)};
  };
  kernel("body1", {0.0, 0.1, 0.2});
  kernel("body2", {0.0, 0.1});
  REQUIRE_THROWS_WITH(read_bemio(fields.image()),
                      Catch::EndsWith("impulse_response_fun/t must equal that of body1"));
}

TEST_CASE("BEMIO: what is written and read again is the same in every bit, whatever its origin",
          "[hydro][database]") {
  const std::string name = GENERATE("alongside.h5", "array9.h5", "hemisphere.h5", "tug_shallow.h5");
  Database filed = read_database(testing::own_data() / name);
  const double third = GENERATE(1.0, 1.0 / 3.0);  // of numbers that no normalised one gives back
  for (MatrixXd& matrix : filed.added_mass) matrix *= third;
  for (MatrixXd& matrix : filed.radiation_damping) matrix *= third;
  for (MatrixXcd& matrix : filed.excitation.values) matrix *= third;
  filed.wave_directions *= third;
  filed.excitation.values[0](0, 0) = {-0.0, -0.0};
  const std::vector<std::byte> image = write_bemio(filed);
  const Database again = read_database(image);
  CHECK(again.source_format == "bemio");
  CHECK(testing::first_difference(filed, again).empty());
  CHECK(std::signbit(again.excitation.values[0](0, 0).real()));  // which == does not see
  const Database own = read_database(write_raftup(again));
  CHECK(testing::first_difference(filed, own).empty());
}
