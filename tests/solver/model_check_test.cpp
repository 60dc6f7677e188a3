#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

solver::Model pair_model() {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("a", 1.0, Vector3::Ones(), Vector3::Zero()),
                  weightless_body("b", 1.0, Vector3::Ones(), {9, 0, 0})};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "a";
  water.body2 = "b";
  model.added_mass_interactions = {water};
  return model;
}

solver::Model floating_pair() {
  return floating_model(
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5")),
      {Vector3(6.0, 25.0, 25.0)}, 0.1);
}

std::string paths_of(const solver::Model& model, const solver::ModelSource& source = {}) {
  std::string paths;
  for (const solver::Violation& violation : solver::check(model, source)) {
    paths += violation.path + ": " + violation.rule + ", got " + violation.value + "\n";
  }
  return paths;
}

}  // namespace

TEST_CASE("model check: models that follow the rules break none", "[solver][check]") {
  CHECK(paths_of(pair_model()).empty());
  CHECK(paths_of(floating_pair()).empty());
}

TEST_CASE("model check: every broken rule is reported, each with path, rule and value",
          "[solver][check]") {
  solver::Model model = pair_model();
  model.step_ns = 0;
  model.bodies[0].mass = -3.0;
  model.bodies[0].inertia(2, 2) = -1.0;
  model.bodies[1].name = "a";
  model.bodies[1].pose.position.y() = std::nan("");
  model.added_mass_interactions[0].body2 = "c";
  model.loads = {mooring("m", "d", Vector6::Zero(), Vector6::Zero())};
  model.inputs = {{"f", solver::ExternalForce{"e"}}};
  CHECK(paths_of(model) ==
        "bodies[1].name: must differ from bodies[0].name, got 'a'\n"
        "bodies[0].mass: must be positive and finite, got -3\n"
        "bodies[0].inertia: must be positive definite, got a principal moment of -1\n"
        "bodies[1].position[1]: must be finite, got nan\n"
        "added_mass_interactions[0].body2: must name a body of the model, got 'c'\n"
        "loads[0].linear_mooring.body: must name a body of the model, got 'd'\n"
        "inputs[0].external_force.body: must name a body of the model, got 'e'\n"
        "integration.step: must be positive, got 0 ns\n");
  CHECK_THROWS_WITH(solver::Simulation(model),
                    Catch::Contains("bodies[0].mass must be positive and finite, got -3\n"));
}

TEST_CASE("model check: shapes are found where the source of the model has them",
          "[solver][check]") {
  solver::Model model = pair_model();
  model.shapes.resize(2);
  model.shapes[0].name = "bow";
  for (solver::ContactShape& shape : model.shapes) {
    shape.material = "rubber";
    shape.geometry = solver::Sphere{1.0};
  }
  const std::string unnamed = ".name: must not be empty, got ''\n";
  const std::string unknown = ".material: must name a material of the model, got 'rubber'\n";
  CHECK(paths_of(model) == "shapes[1]" + unnamed + "shapes[0]" + unknown + "shapes[1]" + unknown);
  CHECK(paths_of(model, {{"bodies[1].shapes[3]", "shapes[0]"}, {}, {}}) ==
        "shapes[0]" + unnamed + "bodies[1].shapes[3]" + unknown + "shapes[0]" + unknown);
}

TEST_CASE("model check: of a load or an input without a kind only the name is checked",
          "[solver][check]") {
  solver::Model model = pair_model();
  model.bodies[0].mass = -40.0;  // what is reported elsewhere hides what a whole model must be
  model.added_mass_interactions[0].blocks.body1 = Matrix6::Identity();
  model.loads = {{"", solver::ConstantForce()}, {"b", solver::ConstantForce()}};
  model.inputs = {{"b", solver::ExternalForce()}};
  CHECK(paths_of(model, {{}, {0, 1}, {0}}) ==
        "bodies[0].mass: must be positive and finite, got -40\n"
        "loads[0].name: must not be empty, got ''\n"
        "loads[1].name: must differ from bodies[1].name, got 'b'\n"
        "inputs[0].name: must differ from bodies[1].name, got 'b'\n"
        "inputs[0].name: must differ from loads[1].name, got 'b'\n");
}

