/// @file Radiation of memory constant: A and B of one frequency.
#include "hydro/database/checks/checks.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/solver/interactions/matrix_numbers.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;

namespace {

constexpr double kBuoyMass = 1e5, kBuoyStiffness = 2e5;

/// Added mass and damping of surge and heave at .5, 1 and 2 rad/s, without buoyancy.
hydro::Database buoy() {
  hydro::Database water;
  water.bodies = {{"buoy"}};
  water.bodies[0].hydrostatic_stiffness(2, 2) = kBuoyStiffness;
  water.omega = Eigen::Vector3d(0.5, 1.0, 2.0);
  for (const double factor : {1.0, 1.5, 0.8}) {
    MatrixXd A = MatrixXd::Zero(6, 6), B = MatrixXd::Zero(6, 6);
    A(0, 0) = 4e4 * factor;
    A(2, 2) = 6e4 * factor;
    A(0, 2) = A(2, 0) = 1e4;
    B(0, 0) = 1e4 * factor;
    B(2, 2) = 3e4 * factor;
    B(0, 2) = B(2, 0) = 5e3 * factor;
    water.added_mass.push_back(A);
    water.radiation_damping.push_back(B);
  }
  water.added_mass_infinite = water.added_mass.back();
  return water;
}

solver::Model floating_buoy(hydro::Database water) {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.bodies = {weightless_body("buoy", kBuoyMass, Vector3::Constant(1e6), {0, 0, 0.5},
                                  {true, false, true, false, false, false})};
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.database = std::make_shared<const hydro::Database>(hydro::make_database(std::move(water)));
  group.bodies = {{"buoy"}};
  group.radiation.form = hydro::RadiationForm::kConstant;
  group.radiation.frequency = 0.75;
  group.excitation_enabled = false;
  model.hydrodynamics = {group};
  return model;
}

}  // namespace

TEST_CASE("constant radiation: moves a body as its A and B of that frequency do",
          "[solver][interactions][radiation]") {
  const hydro::Database water = buoy();
  const solver::Model model = floating_buoy(water);
  solver::Model given = model;
  solver::HydrodynamicGroup& group = given.hydrodynamics[0];
  group.radiation.frequency.reset();
  const MatrixXd A = 0.5 * (water.added_mass[0] + water.added_mass[1]);  // .75 is halfway
  const MatrixXd B = 0.5 * (water.radiation_damping[0] + water.radiation_damping[1]);
  group.coefficients.emplace();
  group.coefficients->added_mass = numbers(A);
  group.coefficients->damping = numbers(B);
  group.coefficients->stiffness = numbers(MatrixXd(water.bodies[0].hydrostatic_stiffness));
  stand_without_database(group);
  given.bodies[0].rest_pose = solver::Pose{};
  Simulation one(model), other(given);
  run(one, 10.0);
  run(other, 10.0);
  for (const char* output : {"buoy.position", "buoy.linear_velocity"}) {
    CHECK((read_output(one, output) - read_output(other, output)).norm() < 1e-12);
  }
  CHECK(read_output(one, "buoy.force.radiation").norm() > 1.0);
  CHECK(one.radiation_reports()[0].form == hydro::RadiationForm::kConstant);

  // In the frequency domain it is the file at that frequency, whatever the wave.
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
  for (const double omega : {0.75, 1.8}) {
    MatrixXd found_A, found_B;
    linear.water().added_mass(omega, found_A);
    linear.water().radiation_damping(omega, found_B);
    CHECK((found_A - A).cwiseAbs().maxCoeff() < 1e-9);
    CHECK((found_B - B).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("constant radiation: a damping that drives is clipped, unless as filed",
          "[solver][interactions][radiation]") {
  hydro::Database water = buoy();
  water.added_mass[1] = water.added_mass[0];
  water.radiation_damping[0](0, 2) = water.radiation_damping[0](2, 0) = 4e4;
  water.radiation_damping[1] = water.radiation_damping[0];
  hydro::RadiationOptions options;
  options.form = hydro::RadiationForm::kConstant;
  options.frequency = 0.75;
  const auto repaired = hydro::make_radiation_model(water, options, 0.1, nullptr);
  // scaled by the roots of 1e4 and 3e4: [1 c; c 1], c = 4/sqrt 3, and [(1 + c)/2, ..] without 1 - c
  const double part = 0.5 * (1.0 + 4.0 / std::sqrt(3.0));
  const MatrixXd B = repaired.memory->radiation_damping(0.75);
  CHECK(B(0, 0) == Approx(1e4 * part).epsilon(1e-12));
  CHECK(B(2, 2) == Approx(3e4 * part).epsilon(1e-12));
  CHECK(B(0, 2) == Approx(std::sqrt(3e8) * part).epsilon(1e-12));
  REQUIRE(repaired.report.findings.size() == 1);
  CHECK(repaired.report.findings[0].name == "radiation_damping_clipped");
  options.data = hydro::RadiationData::kAsFiled;
  const auto filed = hydro::make_radiation_model(water, options, 0.1, nullptr);
  CHECK(filed.memory->radiation_damping(1.0) == water.radiation_damping[0]);
}

TEST_CASE("constant radiation: waves of other frequencies are said",
          "[solver][interactions][radiation]") {
  solver::Model model = floating_buoy(buoy());
  const auto said = [&](double omega) {
    model.sea = hydro::Sea({{omega, 1.0, 0.0, 0.0}}, model.water_depth, 9.81, 0.0);
    const Findings findings = solver::find_notable(model);
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.name == "radiation_frequency" &&
             finding.message.find("100 % of the variance") != std::string::npos;
    });
  };
  CHECK(!said(0.75));
  CHECK(!said(0.755));
  CHECK(said(0.9));
}

TEST_CASE("constant radiation: what is refused", "[solver][interactions][radiation]") {
  solver::Model model = floating_buoy(buoy());
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  SECTION("no frequency") {
    group.radiation.frequency.reset();
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("hydrodynamics[0].radiation.frequency must be given where "
                               "radiation.memory is constant"));
  }
  SECTION("a frequency that the file has not") {
    group.radiation.frequency = 2.5;
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("radiation.frequency must lie within the frequencies of the "
                               "database, 0.5 to 2 rad/s") &&
                          Contains("2.5"));
  }
  SECTION("a frequency of another memory") {
    group.radiation.form = hydro::RadiationForm::kNone;
    CHECK_THROWS_WITH(Simulation(model), Contains("radiation.frequency must be left out"));
  }
  SECTION("another frequency of added mass") {
    group.added_mass_frequency = 1.0;
    CHECK_THROWS_WITH(Simulation(model), Contains("added_mass.frequency must be left out"));
  }
  SECTION("a file without damping") {
    hydro::Database water = buoy();
    water.radiation_damping.clear();
    group.database = std::make_shared<const hydro::Database>(water);
    CHECK_THROWS_WITH(Simulation(model), Contains("no radiation damping per frequency"));
  }
}
