/// @file The load hull: pressure, drag, lift and added mass of a mesh without a database (U16).
#include "solver/model/loads/hull.hpp"

#include <algorithm>
#include <cmath>

#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kStandardGravity = 9.80665;

solver::LoadMesh load_mesh(hydro::HullMesh mesh) {
  return {"mesh", std::make_shared<const hydro::HullMesh>(std::move(mesh))};
}

/// A body with a mesh in its model frame.
solver::Model hull_model(hydro::HullMesh mesh, double mass, const Vector3& position) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.gravity = kStandardGravity;
  model.water_density = kSeaWater;
  model.bodies = {weightless_body("body", mass, Vector3(1.0, 1.2, 1.5) * mass, position)};
  model.bodies[0].gravity = true;
  solver::HullLoad hull;
  hull.body = "body";
  hull.mesh = load_mesh(std::move(mesh));
  model.loads = {{"hull", hull}};
  return model;
}

solver::HullLoad& hull_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::HullLoad>();
}

/// The ball of U16, R .5 m and 700 kg, whose added mass is half of its water, 50 m deep.
solver::Model falling_ball(std::size_t rings) {
  solver::Model model = hull_model(ball_mesh(0.5, rings, 2 * rings), 700.0, {0.0, 0.0, -50.0});
  hull_of(model).ellipsoid = Vector3::Constant(0.5);
  return model;
}

/// Speed at 1 s, depth fallen at 3 s and speed at last of a ball.
struct Fall {
  double speed, depth, terminal;
};

Fall fall(const solver::Model& model) {
  Simulation simulation(model);
  const auto speed = [&] { return -read_output(simulation, "body.linear_velocity")[2]; };
  Fall found{};
  run(simulation, 1.0);
  found.speed = speed();
  run(simulation, 2.0);
  found.depth = -50.0 - read_output(simulation, "body.position")[2];
  run(simulation, 9.0);
  found.terminal = speed();
  return found;
}

/// A plate of 2 m2 with two faces of the same corners, normal to z.
hydro::HullMesh two_faced_plate() {
  const std::vector<Vector3> corners{
      {-1.0, -0.5, 0.0}, {1.0, -0.5, 0.0}, {1.0, 0.5, 0.0}, {-1.0, 0.5, 0.0}};
  return hydro::HullMesh(
      hydro::FiledTriangles(corners, {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}}),
      hydro::HullMesh::Form::kSurface);
}

/// The plate of U16 in 1.5 m/s along x, whose windward normal is (-sin, 0, cos) of an angle [deg].
solver::Model plate_at(double angle_deg, double z = -20.0) {
  solver::Model model = hull_model(two_faced_plate(), 100.0, {0.0, 0.0, z});
  model.bodies[0].gravity = false;
  model.bodies[0].pose.attitude = Eigen::AngleAxisd(-angle_deg * kPi / 180.0, Vector3::UnitY());
  model.current = hydro::Current({}, {Vector2(1.5, 0.0)});
  solver::HullLoad& hull = hull_of(model);
  hull.pressure = false;
  hull.normal_drag = 1.2;
  hull.lift = 1.5;
  hull.tangential_drag = 0.01;
  return model;
}

/// A box of 4 x 3 x 4 m that floats with a draught of 2 m, its center of mass in the water plane.
solver::Model floating_box_model() {
  return hull_model(box_mesh({-2.0, -1.5, -2.0}, {2.0, 1.5, 2.0}, 1.0), 24.0 * kSeaWater,
                    Vector3::Zero());
}

std::vector<std::string> broken_rules(const solver::Model& model) {
  std::vector<std::string> found;
  for (const solver::Violation& violation : solver::check(model)) {
    found.push_back(violation.path + " " + violation.rule);
  }
  return found;
}

}  // namespace

TEST_CASE("hull: a ball falls as its drag and added mass say (U16)", "[solver][loads][analytic]") {
  struct Case {
    double normal, suction, tangential, terminal, speed, depth;
  };
  const auto given = GENERATE(Case{1.0, 0.0, 0.0, 2.820924860, 1.487262030, 5.268389646},
                              Case{0.5, 0.3, 0.004, 3.117377951, 1.514400917, 5.517942979});
  std::vector<double> errors;
  for (const std::size_t rings : {16U, 32U}) {  // 960 and 3968 triangles
    solver::Model model = falling_ball(rings);
    hull_of(model).normal_drag = given.normal;
    hull_of(model).suction = given.suction;
    hull_of(model).tangential_drag = given.tangential;
    const Fall found = fall(model);
    CHECK(found.terminal == Approx(given.terminal).epsilon(0.01));
    CHECK(found.speed == Approx(given.speed).epsilon(0.01));
    CHECK(found.depth == Approx(given.depth).epsilon(0.01));
    errors.push_back(std::abs(found.terminal - given.terminal));
  }
  CHECK(errors[0] / errors[1] == Approx(4.0).epsilon(0.05));  // order 2
}

