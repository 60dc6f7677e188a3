/// @file Constant coefficients of hydrodynamic groups: motions by closed forms (U14), reference
/// points (U15), what is refused.
#include <complex>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/transformation.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "tests/solver/interactions/matrix_numbers.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::ConstantCoefficients;
using solver::Simulation;

namespace {

constexpr std::array<bool, 6> kHeaveOnly{false, false, true, false, false, false};

/// The heave of two bodies as 12 x 12.
std::vector<double> of_heave(double a, double b, double c, double d) {
  MatrixXd matrix = MatrixXd::Zero(12, 12);
  matrix(2, 2) = a;
  matrix(2, 8) = b;
  matrix(8, 2) = c;
  matrix(8, 8) = d;
  return numbers(matrix);
}

/// Two weightless bodies that heave in water of constant coefficients (U14), the first released 1 m
/// above its rest.
solver::Model heaving_pair(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("a", 2e5, Vector3::Constant(1e6), {0, 0, 1}, kHeaveOnly),
                  weightless_body("b", 3e5, Vector3::Constant(1e6), {30, 0, 0}, kHeaveOnly)};
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.bodies = {{"a"}, {"b"}};
  group.bodies[0].rest_position = Vector3::Zero();
  group.coefficients.emplace();
  group.coefficients->added_mass = of_heave(1e5, -2e4, -2e4, 1.5e5);
  group.coefficients->damping = of_heave(4e4, 1e4, 1e4, 6e4);
  group.coefficients->stiffness = of_heave(8e5, 0.0, 0.0, 9e5);
  stand_without_database(group);
  model.hydrodynamics = {group};
  return model;
}

void check_heave(const solver::Model& model,
                 const std::vector<std::pair<double, std::array<double, 2>>>& expected) {
  Simulation simulation(model);
  for (const auto& [time, heave] : expected) {
    run(simulation, time - 1e-9 * static_cast<double>(simulation.time_ns()));
    CHECK(read_output(simulation, "a.displacement")[2] ==
          Approx(heave[0]).epsilon(0.0).margin(2e-9));
    CHECK(read_output(simulation, "b.displacement")[2] ==
          Approx(heave[1]).epsilon(0.0).margin(2e-9));
  }
}

/// About O (U15).
Matrix6 added_mass_about_point() {
  Matrix6 A = Matrix6::Zero();
  A.diagonal() << 8e6, 8e6, 1e7, 6e8, 9e8, 9e8;
  A(0, 4) = A(4, 0) = -5e7;
  A(1, 3) = A(3, 1) = 5e7;
  A(1, 5) = A(5, 1) = 2e6;
  A(2, 4) = A(4, 2) = -3e6;
  return A;
}

/// The same about the centre of mass, from an independent evaluation.
Matrix6 added_mass_about_center() {
  Matrix6 A = Matrix6::Zero();
  A.diagonal() << 8e6, 8e6, 1e7, 3.145e8, 6.4e8, 9.26e8;
  A(0, 4) = A(4, 0) = 1.4e7;
  A(0, 5) = A(5, 0) = 4e6;
  A(1, 3) = A(3, 1) = -1.4e7;
  A(1, 5) = A(5, 1) = -1.4e7;
  A(2, 3) = A(3, 2) = -5e6;
  A(2, 4) = A(4, 2) = 1.7e7;
  A(3, 4) = A(4, 3) = -8.5e6;
  A(3, 5) = A(5, 3) = 1.2e7;
  A(4, 5) = A(5, 4) = 7e6;
  return A;
}

const Vector3 kPoint(1.0, 0.0, 0.0), kCenter(3.0, 0.5, -8.0);  // m, model frame

/// A body in water of constant coefficients about O, that has been let go away from its rest.
solver::Model swinging_body() {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.bodies = {weightless_body("hull", 8e6, {6e8, 9e8, 9e8}, {0.5, -0.3, 0.8})};
  model.bodies[0].center_of_mass = kCenter;
  model.bodies[0].rest_pose = solver::Pose{};
  model.bodies[0].pose.attitude = solver::exponential({0.05, -0.08, 0.3});
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.bodies = {{"hull"}};
  group.bodies[0].reference_point = kPoint;
  Vector6 spring;
  spring << 2e6, 3e6, 4e6, 8e8, 9e8, 7e8;
  group.coefficients.emplace();
  group.coefficients->added_mass = numbers(added_mass_about_point());
  group.coefficients->damping = numbers(0.1 * added_mass_about_point());
  group.coefficients->stiffness = numbers(MatrixXd(spring.asDiagonal()));
  stand_without_database(group);
  model.hydrodynamics = {group};
  return model;
}

}  // namespace