TEST_CASE("model check: bodies of a database are named once each, and exist", "[solver][check]") {
  solver::Model model = floating_pair();
  model.hydrodynamics[0].bodies[1].database_body = 2;
  CHECK(paths_of(model) ==
        "hydrodynamics[0].bodies[1].database_body: must be one of the 2 bodies of the database, "
        "got index 2\n");
  model.hydrodynamics[0].bodies[1].database_body = 0;
  CHECK(paths_of(model) ==
        "hydrodynamics[0].bodies[1].database_body: must differ from "
        "hydrodynamics[0].bodies[0].database_body, got index 0\n");
  model = floating_pair();
  model.hydrodynamics[0].bodies.pop_back();
  CHECK_THAT(paths_of(model), Catch::StartsWith("hydrodynamics[0].bodies: must name each of the 2 "
                                                "bodies of the database once, got 1 bodies"));
  model = floating_pair();
  model.hydrodynamics[0].added_mass_frequency = 99.0;
  CHECK_THAT(paths_of(model), Catch::StartsWith("hydrodynamics[0].added_mass.frequency: must lie "
                                                "within the frequencies of the database"));
}

TEST_CASE("model check: mass plus added mass that is not positive definite names body and dof",
          "[solver][check]") {
  solver::Model model = pair_model();
  model.added_mass_interactions[0].blocks.body2(1, 1) = -1.5;
  CHECK(paths_of(model) ==
        "bodies[1].mass: must make mass plus added mass positive definite, got body 'b' sway\n");
  // Held dofs take no part.
  model.bodies[1].free[1] = false;
  CHECK(paths_of(model).empty());
}

TEST_CASE("model check: mass plus added mass of a dof that is not positive says so, with the sum",
          "[solver][check]") {
  const std::string rule =
      "must keep the sum of mass and added mass of every dof positive; look at the signs and the "
      "units of the mass and of the added mass";
  solver::Model model = floating_pair();
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  model.hydrodynamics[0].database = database;
  (*database->added_mass_infinite)(8, 8) = -2.0 * model.bodies[1].mass;
  CHECK_THAT(paths_of(model), Catch::Contains("hydrodynamics[0].added_mass: " + rule + ", got -") &&
                                  Catch::Contains(" in body 'body2' heave\n") &&
                                  !Catch::Contains("symmetric") && !Catch::Contains("inf"));
  // an interaction of coefficients alone, beside a body of 1 kg
  model = pair_model();
  Matrix6& block = model.added_mass_interactions[0].blocks.body2;
  block(0, 0) = -3.0;
  block(0, 1) = 0.5;
  CHECK_THAT(paths_of(model),
             Catch::Contains(".body2_block: " + rule + ", got -2 in body 'b' surge\n"));
}

TEST_CASE("model check: asymmetric added mass is noted above half a percent, refused above five",
          "[solver][check]") {
  solver::Model model = floating_pair();
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  model.hydrodynamics[0].database = database;
  MatrixXd& A = *database->added_mass_infinite;
  A = (0.5 * (A + A.transpose())).eval();
  const auto scale = [&](Eigen::Index dof) {
    const solver::RigidBody& body = model.bodies[static_cast<std::size_t>(dof / 6)];
    return std::sqrt(A(dof, dof) + (dof % 6 < 3 ? body.mass : body.inertia(dof % 3, dof % 3)));
  };
  const double unit = scale(8) * scale(2);
  CHECK(solver::Simulation(model).findings().empty());
  A(8, 2) += 0.02 * unit;
  const Findings findings = solver::Simulation(model).findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "added_mass_asymmetric");
  CHECK(findings[0].value == Approx(0.02).epsilon(1e-9));
  CHECK_THAT(findings[0].message, Catch::Contains("body 'body2' heave and body 'body1' heave"));
  A(8, 2) += 0.05 * unit;
  CHECK(paths_of(model) ==
        "hydrodynamics[0].added_mass: must be symmetric within 0.05 of mass and added mass; "
        "`raftup import --symmetrise` makes it so, hydrodynamics[0].allow_asymmetric takes its "
        "symmetric part as it is, got 0.07 between body 'body2' heave and body 'body1' heave\n");
  model.hydrodynamics[0].allow_asymmetric = true;
  CHECK(paths_of(model).empty());
}

TEST_CASE("model check: what a static body's added mass is like does not matter",
          "[solver][check]") {
  solver::Model model = floating_pair();
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  model.hydrodynamics[0].database = database;
  MatrixXd& A = *database->added_mass_infinite;
  A = (0.5 * (A + A.transpose())).eval();
  const MatrixXd symmetric = A;
  model.bodies[1].motion = solver::Motion::kStatic;
  const double far = A.diagonal().cwiseAbs().maxCoeff() + model.bodies[0].mass;
  A(7, 6) += far;  // of the static body alone
  A(8, 2) += far;  // between both
  CHECK(paths_of(model).empty());
  const solver::Simulation simulation(model);
  for (const Finding& one : simulation.findings()) {
    CHECK(one.name != "added_mass_asymmetric");
  }
  A = symmetric;
  A(1, 0) += far;  // of the body that moves
  CHECK_THAT(paths_of(model),
             Catch::Contains("hydrodynamics[0].added_mass: must be symmetric within 0.05") &&
                 Catch::Contains("between body 'body1' sway and body 'body1' surge"));

  solver::Model given = pair_model();
  given.bodies[1].motion = solver::Motion::kStatic;
  solver::AddedMassInteraction& interaction = given.added_mass_interactions[0];
  REQUIRE(interaction.body2 == given.bodies[1].name);
  interaction.blocks.body2(0, 4) += 1e6;
  CHECK(paths_of(given).empty());
  interaction.blocks.body1(0, 4) += 1e6;
  CHECK_THAT(paths_of(given), Catch::Contains(".body1_block: must be symmetric within 0.05"));
}