TEST_CASE("hull: a thin plate with two faces is dragged and lifted (U16)",
          "[solver][loads][analytic]") {
  const auto [angle, x, z] = GENERATE(std::array{20.0, 148.997350, -1402.103750},
                                      std::array{60.0, 1803.309604, -2525.779460});
  Simulation simulation(plate_at(angle));
  const VectorXd force = read_output(simulation, "hull.force");
  CHECK(force[0] == Approx(x).epsilon(1e-8));
  CHECK(force[2] == Approx(z).epsilon(1e-8));
  CHECK(std::abs(force[1]) < 1e-9);
  CHECK(force.tail<3>().norm() < 1e-9);
  CHECK((read_output(simulation, "hull.drag") - force.head<3>()).norm() < 1e-12 * force.norm());
  CHECK(read_number(simulation, "hull.wet_area") == Approx(4.0).epsilon(1e-14));
  CHECK(read_number(simulation, "hull.displaced_volume") == 0.0);
}

TEST_CASE("hull: what is dry feels nothing, half of an upright plate half of the force",
          "[solver][loads]") {
  Simulation dry(plate_at(20.0, 3.0));
  CHECK(read_output(dry, "hull.force").norm() == 0.0);
  CHECK(read_number(dry, "hull.wet_area") == 0.0);
  Simulation whole(plate_at(90.0)), half(plate_at(90.0, 0.0));
  const VectorXd force = read_output(half, "hull.force");
  CHECK(read_number(half, "hull.wet_area") == Approx(2.0).epsilon(1e-12));
  CHECK(force[0] == Approx(0.5 * read_output(whole, "hull.force")[0]).epsilon(1e-12));
  CHECK(force[4] == Approx(-0.5 * force[0]).epsilon(1e-12));  // in the middle of 1 m below water

  solver::Model box = floating_box_model();
  box.bodies[0].pose.position.z() = 3.0;
  hull_of(box).normal_drag = 1.0;
  box.bodies[0].linear_velocity = {3.0, 1.0, -2.0};
  Simulation above(box);
  CHECK(read_output(above, "hull.force").norm() == 0.0);
}

TEST_CASE("hull: a box heaves with its period (U16) and keeps its energy",
          "[solver][loads][analytic]") {
  solver::Model model = floating_box_model();
  model.bodies[0].free = {false, false, true, false, false, false};
  model.bodies[0].pose.position.z() = 0.1;
  model.step_ns = nanoseconds(0.005);
  Simulation simulation(model);
  const auto energy = [&] {
    return read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
  };
  const double before = energy();
  constexpr double kPeriod = 2.837491233;
  run(simulation, 2.84);
  const double omega = 2.0 * kPi / kPeriod;
  CHECK(read_output(simulation, "body.position")[2] ==
        Approx(0.1 * std::cos(omega * 2.84)).epsilon(0.0).margin(1e-9));
  CHECK(read_output(simulation, "body.linear_velocity")[2] ==
        Approx(-0.1 * omega * std::sin(omega * 2.84)).epsilon(0.0).margin(1e-8));
  CHECK(energy() ==
        Approx(before).epsilon(0.0).margin(1e-6));  // of 24 kJ by which the energy swings
  CHECK(read_number(simulation, "hull.displaced_volume") ==
        Approx(12.0 * (2.0 - read_output(simulation, "body.position")[2])).epsilon(1e-12));
}

TEST_CASE("hull: the linear model has the hydrostatics of a box in closed form, and its A",
          "[solver][loads][linearisation][analytic]") {
  solver::Model model = floating_box_model();
  hull_of(model).ellipsoid = Vector3(3.0, 1.5, 1.0);
  const auto linear = linearized(model);
  const MatrixXd& C = linear.matrices().restoring;
  const double weight = kSeaWater * kStandardGravity;
  CHECK(C(2, 2) == Approx(weight * 12.0).epsilon(1e-7));
  CHECK(C(3, 3) == Approx(weight * (4.0 * 27.0 / 12.0 - 24.0)).epsilon(1e-7));
  CHECK(C(4, 4) == Approx(weight * (3.0 * 64.0 / 12.0 - 24.0)).epsilon(1e-7));
  CHECK(std::abs(C(5, 5)) < 1e-6 * C(2, 2));
  const auto says = [](const solver::Linearization& of, const std::string& sentence) {
    return std::any_of(of.mean().findings.begin(), of.mean().findings.end(),
                       [&](const Finding& finding) { return finding.message == sentence; });
  };
  const std::string limit =
      "hull hull: its drag is that of small motions in the mean flow, the drag of waves is left "
      "out";
  CHECK_FALSE(says(linear, limit));
  hull_of(model).normal_drag = 1.0;
  const auto dragged = linearized(model);
  CHECK(says(dragged, limit));
}