TEST_CASE("constant coefficients: two bodies heave as their equations say (U14)",
          "[solver][interactions][analytic]") {
  const auto stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint);
  solver::Model model = heaving_pair(stepper == solver::StepperKind::kMidpoint ? 1e-4 : 2e-3);
  model.stepper = stepper;
  if (stepper == solver::StepperKind::kMidpoint) {  // of order 2
    Simulation simulation(model);
    run(simulation, 2.0);
    CHECK(read_output(simulation, "a.displacement")[2] ==
          Approx(-.869306405).epsilon(0.0).margin(2e-8));
    return;
  }
  check_heave(model, {{2.0, {-.869306405, .019547167}},
                      {5.0, {-.181000089, -.133867274}},
                      {10.0, {-.392229661, -.022031355}},
                      {20.0, {.049073187, .048280378}}});
  model.hydrodynamics[0].coefficients->quadratic_damping = of_heave(5e4, 2e4, 2e4, 7e4);
  check_heave(model, {{2.0, {-.719916331, .067835924}},
                      {5.0, {-.079592915, -.123759808}},
                      {10.0, {-.228047040, .009366340}},
                      {20.0, {.025729622, .054982331}}});
}

TEST_CASE("constant coefficients: the frequency domain has them (U14)",
          "[solver][interactions][linearisation]") {
  const solver::Model model = heaving_pair(0.01);
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
  const double omega = 1.3;
  MatrixXd A, B;
  linear.water().added_mass(omega, A);
  linear.water().radiation_damping(omega, B);
  const solver::LinearMatrices& matrices = linear.matrices();
  MatrixXcd Z(12, 12);
  Z.real() = matrices.restoring - omega * omega * (matrices.mass + A);
  Z.imag() = omega * (matrices.linear_damping + B);
  const std::vector<Eigen::Index> heave{2, 8};
  const Eigen::Matrix2cd of_heave = Z(heave, heave);
  const Eigen::Vector2cd X(std::polar(3e5, 0.4), std::polar(2e5, -0.9));
  const Eigen::Vector2cd x = of_heave.inverse() * X;
  CHECK(std::abs(x[0]) == Approx(1.028471549).epsilon(1e-9));
  CHECK(std::abs(x[1]) == Approx(1.289637936).epsilon(1e-9));
  CHECK(std::arg(x[0]) == Approx(.377333436).epsilon(0.0).margin(1e-9));
  CHECK(std::arg(x[1]) == Approx(-1.591029937).epsilon(0.0).margin(1e-9));
  CHECK(!linear.omega_range());
}

TEST_CASE("constant coefficients: additional ones come on top of a database",
          "[solver][interactions]") {
  solver::Model instead = heaving_pair(0.01);
  solver::Model beside = instead;
  solver::HydrodynamicGroup& group = beside.hydrodynamics[0];
  group.bodies[0].rest_position.reset();                               // the database says it
  auto database = std::make_shared<hydro::Database>(*group.database);  // about the same places
  database->bodies[0].center_of_gravity = {0.0, 0.0, 0.0};
  database->bodies[1].center_of_gravity = {30.0, 0.0, 0.0};
  MatrixXd A = MatrixXd::Zero(12, 12);
  A(2, 2) = 6e4;
  A(8, 8) = 5e4;
  database->added_mass_infinite = A;
  database->bodies[0].hydrostatic_stiffness(2, 2) = 3e5;
  group.database = database;
  group.additional = *group.coefficients;
  group.coefficients.reset();
  group.hydrostatics = solver::HydrostaticsMode::kLinear;
  group.additional->added_mass = of_heave(4e4, -2e4, -2e4, 1e5);
  group.additional->stiffness = of_heave(5e5, 0.0, 0.0, 9e5);
  Simulation one(instead), other(beside);
  run(one, 5.0);
  run(other, 5.0);
  for (const char* output : {"a.displacement", "b.displacement"}) {
    CHECK(read_output(one, output)[2] == Approx(read_output(other, output)[2]).epsilon(1e-12));
  }
}

TEST_CASE("constant coefficients: bodies may stand in another order than their database",
          "[solver][interactions]") {
  const solver::Model given = heaving_pair(0.01);
  solver::Model turned = given;
  solver::HydrodynamicGroup& group = turned.hydrodynamics[0];
  std::swap(group.bodies[0].body, group.bodies[1].body);
  std::swap(group.bodies[0].rest_position, group.bodies[1].rest_position);
  group.coefficients->added_mass = of_heave(1.5e5, -2e4, -2e4, 1e5);
  group.coefficients->damping = of_heave(6e4, 1e4, 1e4, 4e4);
  group.coefficients->stiffness = of_heave(9e5, 0.0, 0.0, 8e5);
  SECTION("of the list") {}
  SECTION("of the database") {
    std::swap(group.bodies[0].database_body, group.bodies[1].database_body);
  }
  Simulation one(given), other(turned);
  run(one, 5.0);
  run(other, 5.0);
  CHECK(read_output(one, "b.displacement")[2] ==
        Approx(read_output(other, "b.displacement")[2]).epsilon(1e-12));
}

