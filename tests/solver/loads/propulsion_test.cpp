/// @file Propellers in open water, rudders in their slipstream, hull derivatives.
#include "hydro/database/checks/checks.hpp"
#include "solver/loads/propulsion/open_water.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/propeller.hpp"
#include "solver/model/loads/rudder.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/kvlcc2.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::OpenWater;
using solver::Simulation;

namespace {

/// K_T and 10 K_Q of a propeller of 2 m at 3 1/s.
std::pair<double, double> coefficients(const solver::OpenWaterData& data, double J) {
  const double D = 2.0, n = 3.0;
  const solver::PropellerThrust found = OpenWater(data, D, kSeaWater).at(J * n * D, n);
  const double scale = kSeaWater * n * n * std::pow(D, 4);
  return {found.thrust / scale, 10.0 * found.torque / (scale * D)};
}

solver::OpenWaterData b_series(int blades, double area_ratio, double pitch_ratio) {
  solver::OpenWaterData data;
  data.b_series = solver::BSeries{blades, area_ratio, pitch_ratio};
  return data;
}

void require_refused(const solver::Model& model, const std::string& message) {
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains(message));
}

}  // namespace

TEST_CASE("B-series: K_T and K_Q of Kuiper and of the polynomials", "[solver][loads][L18]") {
  struct Case {
    int blades;
    double area_ratio, pitch_ratio, J, thrust, torque, tolerance;
  };
  // Kuiper's are printed to six digits.
  for (const Case& at : {Case{6, 0.65, 1.4, 0.0, 0.603363, 1.209494, 1e-6},
                         Case{6, 0.65, 1.4, 0.3, 0.544592, 1.094460, 1e-6},
                         Case{6, 0.65, 1.4, 1.2, 0.161314, 0.420257, 1e-6},
                         Case{4, 0.70, 1.0, 0.4, 0.31424603, 0.49210131, 1e-8},
                         Case{4, 0.70, 1.0, 0.7, 0.17829145, 0.30767830, 1e-8},
                         Case{4, 0.55, 0.8, 0.5, 0.17126836, 0.23735254, 1e-8},
                         Case{5, 0.75, 1.2, 0.8, 0.24653600, 0.48567307, 1e-8}}) {
    const auto [K_T, K_Q] = coefficients(b_series(at.blades, at.area_ratio, at.pitch_ratio), at.J);
    CAPTURE(at.blades, at.J);
    CHECK(K_T == Approx(at.thrust).epsilon(0.0).margin(at.tolerance));
    CHECK(K_Q == Approx(at.torque).epsilon(0.0).margin(at.tolerance));
  }
}

TEST_CASE("open water: a shaft that stands has no thrust, beyond the data their last value holds",
          "[solver][loads]") {
  const OpenWater screw(b_series(4, 0.7, 1.0), 2.0, kSeaWater);
  CHECK(screw.at(4.0, 0.0).thrust == 0.0);
  CHECK_FALSE(screw.at(4.0, 0.0).beyond);
  CHECK(screw.at(12.0, 3.0).beyond);  // J = 2
  CHECK(screw.at(12.0, 3.0).thrust == screw.at(9.0, 3.0).thrust);
  CHECK(screw.at(12.0, 1e-9).thrust == Approx(0.0).margin(1e-12));
  CHECK(screw.at(4.0, -3.0).thrust == -screw.at(0.0, 3.0).thrust);  // backing: K_T at J = 0
}