TEST_CASE("model check: a sea of another depth than the database's is noted, an infinite one too",
          "[solver][check]") {
  solver::Model model = floating_pair();
  model.water_depth = 20.0;  // of alongside.h5: infinite
  const Findings findings = solver::Simulation(model).findings();
  const bool noted = std::any_of(findings.begin(), findings.end(), [](const Finding& one) {
    return one.name == "environment_differs" &&
           one.message.find("environment.water_depth must be that of the database") == 0;
  });
  CHECK(noted);
}

TEST_CASE("model check: waves that feel another bottom than the database's are refused",
          "[solver][check]") {
  solver::Model model = floating_pair();  // alongside.h5: infinite
  const double g = model.gravity;
  const auto in_waves = [&](double depth, std::vector<hydro::WaveComponent> waves) {
    model.water_depth = depth;
    model.sea = hydro::Sea(std::move(waves), depth, g, 0.0);
    return paths_of(model);
  };
  // omega = .6 rad/s: k h = 1.93 in 50 m and 3.7 in 100 m; sqrt(tanh 1.93) = .979, sqrt(tanh 3.7) =
  // 1
  CHECK(in_waves(100.0, {{0.6, 1.0, 0.0, 0.0}}).empty());
  const std::string refused = in_waves(50.0, {{0.6, 1.0, 0.0, 0.0}});
  CHECK_THAT(refused, Catch::StartsWith("hydrodynamics[0].database: must have the water_depth of "
                                        "the sea, environment.water_depth 50 m, or one in which"));
  CHECK_THAT(refused, Catch::Contains("got water_depth inf m: 100 % of the variance is off, by up "
                                      "to 2.2 %"));
  // swell of a hundredth of the variance is let through, of more not
  CHECK(in_waves(50.0, {{0.6, 0.099, 0.0, 0.0}, {1.2, 1.0, 0.0, 0.0}}).empty());
  CHECK_FALSE(in_waves(50.0, {{0.6, 0.11, 0.0, 0.0}, {1.2, 1.0, 0.0, 0.0}}).empty());
  // forces that waves do not make need no depth
  model.hydrodynamics[0].excitation_enabled = false;
  CHECK(in_waves(10.0, {{0.6, 1.0, 0.0, 0.0}}).empty());
}

TEST_CASE("model check: a body with generalised modes is refused", "[solver][check]") {
  solver::Model model = floating_pair();
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  database->bodies[1].generalised_modes = 2;
  model.hydrodynamics[0].database = database;
  CHECK(paths_of(model) ==
        "hydrodynamics[0].bodies[1].database_body: must be a rigid body, without generalised modes "
        "in the database's source, got 'supply' with 2\n");
}

TEST_CASE("model check: a velocity in a dof that is held is refused", "[solver][check]") {
  solver::Model model = pair_model();
  model.bodies[0].free[4] = false;
  model.bodies[0].angular_velocity = {0.0, 0.3, 0.0};
  CHECK(paths_of(model) ==
        "bodies[0].angular_velocity[1]: must be 0 in a dof that is not free, got 0.3\n");
}

TEST_CASE("model check: an elevation from where the database knows no waves is refused",
          "[solver][check]") {
  auto database = std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5"));
  // the first half of the circle only
  const Eigen::Index count = database->wave_directions.size() / 2;
  database->wave_directions.conservativeResize(count);
  solver::Model model = floating_model(database, {Vector3(6.0, 25.0, 25.0)}, 0.1);
  model.hydrodynamics[0].heading = 0.5;
  model.inputs = {
      {"waves", solver::WaveElevationInput{0.5 + database->wave_directions[count - 1]}}};
  CHECK(paths_of(model).empty());
  model.inputs = {{"waves", solver::WaveElevationInput{0.4}}};
  CHECK(paths_of(model) ==
        "inputs[0].wave_elevation.direction_deg: must lie within the directions of the database of "
        "hydrodynamics[0], 0 to 165 deg from its heading, got -5.72958 deg from it\n");
  model.hydrodynamics[0].excitation_enabled = false;
  CHECK(paths_of(model).empty());
}