TEST_CASE("hull: its ellipsoid stands in the system matrix, about the middle of the mesh",
          "[solver][loads][analytic]") {
  solver::Model model = hull_model(ball_mesh(1.0, 8, 8), 500.0, {0.0, 0.0, -50.0});
  model.bodies[0].gravity = false;
  model.bodies[0].pose.attitude = Eigen::AngleAxisd(0.7, Vector3(1.0, 2.0, -1.0).normalized());
  hull_of(model).ellipsoid = Vector3(3.0, 1.5, 1.0);
  const double water = kSeaWater * 18.849555922;
  const auto own = [&] { return model.loads[0].description().own_added_mass(model)->matrix; };
  CHECK(own()(0, 0) == Approx(0.158078126 * water).epsilon(1e-6));
  CHECK(own()(5, 5) == Approx(7.695268000 * kSeaWater).epsilon(1e-6));
  model.bodies[0].center_of_mass = {0.0, 0.0, 2.0};  // above the middle of the mesh
  CHECK(own()(4, 4) == Approx(22.885445165 * kSeaWater + 4.0 * 0.158078126 * water).epsilon(1e-6));
  CHECK(own()(0, 4) == Approx(-2.0 * 0.158078126 * water).epsilon(1e-6));

  model.bodies[0].center_of_mass.setZero();
  hull_of(model).pressure = false;
  model.bodies[0].linear_velocity = {1.0, -0.5, 0.3};
  model.bodies[0].angular_velocity = {0.2, 0.5, -0.4};
  Simulation tumbling(model);
  const double before = read_number(tumbling, "energy.kinetic");
  run(tumbling, 10.0);
  CHECK(read_number(tumbling, "energy.kinetic") == Approx(before).epsilon(1e-8));  // Kirchhoff
  CHECK(std::abs(read_number(tumbling, "energy.power")) < 1e-9 * before);
}

TEST_CASE("hull: long waves drive a small ball with the inertia of its water and of A",
          "[solver][loads][analytic]") {
  solver::Model model = falling_ball(32);
  model.bodies[0].pose.position.z() = -5.0;
  hull_of(model).froude_krylov = true;
  constexpr double kOmega = 0.8, kAmplitude = 0.5;
  model.sea =
      hydro::Sea({{kOmega, kAmplitude, 0.0, 0.0}}, {model.water_depth, kStandardGravity, {}}, 0.0);
  const double k = kOmega * kOmega / kStandardGravity;
  Simulation simulation(model);
  const double water = kSeaWater * 4.0 / 3.0 * kPi * 0.125;
  const VectorXd force = read_output(simulation, "hull.force");
  hull_of(model).froude_krylov = false;
  Simulation still(model);
  const double buoyancy = read_output(still, "hull.force")[2];
  CHECK(buoyancy == Approx(water * kStandardGravity).epsilon(0.005));  // mesh within the ball
  // At a crest, by Wheeler's profile: u' is down. The ball is small: (kR)^2 is .1 %.
  const double acceleration = -kAmplitude * kOmega * kOmega * std::exp(-(5.0 + kAmplitude) * k);
  CHECK(force[2] - buoyancy == Approx(1.5 * water * acceleration).epsilon(0.005));
  CHECK(std::abs(force[0]) < 1e-9 * std::abs(force[2]));
}

