/// @file Drag in a current and the force of the wind.
#include <cmath>

#include "solver/linearisation/linearisation.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/wind_force.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::FlowCoefficients;
using solver::FlowTable;
using solver::Simulation;

namespace {

/// A tanker's wind, from 30 deg on the starboard bow at 20 m/s.
solver::Model tanker_in_wind() {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("tanker", 1e8, {1e9, 1e11, 1e11}, {0, 0, 0})};
  model.wind.emplace().climate.speed = 20.0;
  model.wind->direction = 150.0 * kDegree;
  solver::WindForce wind;
  wind.body = "tanker";
  wind.frontal_area = 900.0;
  wind.lateral_area = 3000.0;
  wind.length = 250.0;
  wind.centroid = {5.0, 8.0};
  wind.ship = solver::WindShip::kTankerLoaded;
  model.loads = {{"wind", wind}};
  return model;
}

/// A hull with drag alike in all directions and a box's cross-flow.
solver::Model hull_in_current(const Vector2& current) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_density = 1000.0;
  model.current = hydro::Current({}, {current});
  model.bodies = {weightless_body("hull", 2e5, {1e6, 2e6, 2e6}, {0, 0, 0})};
  solver::CurrentDrag drag;
  drag.body = "hull";
  drag.length = 20.0;
  drag.breadth = 4.0;
  drag.draught = 2.0;
  FlowTable& table = drag.coefficients.emplace();
  table.direction_deg = {0.0, 90.0, 180.0, 270.0};
  table.surge = {1.0, 0.0, -1.0, 0.0};
  table.sway = {0.0, 0.8, 0.0, -0.8};
  drag.yaw_drag = 0.8;
  model.loads = {{"drag", drag}};
  return model;
}

solver::CurrentDrag& drag_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::CurrentDrag>();
}

}  // namespace

// Values computed independently from the formulas.
TEST_CASE("wind force: Blendermann's loaded tanker", "[solver][loads][wind]") {
  const solver::Blendermann ship(solver::WindShip::kTankerLoaded, 900.0, 3000.0, 250.0, {5.0, 8.0});
  const auto check = [](const solver::WindCoefficients& at, double x, double y, double k,
                        double n) {
    CHECK(at.surge == Approx(x).epsilon(0.0).margin(5e-7));
    CHECK(at.sway == Approx(y).epsilon(0.0).margin(5e-7));
    CHECK(at.roll == Approx(k).epsilon(0.0).margin(5e-7));
    CHECK(at.yaw == Approx(n).epsilon(0.0).margin(5e-7));
  };
  check(ship.at(30.0 * kDegree), -0.858530, 0.385523, 0.796748, 0.080380);
  check(ship.at(135.0 * kDegree), 0.459083, 0.584287, 1.207527, -0.070916);
  check(ship.at(-135.0 * kDegree), 0.459083, -0.584287, -1.207527, 0.070916);

  Simulation simulation(tanker_in_wind());
  const VectorXd force = read_output(simulation, "wind.force");
  CHECK(force[0] == Approx(-189305.9).epsilon(1e-6));
  CHECK(force[1] == Approx(283359.6).epsilon(1e-6));
  CHECK(force[5] == Approx(14769802.0).epsilon(1e-6));
  CHECK(force[3] == Approx(-3.1 * 8.0 * force[1]).epsilon(1e-12));  // heels to port, the lee
  CHECK(force[4] == Approx(8.0 * force[0]).epsilon(1e-12));
  CHECK(read_output(simulation, "wind.flow_speed")[0] == Approx(20.0).epsilon(1e-14));
  CHECK(read_output(simulation, "wind.flow_direction")[0] == Approx(150.0 * kDegree));
}

TEST_CASE("wind force: gusts, and a ship that runs before the wind", "[solver][loads][wind]") {
  solver::Model model = tanker_in_wind();
  model.wind->climate.spectrum = hydro::WindSpectrum::kNpd;
  model.wind->seed = 4;
  const hydro::WindHistory history(model.wind->climate, 10.0, 4);
  Simulation gusty(model);
  for (int i = 0; i < 10; ++i) gusty.step();
  const VectorXd velocity = read_output(gusty, "tanker.linear_velocity");
  const Vector2 wind = history.speed(1.0) * Vector2(std::cos(150.0 * kDegree), 0.5);
  CHECK(read_output(gusty, "wind.flow_speed")[0] ==
        Approx((wind - velocity.head<2>()).norm()).epsilon(1e-12));

  model = tanker_in_wind();
  model.bodies[0].linear_velocity = {20.0 * std::cos(150.0 * kDegree), 10.0, 0.0};
  Simulation running(model);
  CHECK(read_output(running, "wind.force").norm() < 1e-6);
}