TEST_CASE("open water: a curve and four quadrants meet their points", "[solver][loads]") {
  solver::OpenWaterData curve;
  curve.curve = solver::OpenWaterCurve{{0.0, 0.4, 1.0}, {0.4, 0.3, 0.0}, {0.05, 0.04, 0.01}};
  CHECK(coefficients(curve, 0.7).first == Approx(0.15).epsilon(1e-14));
  CHECK(coefficients(curve, 0.7).second == Approx(0.25).epsilon(1e-14));

  // Those of a polynomial as C_T = 8/pi K_T/(J^2 + (.7 pi)^2) at some angles.
  solver::OpenWaterData quadrants;
  solver::FourQuadrants& table = quadrants.four_quadrants.emplace();
  for (int i = 0; i < 36; ++i) {
    const double beta = 10.0 * i * kPi / 180.0;
    table.angle_deg.push_back(10.0 * i);
    table.thrust.push_back(0.3 * std::cos(beta) - 0.8 * std::sin(beta));
    table.torque.push_back(0.03 * std::cos(beta));
  }
  const OpenWater screw(quadrants, 2.0, kSeaWater);
  const double turning = 0.7 * kPi * 3.0 * 2.0;
  for (const double degrees : {20.0, 110.0, 200.0, 310.0}) {
    const double beta = degrees * kPi / 180.0;
    const double V = turning / std::abs(std::cos(beta));
    const double n = std::cos(beta) > 0.0 ? 3.0 : -3.0;
    const double scale = 0.5 * kSeaWater * V * V * kPi / 4.0 * 4.0;
    CHECK(screw.at(V * std::sin(beta), n).thrust ==
          Approx(scale * (0.3 * std::cos(beta) - 0.8 * std::sin(beta))).epsilon(1e-12));
    CHECK(screw.at(V * std::sin(beta), n).torque ==
          Approx(scale * 2.0 * 0.03 * std::cos(beta)).epsilon(0.0).margin(1e-9 * scale));
  }
  CHECK(screw.at(3.0, 0.0).thrust == Approx(-0.8 * 0.5 * kSeaWater * 9.0 * kPi));  // a locked shaft
}

TEST_CASE(
    "propeller: the shaft follows its command no faster than it can, and J beyond the data is "
    "counted",
    "[solver][loads]") {
  solver::Model model = kvlcc2_model(0.022, 10.0, 0.1);
  auto& propeller = model.loads[1].kind.get<solver::Propeller>();
  propeller.speed_rate = 2.0;
  propeller.max_speed = 12.0;
  model.inputs = {{"telegraph", solver::LoadCommand{"propeller", "speed"}}};
  Simulation simulation(model);
  CHECK(read_number(simulation, "propeller.advance_ratio") ==
        Approx(kKvlcc2Speed * 0.6 / (10.0 * 0.216)).epsilon(1e-12));
  double order = 50.0;
  simulation.write_input(0, 0, {&order, 1});
  run(simulation, 0.5);
  CHECK(read_number(simulation, "propeller.speed") == Approx(11.0).epsilon(1e-12));
  run(simulation, 1.0);
  CHECK(read_number(simulation, "propeller.speed") == 12.0);
  CHECK(read_number(simulation, "propeller.beyond_data") == 0.0);
  order = -4.0;
  simulation.write_input(0, simulation.time_ns(), {&order, 1});
  run(simulation, 8.0);
  CHECK(read_number(simulation, "propeller.speed") == Approx(-4.0).epsilon(1e-12));
  CHECK(read_number(simulation, "propeller.thrust") < 0.0);
  CHECK(read_number(simulation, "propeller.beyond_data") > 10.0);
}

TEST_CASE("rudder: force at rest is that of the slipstream alone", "[solver][loads]") {
  // u = 0: u_R = e kappa sqrt(eta 8 T/(pi rho D^2)).
  solver::Model model = kvlcc2_model(0.022, 10.0, 0.1);
  model.bodies[0].linear_velocity.setZero();
  model.loads[2].kind = kvlcc2_rudder(20.0);
  Simulation simulation(model);
  const double T = 1000.0 * 100.0 * std::pow(0.216, 4) * 0.2931;
  CHECK(read_number(simulation, "propeller.thrust") == Approx(T).epsilon(1e-12));
  const double u_R =
      1.09 * 0.5 * std::sqrt(0.216 / 0.345 * 8.0 * T / (kPi * 1000.0 * 0.216 * 0.216));
  const double angle = 20.0 * kPi / 180.0;
  const double F_N = 500.0 * 0.0539 * 2.747 * u_R * u_R * std::sin(angle);
  CHECK(read_number(simulation, "rudder.normal_force") == Approx(F_N).epsilon(1e-12));
  CHECK(read_number(simulation, "rudder.inflow_angle") == Approx(angle).epsilon(1e-12));
  const VectorXd force = read_output(simulation, "rudder.force");
  CHECK(force[0] == Approx(-(1.0 - 0.387) * F_N * std::sin(angle)).epsilon(1e-12));
  CHECK(force[1] == Approx(1.312 * F_N * std::cos(angle)).epsilon(1e-12));
  CHECK(force[5] ==
        Approx(-(3.75 + 0.312 * (0.464 * 7.0 + 0.25)) * F_N * std::cos(angle)).epsilon(1e-12));
}

