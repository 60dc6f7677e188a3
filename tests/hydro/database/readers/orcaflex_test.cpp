#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/orcaflex_text.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::has_finding;
using testing::OrcaflexWriting;
using testing::text_source;

namespace {

Database read_vessel(const std::string& text, const SourceOptions& options = {}) {
  const SourceFile file = text_source("v.yml", text);
  return read_database(std::span(&file, 1), options);
}

Database vessel_sphere() {
  Database database = read_database(testing::own_data() / "hemisphere.h5");
  database.froude_krylov = database.diffraction = {};
  database.gravity = 9.80665;  // of OrcaFlex
  return database;
}

std::string vessel_refusal(const std::string& text, const SourceOptions& options = {}) {
  try {
    read_vessel(text, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The message by which a vessel type is refused that has other words.
std::string vessel_refusal_with(const std::string& old, const std::string& by) {
  return vessel_refusal(testing::replaced(testing::orcaflex_text(vessel_sphere(), {}), old, by));
}

void check_same_vessel(const Database& written, const Database& found) {
  CHECK(testing::norm_difference(written.added_mass, found.added_mass) <= 1e-12);
  CHECK(testing::norm_difference(written.radiation_damping, found.radiation_damping) <= 1e-12);
  CHECK(testing::difference(written.excitation, found.excitation) <= 1e-9);
  CHECK((found.omega - written.omega).cwiseAbs().maxCoeff() <= 1e-12);
  CHECK(found.added_mass_infinite->isApprox(*written.added_mass_infinite, 1e-11));
  CHECK(found.bodies[0].hydrostatic_stiffness.isApprox(written.bodies[0].hydrostatic_stiffness,
                                                       1e-9));
  CHECK(found.bodies[0].center_of_gravity.isApprox(written.bodies[0].center_of_gravity, 1e-12));
}

}  // namespace

TEST_CASE("OrcaFlex: the half sphere as a vessel type has the numbers of its database",
          "[hydro][database][orcaflex][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "readers/orcaflex/hemisphere.yml");
  const Database expected = read_database(testing::own_data() / "hemisphere.h5");
  SourceOptions options;
  options.gravity = 9.81;
  const SourceFile file = testing::source_file(path);
  const Database found = read_database(std::span(&file, 1), options);
  CHECK(found.bodies.at(0).name == "Hemisphere");
  CHECK(found.source_format == "orcaflex");
  REQUIRE(found.omega.size() == 25);
  REQUIRE(found.wave_directions.size() == 3);
  for (Eigen::Index k = 0; k < found.omega.size(); ++k) {
    Eigen::Index same = 0;
    CHECK((expected.omega.array() - found.omega[k]).abs().minCoeff(&same) <= 1e-12);
    const auto here = static_cast<std::size_t>(k), there = static_cast<std::size_t>(same);
    CHECK(found.added_mass[here].isApprox(expected.added_mass[there], 1e-12));
    CHECK(found.radiation_damping[here].isApprox(expected.radiation_damping[there], 1e-12));
    const auto x = found.excitation.values[0].col(k), y = expected.excitation.values[0].col(same);
    CHECK(x.isApprox(y, 1e-12));
  }
  CHECK(testing::is_near(found.added_mass[5](0, 4), 366928.0797854496, 1e-12));
  CHECK(testing::is_near(found.radiation_damping[5](2, 2), 97043.26416431766, 1e-12));
  CHECK(testing::is_near((*found.added_mass_infinite)(2, 2), 137781.80340392378, 1e-12));
  CHECK(testing::is_near(found.excitation.values[0](0, 5), {31575.221322954596, 373749.8139641452},
                         1e-12));
  CHECK(testing::is_near(found.bodies[0].hydrostatic_stiffness(2, 2), 785734.1299265745, 1e-12));
}

TEST_CASE("OrcaFlex: units, conventions and origins of any kind come back as written",
          "[hydro][database][orcaflex]") {
  const Database written = vessel_sphere();
  OrcaflexWriting writing;
  SECTION("origins apart") {
    writing.reference_origin = Vector3(0.0, 0.0, -1.0);
    writing.rao_origin = Vector3(2.0, -1.0, 0.5);
    writing.phase_origin = Vector3(30.0, 12.0, 0.0);
  }
  SECTION("feet and kips, periods, phases that lag the trough") {
    writing.us_units = true;
    writing.waves = "period (s)";
    writing.phases = "lags";
    writing.zero = "trough";
    writing.rao_origin = Vector3(3.0, 0.0, 0.0);
  }
  SECTION("Hz, phases that lag an up-crossing, sway to starboard, double amplitudes") {
    writing.waves = "frequency (Hz)";
    writing.phases = "lags";
    writing.zero = "zero up-crossing";
    writing.sway_positive = "starboard";
    writing.wave_unit = "double amplitude";
  }
  check_same_vessel(written, read_vessel(testing::orcaflex_text(written, writing)));
}

TEST_CASE("OrcaFlex: a phase of 0 against each zero of the wave is what it says",
          "[hydro][database][orcaflex]") {
  Database written = vessel_sphere();
  for (MatrixXcd& force : written.excitation.values) force.setConstant(1e5);
  const std::string text = testing::orcaflex_text(written, {});
  const auto with = [&](const std::string& zero) {
    SourceOptions options;
    options.accepted_checks = {"all", "reference_point"};
    return read_vessel(testing::replaced(text, "Convention: crest", "Convention: " + zero), options)
        .excitation.values[0](2, 0);
  };
  // eta = cos(omega t): its up-crossing is a quarter of a period before the crest, F = cos(omega t + p).
  CHECK(testing::is_near(with("trough"), {-1e5, 0.0}));
  CHECK(testing::is_near(with("zero up-crossing"), {0.0, 1e5}));
  CHECK(testing::is_near(with("zero down-crossing"), {0.0, -1e5}));
}

TEST_CASE("OrcaFlex: a plane of symmetry adds the mirrored directions",
          "[hydro][database][orcaflex]") {
  const Database whole = vessel_sphere();
  Database half = whole;
  half.wave_directions = whole.wave_directions.head(7);  // 0 to 180 of 0 to 330 deg
  half.excitation.values.resize(7);
  OrcaflexWriting writing;
  writing.symmetry = "xz plane";
  const Database found = read_vessel(testing::orcaflex_text(half, writing));
  REQUIRE(found.wave_directions.size() == whole.wave_directions.size());
  for (Eigen::Index h = 0; h < found.wave_directions.size(); ++h) {
    for (Eigen::Index other = 0; other < whole.wave_directions.size(); ++other) {
      const double apart = found.wave_directions[h] - whole.wave_directions[other];
      if (std::abs(std::remainder(apart, 2.0 * std::numbers::pi)) > 1e-9) continue;
      const MatrixXcd& x = found.excitation.values[static_cast<std::size_t>(h)];
      const MatrixXcd& y = whole.excitation.values[static_cast<std::size_t>(other)];
      CHECK(x.topRows(5).isApprox(y.topRows(5), 1e-3));  // of panels that are symmetric
    }
  }
  writing.rao_origin = Vector3(0.0, 1.0, 0.0);
  CHECK_THAT(vessel_refusal(testing::orcaflex_text(half, writing)),
             Catch::Contains("must have its origins in the planes of symmetry"));
}

TEST_CASE("OrcaFlex: vessel types and draughts are chosen by name", "[hydro][database][orcaflex]") {
  const std::string text = testing::orcaflex_text(vessel_sphere(), {});
  const std::string draught = text.substr(text.find("      - Name: Full"));
  const std::string two = text + testing::replaced(draught, "Full", "Light");
  CHECK_THAT(vessel_refusal(two),
             Catch::Contains("must have one draught, or --draught must name one of: "
                             "Full, Light"));
  SourceOptions options;
  options.draught = "Light";
  CHECK(read_vessel(two, options).omega == read_vessel(text).omega);
  options.draught = "Empty";
  CHECK_THAT(vessel_refusal(two, options),
             Catch::Contains("--draught must name one of: Full, Light"));
  CHECK_THAT(vessel_refusal(text, options), Catch::Contains("--draught must be Full, is Empty"));
  const std::string types =
      text + testing::replaced(text.substr(text.find("  - Name: Hull")), "Hull", "Barge");
  CHECK_THAT(vessel_refusal(types), Catch::Contains("--body-name must name one of: Hull, Barge"));
  options.draught.clear();
  options.body_names = {"Barge"};
  CHECK(read_vessel(types, options).bodies[0].name == "Barge");
}

TEST_CASE("OrcaFlex: what is wrong in a vessel type is refused with its place and the rule",
          "[hydro][database][orcaflex]") {
  CHECK_THAT(vessel_refusal_with("CentreOfMass: [0, 0", "CentreOfMass: [0, 0,5"),
             Catch::Contains("must hold 3 numbers"));
  CHECK_THAT(vessel_refusal_with("CentreOfMass: [0, 0", "CentreOfMass: [0, NaN"),
             Catch::Contains("v.yml line 22 column 27 must be a number, is \"NaN\""));
  CHECK_THAT(vessel_refusal_with("CentreOfMass: [0, 0", "CentreOfMass: [0, *****"),
             Catch::Contains("column 27 must be a number, is \"*****\""));
  CHECK_THAT(vessel_refusal_with("DampingX, ", "DampX, "), Catch::Contains("with DampingX"));
  CHECK_THAT(vessel_refusal_with("AMDMethod: Frequency dependent", "AMDMethod: Constant"),
             Catch::Contains("must be Frequency dependent"));
  CHECK_THAT(vessel_refusal_with("Convention: leads", "Convention: follows"),
             Catch::Contains("must be RAOPhaseConvention of lags, leads"));
  CHECK_THAT(vessel_refusal_with("Symmetry: None", "Symmetry: Circular"),
             Catch::Contains("must be Symmetry of None, xz plane"));
  CHECK_THAT(vessel_refusal_with("UnitsSystem: SI", "UnitsSystem: User"),
             Catch::Contains("must have LengthUnits in General"));
  CHECK_THAT(vessel_refusal_with("RAODirection: 90", "RAODirection: 0"),
             Catch::Contains("must be another direction than those above"));
  CHECK_THAT(vessel_refusal_with("VesselTypes:", "MultibodyGroups:\n  - Name: Pair\nVesselTypes:"),
             Catch::Contains("must be without multibody groups"));
  CHECK_THAT(vessel_refusal_with("LoadRAOs:", "LoadRAO"), Catch::Contains("must be NAME: VALUE"));
  const std::string text = testing::orcaflex_text(vessel_sphere(), {});
  CHECK_THAT(vessel_refusal(text + text.substr(text.rfind("          - AMDPeriod"))),
             Catch::Contains("must have another frequency than line"));
  CHECK_THAT(vessel_refusal(text.substr(0, text.rfind(']'))),
             Catch::Contains("must close its bracket"));
  CHECK_THAT(vessel_refusal(text.substr(0, text.rfind("              - ["))),
             Catch::Contains("must have 6 rows, has 5"));
  CHECK_THAT(vessel_refusal(text.substr(0, text.find("        FrequencyDependent"))),
             Catch::Contains("with FrequencyDependentAddedMassAndDamping"));
  CHECK_THAT(vessel_refusal_with("HydrostaticStiffnessz,", "HydrostaticStiffness,"),
             Catch::Contains("with HydrostaticStiffnessz"));
  CHECK_THAT(vessel_refusal(testing::replaced(text, "  WaterDepth: Infinity\n", "")),
             Catch::Contains("must be imported with --depth"));
}