TEST_CASE("wind force: loads at one height share its gusts, those at others have their own",
          "[solver][loads][wind]") {
  solver::Model model = tanker_in_wind();
  model.wind->climate.spectrum = hydro::WindSpectrum::kNpd;
  for (const auto& [name, height] : {std::pair("aloft", 60.0), std::pair("beside", 10.0)}) {
    solver::Load load = model.loads[0];
    load.name = name;
    load.kind.get<solver::WindForce>().height = height;
    model.loads.push_back(load);
  }
  const hydro::WindHistory aloft(model.wind->climate, 60.0, 0);
  Simulation simulation(model);
  const auto check = [&](double time) {
    CHECK(read_output(simulation, "beside.flow_speed") ==
          read_output(simulation, "wind.flow_speed"));
    const Vector2 wind = aloft.speed(time) * Vector2(std::cos(150.0 * kDegree), 0.5);
    const VectorXd velocity = read_output(simulation, "tanker.linear_velocity");
    CHECK(read_output(simulation, "aloft.flow_speed")[0] ==
          Approx((wind - velocity.head<2>()).norm()).epsilon(1e-12));
  };
  const double h = 1e-9 * static_cast<double>(model.step_ns);
  const solver::State start = simulation.state();
  for (int i = 0; i < 3; ++i) simulation.step();
  check(3.0 * h);
  simulation.restore(start);  // back, and on from there
  check(0.0);
  simulation.step();
  check(h);
}

TEST_CASE("wind force: gusts push a body in proportion, at all heights in phase",
          "[solver][loads][wind][linearisation]") {
  solver::Model model = tanker_in_wind();
  model.wind->climate.spectrum = hydro::WindSpectrum::kNpd;
  model.wind->climate.profile = hydro::WindProfile::kNpd;
  solver::Load aloft = model.loads[0];
  aloft.name = "aloft";
  aloft.kind.get<solver::WindForce>().height = 60.0;
  model.loads.push_back(aloft);
  model.bodies[0].pose.attitude = yawed(0.3);
  const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
  Simulation simulation(model);  // displacement, and with it the dof axes, is from the pose
  VectorXd omega(4);
  omega << 1e-3, 0.02, 1.0, 4.0;  // the first and the last are beyond a history
  const MatrixXd G = linear.gusts().at(omega);
  CHECK(G.col(0).isZero(0.0));
  CHECK(G.col(3).isZero(0.0));
  solver::Model steady = model;
  steady.wind->climate.spectrum = hydro::WindSpectrum::kNone;
  Simulation in_mean(steady);
  const Matrix3 R = yawed(0.3).toRotationMatrix();
  for (const Eigen::Index k : {1, 2}) {
    Vector6 expected = Vector6::Zero();
    for (const auto& [name, height] : {std::pair("wind", 10.0), std::pair("aloft", 60.0)}) {
      const Vector6 force = read_output(in_mean, std::string(name) + ".force");
      const double U = hydro::mean_wind_speed(model.wind->climate, height);
      const double S =
          hydro::wind_spectral_density(model.wind->climate, height, omega[k] / (2.0 * kPi)) /
          (2.0 * kPi);
      Vector6 turned;
      turned << R.transpose() * force.head<3>(), R.transpose() * force.tail<3>();
      expected += 2.0 * turned / U * std::sqrt(S);  // F goes with U^2
    }
    CHECK((G.col(k) - expected).norm() < 1e-10 * expected.norm());
  }
  CHECK(linear.gusts().at(omega).rows() == 6);
  const solver::Linearization calm(steady, nullptr, {solver::OperatingPoint::kPresent}, nullptr);
  CHECK(calm.gusts().at(omega).isZero(0.0));
}