TEST_CASE("rudder: with no gradient given it has Fujii's", "[solver][loads]") {
  solver::Rudder rudder = kvlcc2_rudder(0.0);
  rudder.normal_force_gradient.reset();
  rudder.effective_position.reset();
  rudder.complete({});
  CHECK(*rudder.normal_force_gradient == Approx(6.13 * 2.208256 / (2.208256 + 2.25)).epsilon(1e-6));
  CHECK(*rudder.effective_position == -3.5);
}

TEST_CASE("manoeuvring: without derivatives the hull coasts with the momentum of its added mass",
          "[solver][loads][analytic]") {
  // (m + m_x) u' = (m + m_y) v r, (m + m_y) v' = -(m + m_x) u r: the momentum of hull and water
  // stays in the world, and r where midship is the centre of mass, for the moment of Munk is one of
  // the derivatives.
  solver::Model model = kvlcc2_model(0.0, 0.0, 0.02);
  auto& hull = model.loads[0].kind.get<solver::Manoeuvring>();
  hull.surge = {};
  hull.sway = hull.yaw = {};
  model.loads.resize(1);
  model.bodies[0].center_of_mass.setZero();
  model.bodies[0].angular_velocity.z() = 0.3;
  Simulation simulation(model);
  run(simulation, 20.0);
  const double scale = 500.0 * 49.0 * 0.46;
  const double m_x = 3270.0 + 0.022 * scale, m_y = 3270.0 + 0.223 * scale;
  const double heading = 0.3 * 20.0;
  const double u = kKvlcc2Speed * std::cos(heading);
  const double v = -m_x / m_y * kKvlcc2Speed * std::sin(heading);
  const VectorXd velocity = read_output(simulation, "ship.linear_velocity");
  CHECK(velocity[0] ==
        Approx(u * std::cos(heading) - v * std::sin(heading)).epsilon(0.0).margin(1e-6));
  CHECK(velocity[1] ==
        Approx(u * std::sin(heading) + v * std::cos(heading)).epsilon(0.0).margin(1e-6));
}

TEST_CASE("manoeuvring: in a hydrodynamic group its A acts in the place of the derivatives' masses",
          "[solver][loads]") {
  solver::Model model = kvlcc2_model(0.022, 11.85159, 0.05);
  model.loads[2].kind = kvlcc2_rudder(20.0);
  hydro::Database water;
  water.bodies = {{"ship"}};
  water.omega = Eigen::Vector2d(0.1, 2.0);
  const Matrix6 A = model.loads[0].description().own_added_mass(model)->matrix;
  water.added_mass = {A, A};
  water.radiation_damping.assign(2, Matrix6::Zero());
  water.added_mass_infinite = A;
  solver::Model grouped = model;
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.database = std::make_shared<const hydro::Database>(hydro::make_database(std::move(water)));
  group.bodies = {{"ship"}};
  group.radiation.form = hydro::RadiationForm::kNone;
  group.hydrostatics = solver::HydrostaticsMode::kNone;
  grouped.hydrodynamics = {group};
  grouped.loads[0].kind.get<solver::Manoeuvring>().added_mass_sway = 5.0;  // does not count
  Simulation own(model), of_group(grouped);
  run(own, 30.0);
  run(of_group, 30.0);
  CHECK((read_output(own, "ship.position") - read_output(of_group, "ship.position")).norm() < 1e-9);

  grouped.hydrodynamics[0].coriolis = solver::AddedMassCoriolis::kFull;
  require_refused(grouped,
                  "loads[0].manoeuvring must not be together with "
                  "hydrodynamics[0].added_mass.coriolis but off: the derivatives have it, "
                  "got full");
}

TEST_CASE("manoeuvring: slow motions make the forces, those of waves do not", "[solver][loads]") {
  // Gain of the filter of second order at w: 1/sqrt(1 + (w/w_c)^4).
  for (const double omega : {0.02, 2.0}) {
    solver::Model model = kvlcc2_model(0.022, 0.0, 0.02);
    auto& hull = model.loads[0].kind.get<solver::Manoeuvring>();
    hull.surge = {0.022, 0.0, 0.0, 0.0, 0.0};
    hull.low_frequency_cutoff = 0.2;
    model.loads.resize(1);
    model.bodies[0].motion = solver::Motion::kKinematic;
    model.bodies[0].free = {true, true, true, true, true, true};
    model.bodies[0].linear_velocity = {2.0, 0.0, 0.0};
    Simulation simulation(model);
    double largest = 0.0;
    const double settled = 60.0, period = 2.0 * kPi / omega;
    while (1e-9 * static_cast<double>(simulation.time_ns()) < settled + period) {
      const double t = 1e-9 * static_cast<double>(simulation.time_ns());
      Vector6 velocity = Vector6::Zero();
      velocity[0] = 2.0 + 0.1 * std::sin(omega * t);
      simulation.set_velocity(0, velocity);
      if (t > settled) {
        largest = std::max(largest, std::abs(read_number(simulation, "hull.speed") - 2.0));
      }
      simulation.step();
    }
    CHECK(largest == Approx(0.1 / std::sqrt(1.0 + std::pow(omega / 0.2, 4))).epsilon(0.01));
  }
}