TEST_CASE("hull: the linear model has the waves of the run", "[solver][loads][linearisation]") {
  solver::Model model = hull_model(box_mesh({-4, -2, -1.5}, {4, 2, 1.5}, 0.5),
                                   kSeaWater * 8.0 * 4.0 * 1.5, {30.0, -7.0, 0.0});
  model.water_depth = 12.0;
  hull_of(model).froude_krylov = true;
  hull_of(model).ellipsoid = Vector3(4.0, 2.0, 1.5);
  constexpr double kOmega = 1.3, kSmall = 1e-4, kDirection = 0.4, kPhase = 0.7;
  const solver::WaveForces X =
      linearized(model, solver::OperatingPoint::kRest)
          .waves()
          .at({VectorXd::Constant(1, kOmega), VectorXd::Constant(1, kDirection), false});
  model.sea = hydro::Sea({{kOmega, kSmall, kPhase, kDirection}}, {12.0, kStandardGravity, {}}, 0.0);
  Simulation run_of_model(model);
  const VectorXd force = read_output(run_of_model, "body.force.excitation") / kSmall;
  const VectorXcd expected = X.force[0].col(0) * std::polar(1.0, kPhase);
  // The run stretches waves of .1 mm; its series of waves has an error of 1e-5.
  CHECK((force - expected.real()).norm() < 3e-4 * expected.norm());
}

TEST_CASE("hull: waves and a current that varies with depth flow past it", "[solver][loads]") {
  solver::Model model = plate_at(90.0, -3.0);
  hull_of(model).lift = hull_of(model).tangential_drag = 0.0;
  model.sea = hydro::Sea({{1.2, 0.3, 0.0, 0.0}}, {model.water_depth, kStandardGravity, {}}, 0.0);
  model.current = {};
  const double k = 1.2 * 1.2 / kStandardGravity;
  Simulation in_waves(model);
  // Triangles of 1 m2 with centroids 1/3 m above and below; Wheeler's profile at a crest.
  double expected = 0.0;
  for (const double z : {-3.0 - 1.0 / 3.0, -3.0 + 1.0 / 3.0}) {
    const double u = 1.2 * 0.3 * std::exp(k * (z - 0.3));
    expected += 0.5 * kSeaWater * 1.2 * u * u;
  }
  CHECK(read_output(in_waves, "hull.force")[0] == Approx(expected).epsilon(1e-6));
  model.sea.reset();
  model.current = hydro::Current({0.0, 6.0}, {Vector2(2.0, 0.0), Vector2(0.0, 0.0)});
  expected = 0.0;
  for (const double z : {-3.0 - 1.0 / 3.0, -3.0 + 1.0 / 3.0}) {
    const double u = 2.0 + z / 3.0;
    expected += 0.5 * kSeaWater * 1.2 * u * u;
  }
  Simulation in_shear(model);
  CHECK(read_output(in_shear, "hull.force")[0] == Approx(expected).epsilon(1e-12));
}

TEST_CASE("hull: the current of a stage flows past it, also where there are no waves",
          "[solver][loads]") {
  solver::Model model = plate_at(90.0);
  model.bodies[0].free.fill(false);
  model.current = GENERATE(hydro::Current({}, {Vector2(1.5, 0.0)}),
                           hydro::Current({0.0, 40.0}, {Vector2(1.5, 0.0), Vector2(1.5, 0.0)}));
  solver::Stage still, flows;
  still.name = "still";
  still.duration = 0.5;
  still.current = hydro::Presence::kOff;
  flows.name = "flows";
  flows.duration = 1.0;
  model.course.stages = {still, flows};
  Simulation simulation(model);
  CHECK(read_output(simulation, "hull.drag").norm() == 0.0);
  run(simulation, 0.6);
  CHECK(read_output(simulation, "hull.drag")[0] ==
        Approx(0.5 * kSeaWater * 1.2 * 2.0 * 1.5 * 1.5).epsilon(1e-9));
}

TEST_CASE("hull: goes on from a state with the same bytes, and its mesh is in the digest",
          "[solver][loads][state]") {
  solver::Model model = floating_box_model();
  solver::HullLoad& hull = hull_of(model);
  hull.normal_drag = 1.0;
  hull.lift = 0.4;
  hull.tangential_drag = 0.02;
  hull.froude_krylov = true;
  hull.ellipsoid = Vector3(2.0, 1.5, 2.0);
  model.bodies[0].pose.attitude = solver::exponential({0.2, -0.3, 0.5});
  model.bodies[0].linear_velocity = {1.0, 0.5, -0.3};
  model.sea = hydro::Sea({{1.2, 0.3, 0.4, 0.2}}, {model.water_depth, kStandardGravity, {}}, 0.0);
  Simulation simulation(model);
  run(simulation, 1.0);
  const solver::State kept = simulation.state();
  run(simulation, 1.0);
  const std::string first = solver::serialize(simulation.state());
  Simulation fresh(model);
  fresh.restore(solver::deserialize(solver::serialize(kept)));
  run(fresh, 1.0);
  CHECK(solver::serialize(fresh.state()) == first);

  solver::Model other = model;
  hull_of(other).mesh = load_mesh(box_mesh({-2.0, -1.5, -2.0}, {2.0, 1.5, 2.1}, 1.0));
  CHECK(Simulation(other).state().model_digest != kept.model_digest);
}