TEST_CASE("wind force: a table turns with the ship", "[solver][loads][wind]") {
  solver::Model model = tanker_in_wind();
  auto& wind = model.loads[0].kind.get<solver::WindForce>();
  wind.ship.reset();
  FlowTable& table = wind.coefficients.emplace();
  for (int i = 0; i < 12; ++i) {
    table.direction_deg.push_back(30.0 * i);
    table.surge.push_back(0.9 * std::cos(30.0 * i * kDegree));
    table.sway.push_back(0.7 * std::sin(30.0 * i * kDegree));
    table.yaw.push_back(-0.1 * std::sin(60.0 * i * kDegree));
  }
  Simulation straight(model);
  const VectorXd force = read_output(straight, "wind.force");
  CHECK(force[0] == Approx(245.0 * 900.0 * 0.9 * std::cos(150.0 * kDegree)).epsilon(1e-12));
  CHECK(force[3] == Approx(-8.0 * force[1]).epsilon(1e-12));
  const double turn = 73.0 * kDegree;
  model.bodies[0].pose.attitude = yawed(turn);
  model.wind->direction += turn;
  Simulation turned(model);
  const Matrix3 R = yawed(turn).toRotationMatrix();
  const VectorXd after = read_output(turned, "wind.force");
  CHECK((after.head<3>() - R * force.head<3>()).norm() < 1e-10 * force.norm());
  CHECK((after.tail<3>() - R * force.tail<3>()).norm() < 1e-10 * force.norm());
}

TEST_CASE("flow table: through its values, without kinks, around the circle",
          "[solver][loads][flow]") {
  FlowTable table;
  table.direction_deg = {-170.0, -90.0, -20.0, 10.0, 80.0, 150.0};
  table.surge = {-1.0, 0.2, 0.9, 1.1, -0.1, -0.8};
  const FlowCoefficients coefficients(table);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(coefficients.at(table.direction_deg[i]).x() ==
          Approx(table.surge[i]).epsilon(0.0).margin(1e-14));
    const double h = 1e-4, at = table.direction_deg[i];
    const double before = coefficients.at(at).x() - coefficients.at(at - h).x();
    const double after = coefficients.at(at + h).x() - coefficients.at(at).x();
    CHECK(after == Approx(before).epsilon(0.0).margin(1e-9));
  }
  CHECK(coefficients.at(190.0).x() == Approx(-1.0).epsilon(1e-14));
  CHECK(coefficients.at(10.0).y() == 0.0);

  table.direction_deg = {100.0, 140.0, 180.0};
  table.surge = {0.0, -0.7, -1.0};
  const FlowCoefficients part(table);
  CHECK(part.at(184.0).x() == -1.0);
  CHECK(part.at(-263.0).x() == 0.0);
  CHECK_THROWS_WITH(part.at(30.0), Catch::Contains("70 deg outside the table"));
}

TEST_CASE("current drag: strips along a hull that turns", "[solver][loads][flow]") {
  const auto force = [](double v, double r) -> Vector2 {
    return -0.5 * 1025.0 * 6.0 * solver::cross_flow(v, r, 100.0);
  };
  CHECK(force(0.0, 0.02).y() == Approx(-3843750.0).epsilon(1e-12));
  CHECK(force(0.0, 0.02).x() == Approx(0.0).margin(1e-9));
  CHECK(force(1.0, 0.02).x() == Approx(-410000.0).epsilon(1e-12));
  CHECK(force(1.0, 0.02).y() == Approx(-10250000.0).epsilon(1e-12));
  CHECK(force(2.0, 0.0).x() == Approx(-0.5 * 1025.0 * 600.0 * 4.0).epsilon(1e-12));
  CHECK(force(-1.0, 0.02).x() == Approx(410000.0).epsilon(1e-12));
}

TEST_CASE("current drag: a hull comes to rest in the water, whatever that does",
          "[solver][loads][flow]") {
  const Vector2 current = GENERATE(Vector2(0.0, 0.0), Vector2(0.7, -0.4));
  solver::Model model = hull_in_current(current);
  model.bodies[0].linear_velocity = {current.x() + 2.0, current.y(), 0.0};
  Simulation simulation(model);
  run(simulation, 60.0);
  // m v' = -c v^2 along its bow: c = rho/2 B T = 4000 kg/m, v = v_0/(1 + c v_0 t/m)
  const double v = 2.0 / (1.0 + 4000.0 * 2.0 * 60.0 / 2e5);
  const VectorXd velocity = read_output(simulation, "hull.linear_velocity");
  CHECK(velocity[0] - current.x() == Approx(v).epsilon(1e-8));
  CHECK(velocity[1] == Approx(current.y()).epsilon(0.0).margin(1e-12));
}