TEST_CASE("reference point: coefficients about O come to the centre of mass (U15)",
          "[solver][interactions][analytic]") {
  const solver::Model model = swinging_body();
  const auto found = solver::constant_matrices(model, model.hydrodynamics[0]);
  REQUIRE(found);
  const Matrix6 expected = added_mass_about_center();
  CHECK((found->added_mass - expected).cwiseAbs().maxCoeff() <= 1e-12 * expected.maxCoeff());
  CHECK((found->damping - 0.1 * expected).cwiseAbs().maxCoeff() <= 1e-12 * expected.maxCoeff());

  hydro::Database filed;
  filed.bodies = {{"hull"}};
  filed.bodies[0].center_of_gravity = kCenter;
  filed.omega = VectorXd::LinSpaced(2, 1.0, 2.0);
  filed.wave_directions = VectorXd::Zero(1);
  filed.added_mass.assign(2, added_mass_about_point());
  MatrixXcd X = MatrixXcd::Zero(6, 2);
  X.col(0) << Complex(1, 2), 0.0, Complex(3, -1), 0.0, Complex(5, 1), 0.0;
  filed.excitation.values = {X};
  filed.sha256 = "digest";
  const hydro::Database moved = hydro::about_centers_of_gravity(filed, {kPoint});
  CHECK((moved.added_mass[0] - expected).cwiseAbs().maxCoeff() <= 1e-12 * expected.maxCoeff());
  VectorXcd force(6);
  force << Complex(1, 2), 0.0, Complex(3, -1), Complex(-1.5, 0.5), Complex(19, 15), Complex(0.5, 1);
  CHECK((moved.excitation.values[0].col(0) - force).cwiseAbs().maxCoeff() <= 1e-12);
  CHECK(moved.sha256 != filed.sha256);
  CHECK(hydro::about_centers_of_gravity(filed, {kCenter}).sha256 == filed.sha256);
}

TEST_CASE("reference point: a model moves the same by either point", "[solver][interactions]") {
  const solver::Model about_point = swinging_body();
  solver::Model about_center = about_point;
  solver::HydrodynamicGroup& group = about_center.hydrodynamics[0];
  const auto at_center = solver::constant_matrices(about_point, group).value();
  group.bodies[0].reference_point.reset();
  group.coefficients->added_mass = numbers(at_center.added_mass);
  group.coefficients->damping = numbers(at_center.damping);
  group.coefficients->stiffness = numbers(at_center.stiffness);
  CHECK(solver::digest(about_point) != solver::digest(about_center));
  Simulation one(about_point), other(about_center);
  run(one, 10.0);
  run(other, 10.0);
  const VectorXd here = read_output(one, "hull.displacement");
  const VectorXd there = read_output(other, "hull.displacement");
  CHECK(here.norm() > 0.01);
  CHECK((here - there).cwiseAbs().maxCoeff() < 1e-11);
}

// A wall of water is felt at the point that moves: a turn about O has no velocity there.
TEST_CASE("reference point: quadratic damping takes the velocity of the point",
          "[solver][interactions]") {
  solver::Model model = swinging_body();
  ConstantCoefficients& water = *model.hydrodynamics[0].coefficients;
  water = {};
  MatrixXd drag = MatrixXd::Zero(6, 6);
  drag(0, 0) = 1e6;
  water.quadratic_damping = numbers(drag);
  model.bodies[0].pose.attitude = Quaternion::Identity();
  model.bodies[0].angular_velocity = {0.0, 0.1, 0.0};
  // the centre of mass is 8 m below O: v_O = v_G + omega x r
  model.bodies[0].linear_velocity = {-0.8, 0.0, 0.2};
  Simulation still(model);
  CHECK(std::abs(read_output(still, "hull.linear_acceleration")[0]) < 1e-12);
  model.bodies[0].linear_velocity = {0.2, 0.0, 0.2};
  Simulation moving(model);
  CHECK(read_output(moving, "hull.linear_acceleration")[0] ==
        Approx(-1e6 / model.bodies[0].mass).epsilon(1e-12));
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
  CHECK(std::any_of(linear.mean().findings.begin(), linear.mean().findings.end(),
                    [](const Finding& finding) {
                      return finding.message.find("reference_point") != std::string::npos;
                    }));
}