TEST_CASE("hull: what it cannot be is refused", "[solver][loads]") {
  using Catch::Matchers::VectorContains;
  const auto refuses = [](const solver::Model& model, const std::string& rule) {
    CHECK_THAT(broken_rules(model), VectorContains("loads[0].hull." + rule));
  };
  solver::Model model = floating_box_model();
  CHECK(broken_rules(model).empty());
  hull_of(model).mesh = load_mesh(two_faced_plate());
  refuses(model, "mesh must enclose a volume where pressure acts; a plate has pressure: false");
  std::vector<hydro::MeshTriangle> sides = box_mesh({-1, -1, -1}, {1, 1, 1}, 2.0).triangles();
  const std::vector<Vector3> corners = box_mesh({-1, -1, -1}, {1, 1, 1}, 2.0).vertices();
  sides.pop_back();
  hull_of(model).mesh = load_mesh(hydro::HullMesh(corners, sides));
  model.bodies[0].pose.position.z() = -5.0;
  refuses(model, "mesh must be closed, or have its open edges dry at t = 0, where pressure acts");
  hull_of(model).mesh = {};
  refuses(model, "mesh must be given");
  model = floating_box_model();
  hull_of(model).normal_drag = -1.0;
  refuses(model, "normal_drag must not be negative and must be finite");
  model = floating_box_model();
  hull_of(model).added_mass = 1e4 * Matrix6::Identity();
  CHECK(broken_rules(model).empty());
  hull_of(model).ellipsoid = Vector3::Ones();
  refuses(model, "ellipsoid must be left out beside added_mass: one of them");
  hull_of(model).ellipsoid = Vector3(1.0, -1.0, 1.0);
  refuses(model, "ellipsoid[1] must be positive and finite");
  hull_of(model).ellipsoid.reset();
  (*hull_of(model).added_mass)(0, 4) = 1e4;
  refuses(model, "added_mass must be symmetric within 0.05 of mass and added mass");
  (*hull_of(model).added_mass)(0, 4) = 0.0;
  (*hull_of(model).added_mass)(2, 2) = -1e3;
  refuses(model, "added_mass must be positive semidefinite");
}

TEST_CASE("hull: drag and lift alone act on a body of a hydrodynamic group", "[solver][loads]") {
  solver::Model model = box_model({4.0, 3.0, 2.0});
  const std::string body = model.bodies[0].name;
  model.current = hydro::Current({}, {Vector2(1.0, 0.0)});
  solver::HullLoad hull;
  hull.body = body;
  hull.mesh = load_mesh(box_mesh({-2.0, -1.5, -2.0}, {2.0, 1.5, 1.0}, 3.0));
  hull.normal_drag = 1.0;
  model.loads = {{"hull", hull}};
  Simulation simulation(model);
  const VectorXd force = read_output(simulation, "hull.force");
  CHECK(force[0] == Approx(0.5 * model.water_density * 6.0).epsilon(1e-12));
  CHECK(force[2] == 0.0);
  solver::HullLoad& given = hull_of(model);
  given.pressure = true;
  given.ellipsoid = Vector3::Ones();
  const std::vector<std::string> found = broken_rules(model);
  REQUIRE(found.size() == 2);
  CHECK(found[0] ==
        "loads[0].hull.pressure must be left out on a body of a hydrodynamic group, "
        "which has it: drag and lift alone act there");
}

TEST_CASE("hull: an ellipsoid near the surface or the bottom is a finding", "[solver][loads]") {
  solver::Model model = falling_ball(8);
  const auto findings = [&] { return Simulation(model).load_findings(); };
  CHECK(findings().empty());
  model.bodies[0].pose.position.z() = -0.9;
  REQUIRE(findings().size() == 1);
  CHECK(findings()[0].name == "ellipsoid_near_boundary");
  CHECK(findings()[0].value == Approx(0.9));
  model.bodies[0].pose.position.z() = -50.0;
  hull_of(model).ellipsoid.reset();
  hull_of(model).added_mass = 1e3 * Matrix6::Identity();
  CHECK(findings().empty());
  (*hull_of(model).added_mass)(0, 4) = 30.0;
  REQUIRE(findings().size() == 1);
  CHECK(findings()[0].name == "added_mass_asymmetric");
}