TEST_CASE("current drag: turning adds to what the table has, and always slows",
          "[solver][loads][flow]") {
  solver::Model model = hull_in_current({0.0, 0.0});
  model.bodies[0].linear_velocity = {0.0, 0.5, 0.0};
  Simulation swaying(model);
  CHECK(read_output(swaying, "drag.force")[1] ==
        Approx(-500.0 * 0.25 * 0.8 * 40.0).epsilon(1e-12));  // of the table alone
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.1};
  Simulation turning(model);
  const VectorXd force = read_output(turning, "drag.force");
  const Vector2 strips = -500.0 * 0.8 * 2.0 * solver::cross_flow(0.5, 0.1, 20.0);
  CHECK(force[1] == Approx(strips.x()).epsilon(1e-12));
  CHECK(force[5] == Approx(strips.y()).epsilon(1e-12));
  CHECK(read_output(turning, "drag.power")[0] < 0.0);
}

TEST_CASE("wind and current: what is refused", "[solver][loads][flow]") {
  solver::Model model = tanker_in_wind();
  model.wind.reset();
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].wind_force must have a wind in environment.wind, got none");
  model = tanker_in_wind();
  model.wind->climate.speed = 0.0;
  model.wind->climate.averaging_time = 60.0;
  model.loads[0].kind.get<solver::WindForce>().coefficients.emplace();
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("environment.wind.speed must be positive and finite, got 0") &&
          Catch::Contains("environment.wind.averaging_time must be 3600 s where the profile is not "
                          "npd") &&
          Catch::Contains("loads[0].wind_force must have one of ship, coefficients, got both"));
  model = tanker_in_wind();
  model.wind->climate.speed = 1e50;
  CHECK_THROWS_WITH(Simulation(model),
                    "environment.wind.speed must be at most 1000 m/s, got 1e+50");
  model = hull_in_current({0.0, 0.0});
  drag_of(model).coefficients->direction_deg = {0.0, 90.0, 90.0, 270.0};
  drag_of(model).coefficients->sway.pop_back();
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[0].current_drag.coefficients.direction_deg[2] must ascend strictly, "
                      "got 90 after 90") &&
          Catch::Contains("loads[0].current_drag.coefficients.sway must have one value for each of "
                          "4 directions, got 3"));
  drag_of(model).coefficients =
      FlowTable{{0.0, 90.0, 180.0, 360.0}, {1.0, 0.0, -1.0, 0.9}, {0.0, 0.8, 0.0, 1e-4}, {}};
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].current_drag.coefficients.surge[3] must be what it is at the other "
                    "end, which is the same direction, 1, got 0.9");
  drag_of(model).coefficients.reset();
  drag_of(model).yaw_drag = 0.0;
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].current_drag must have coefficients, yaw_drag or both, got neither");
  model = hull_in_current({-0.5, 0.0});
  drag_of(model).coefficients->direction_deg = {-30.0, 0.0, 30.0, 60.0};
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].current_drag.coefficients.direction_deg must reach within 5 deg of "
                    "where the flow past the body goes at t = 0, 180 deg from the bow, got -30 to "
                    "60 deg");
  // What the run alone can know: the hull turns in its current.
  model = hull_in_current({0.5, 0.0});
  drag_of(model).coefficients->direction_deg = {-30.0, 0.0, 30.0, 60.0};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.1};
  Simulation turning(model);
  CHECK_THROWS_WITH(run(turning, 10.0),
                    Catch::StartsWith("load 'drag' of body 'hull': flow goes to 324.") &&
                        Catch::Contains(" outside the table of force coefficients from -30 to 60 "
                                        "deg, at t = 6.125 s"));
  // Of the wind its mean is known.
  model = tanker_in_wind();
  auto& wind = model.loads[0].kind.get<solver::WindForce>();
  wind.ship.reset();
  wind.coefficients = FlowTable{{-60.0, 0.0, 60.0}, {1.0, 1.2, 1.0}, {}, {}};
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::StartsWith("loads[0].wind_force.coefficients.direction_deg must reach"));
  model.bodies[0].pose.attitude = yawed(100.0 * kDegree);
  CHECK_NOTHROW(Simulation(model));
}