TEST_CASE("constant coefficients: a yaw spring holds the heading", "[solver][interactions]") {
  solver::Model model = swinging_body();
  model.bodies[0].center_of_mass.setZero();
  model.bodies[0].pose = solver::Pose{Vector3::Zero(), yawed(0.4)};
  model.hydrodynamics[0].bodies[0].reference_point.reset();
  ConstantCoefficients& water = *model.hydrodynamics[0].coefficients;
  water = {};
  MatrixXd spring = MatrixXd::Zero(6, 6);
  spring(5, 5) = 9e8;  // with the inertia: 1 rad/s
  water.stiffness = numbers(spring);
  Simulation simulation(model);
  run(simulation, 2.0);
  CHECK(read_output(simulation, "hull.displacement")[5] ==
        Approx(0.4 * std::cos(2.0)).epsilon(0.0).margin(1e-7));
}

TEST_CASE("constant coefficients: energy changes by the power of what has no potential",
          "[solver][interactions][energy]") {
  solver::Model model = swinging_body();
  model.step_ns = nanoseconds(0.002);
  model.bodies[0].linear_velocity = {0.3, -0.2, 0.4};
  model.bodies[0].angular_velocity = {0.02, 0.03, -0.05};
  ConstantCoefficients& water = *model.hydrodynamics[0].coefficients;
  MatrixXd stiffness = 0.2 * added_mass_about_point();
  stiffness(0, 2) += 3e5;  // no potential has this part
  water.stiffness = numbers(stiffness);
  water.quadratic_damping = numbers(0.2 * added_mass_about_point());
  Simulation simulation(model);
  std::vector<double> energy, power;
  for (int step = 0; step < 5; ++step) {
    energy.push_back(read_output(simulation, "energy.kinetic")[0] +
                     read_output(simulation, "energy.potential")[0]);
    power.push_back(read_output(simulation, "energy.power")[0]);
    simulation.step();
  }
  const double rate = (8.0 * (energy[3] - energy[1]) - (energy[4] - energy[0])) / (12.0 * 0.002);
  CHECK(rate == Approx(power[2]).epsilon(1e-6));
}

TEST_CASE("constant coefficients: an image and a checkpoint go on bit for bit",
          "[solver][interactions][state]") {
  solver::Model model = swinging_body();
  model.hydrodynamics[0].coefficients->quadratic_damping = numbers(added_mass_about_point());
  solver::ModelImage image = solver::read_model_image(solver::write_model_image(model, nullptr));
  CHECK(solver::digest(image.model) == solver::digest(model));
  Simulation original(model), copy(std::move(image.model));
  run(original, 1.0);
  copy.restore(original.state());
  run(original, 1.0);
  run(copy, 1.0);
  CHECK(solver::serialize(original.state()) == solver::serialize(copy.state()));
}

TEST_CASE("constant coefficients: what is refused", "[solver][interactions]") {
  solver::Model model = heaving_pair(0.01);
  ConstantCoefficients& water = *model.hydrodynamics[0].coefficients;
  SECTION("matrices of another size") {
    water.damping.pop_back();
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("hydrodynamics[0].coefficients.damping must have 144 values, 6N x "
                               "6N row by row for N = 2 bodies"));
  }
  SECTION("nothing") {
    water = {};
    CHECK_THROWS_WITH(Simulation(model), Contains("coefficients must have added_mass, damping"));
  }
  SECTION("numbers that are none") {
    water.stiffness[3] = NAN;
    CHECK_THROWS_WITH(Simulation(model), Contains("coefficients.stiffness[3] must be finite"));
  }
  SECTION("an asymmetric added mass") {
    water.added_mass = of_heave(1e5, -2e4, 2e4, 1.5e5);
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("coefficients.added_mass must be symmetric within 0.05") &&
                          Contains("body 'b' heave"));
  }
  SECTION("mass and added mass that are not positive") {
    water.added_mass = of_heave(1e5, -4e5, -4e5, 1.5e5);
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("must make mass plus added mass positive definite"));
  }
  SECTION("damping that drives, unless it is allowed") {
    water.damping = of_heave(4e4, 1e5, 1e5, 6e4);
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("coefficients.damping must take energy out of every motion") &&
                          Contains("allow_active"));
    water.allow_active = true;
    const Findings findings = solver::find_notable(model);
    CHECK(std::any_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.name == "damping_negative"; }));
  }
  SECTION("what only a database has") {
    model.hydrodynamics[0].excitation_enabled = true;
    model.hydrodynamics[0].additional = water;
    CHECK_THROWS_WITH(Simulation(model),
                      Contains("hydrodynamics[0].excitation.enabled must be left out") &&
                          Contains("hydrodynamics[0].additional must be left out"));
  }
  SECTION("another frame than that of the heading") {
    model.hydrodynamics[0].frame = solver::HydroFrame::kBody;
    CHECK_THROWS_WITH(Simulation(model), Contains("added_mass.frame must be heading"));
  }
}