TEST_CASE("manoeuvring: on the spot and going astern its forces are bounded and hold the ship back",
          "[solver][loads]") {
  solver::Model model = kvlcc2_model(0.022, 0.0, 0.02);
  model.loads.resize(1);
  for (const double u : {0.0, -0.5, 1e-9}) {
    for (const double r : {0.3, -0.3, 0.0}) {
      model.bodies[0].linear_velocity = {u, 0.0, 0.0};
      model.bodies[0].angular_velocity.z() = r;
      Simulation simulation(model);
      CAPTURE(u, r);
      CHECK(std::isfinite(read_number(simulation, "hull.power")));
      if (u < -1e-6 && r == 0.0) CHECK(read_output(simulation, "hull.force")[0] > 0.0);
      if (u == 0.0 && r != 0.0) CHECK(read_output(simulation, "hull.force")[5] * r < 0.0);
    }
  }
}

TEST_CASE("propeller, rudder and hull: what is refused", "[solver][loads]") {
  const solver::Model valid = kvlcc2_model(0.022, 10.0, 0.1);
  const auto changed = [&](auto change) {
    solver::Model model = valid;
    change(model.loads[0].kind.get<solver::Manoeuvring>(),
           model.loads[1].kind.get<solver::Propeller>(), model.loads[2].kind.get<solver::Rudder>(),
           model);
    return model;
  };
  require_refused(
      changed([](auto&, auto& propeller, auto&, auto&) {
        propeller.b_series = solver::BSeries{4, 0.7, 1.0};
      }),
      "loads[1].propeller must have one of b_series, polynomial, curve, four_quadrants, "
      "got 2");
  require_refused(changed([](auto&, auto& propeller, auto&, auto&) {
                    propeller.polynomial.reset();
                    propeller.b_series = solver::BSeries{8, 0.2, 1.6};
                  }),
                  "loads[1].propeller.b_series.blades must lie within 2 to 7, got 8\n"
                  "loads[1].propeller.b_series.area_ratio must lie within .3 to 1.05, got 0.2\n"
                  "loads[1].propeller.b_series.pitch_ratio must lie within .5 to 1.4, got 1.6");
  require_refused(changed([](auto&, auto&, auto& rudder, auto&) { rudder.propeller = "hull"; }),
                  "loads[2].rudder.propeller must name a propeller of the same body, got 'hull'");
  require_refused(changed([](auto&, auto&, auto& rudder, auto&) { rudder.angle = 1.0; }),
                  "loads[2].rudder.angle_deg must not exceed max_angle_deg");
  require_refused(changed([](auto&, auto&, auto&, auto& model) {
                    model.loads.push_back({"twin", model.loads[0].kind});
                  }),
                  "must be the only manoeuvring load of its body, got 2");
  require_refused(changed([](auto&, auto&, auto&, auto& model) {
                    solver::AddedMassInteraction water;
                    water.name = "water";
                    water.body1 = "ship";
                    water.coriolis = solver::AddedMassCoriolis::kMunkYaw;
                    model.added_mass_interactions = {water};
                  }),
                  "must not be together with the Coriolis of added mass, off in "
                  "added_mass_interactions 'water', got yaw");
}

TEST_CASE("manoeuvring: drag that the derivatives have, too, is a finding", "[solver][loads]") {
  solver::Model model = kvlcc2_model(0.022, 10.0, 0.1);
  solver::CurrentDrag drag;
  drag.body = "ship";
  drag.length = 7.0;
  drag.draught = 0.46;
  drag.yaw_drag = 0.5;
  model.loads.push_back({"drag", drag});
  const Simulation simulation(model);
  REQUIRE(simulation.findings().size() == 1);
  CHECK(simulation.findings()[0].name == "damping_twice");
  CHECK(simulation.findings()[0].message.find("loads[3].current_drag") == 0);
}
