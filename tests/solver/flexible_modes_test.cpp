#include <memory>

#include "hydro/base/error.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/model/loads/liquid_tank.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/state.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "solver/water/groups/mode_carriers.hpp"
#include "tests/support/hinged_hull.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;

namespace {

/// A spring from the bow to the bottom with a damper beside it, and a weight 40 m ahead of amidships.
void load_the_bow(solver::Model& model, const std::string& body, double center) {
  const Vector3 bow(60.0 - center, 0.0, 0.0), deck(40.0 - center, 0.0, 3.0);
  solver::PointSpring spring;
  spring.body1 = body;
  spring.point1 = bow;
  spring.point2 = {60.0, 0.0, -50.0};
  spring.stiffness = 2e6;
  spring.damping = 1e5;
  spring.rest_length = 50.0;
  model.loads.push_back({"spring", spring});
  solver::PointSpring weight;  // so soft and long that it pulls with 1 kN whatever the ship does
  weight.body1 = body;
  weight.point1 = deck;
  weight.point2 = {40.0, 0.0, -1e6};
  weight.stiffness = 1e-3;
  weight.rest_length = 3.0;
  model.loads.push_back({"weight", weight});
}

std::string refusal_of(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// One mode on a body that is held, whose coefficients do not depend on frequency.
solver::Model held_mode(double mass, double stiffness, double added_mass, double damping,
                        Complex excitation, double step) {
  hydro::Database database;
  database.water_density = 1025.0;
  database.gravity = 9.81;
  database.omega = VectorXd::LinSpaced(3, 0.4, 1.2);
  database.wave_directions = VectorXd::Zero(1);
  database.bodies.resize(2);
  database.bodies[0].name = "column";
  database.bodies[0].displaced_volume = 1.0;
  database.bodies[1].name = "column.modes1";
  MatrixXd A = MatrixXd::Zero(12, 12), B = A;
  A(6, 6) = added_mass;
  B(6, 6) = damping;
  database.added_mass.assign(3, A);
  database.added_mass_infinite = A;
  database.radiation_damping.assign(3, B);
  database.excitation.values = {MatrixXcd::Zero(12, 3)};
  database.excitation.values[0].row(6).setConstant(excitation);
  hydro::GeneralisedModes& modes = database.modes;
  modes.modes.push_back({0, 6, 0.01, hydro::ModeShapeKind::kPoints, {}, {}, {}, {}});
  modes.mass = MatrixXd::Constant(1, 1, mass);
  modes.stiffness = MatrixXd::Constant(1, 1, stiffness);
  modes.restoring = MatrixXd::Zero(1, 1);
  modes.rigid_mass = modes.rigid_restoring = MatrixXd::Zero(1, 6);
  modes.points.push_back({Vector3::Zero(), 0});
  modes.shapes.emplace_back(Vector3(1.0, 0.0, 0.0));
  solver::Model model =
      flexible_model(std::make_shared<const hydro::Database>(database), Matrix3::Identity(), step);
  model.bodies[0].motion = solver::Motion::kStatic;
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConstant;
  model.hydrodynamics[0].radiation.frequency = 0.8;
  return model;
}

}  // namespace

TEST_CASE("modes: a column in waves bends as the closed form", "[solver][modes][analytic]") {
  // A clamped column of 8000 kg/m, radius 5 m and depth 30 m with the shape (1 + z/h)^2 at .8 rad/s.
  const double omega = 0.8, amplitude = 1e-2;
  const Complex force(64844.92, 729540.86);
  solver::Model model = held_mode(48000.0, 6e6, 526252.087, 66672.2732, force, 0.05);
  model.sea = hydro::Sea({{omega, amplitude, 0.0, 0.0}}, kDeep, model.gravity, 20.0);
  const Complex expected(0.012935122, 0.129381735);
  SECTION("frequency domain") {
    const solver::Linearization linear(
        model, nullptr, {solver::OperatingPoint::kRest, solver::RadiationSource::kFile}, nullptr);
    const solver::LinearMatrices& of = linear.matrices();
    REQUIRE(of.mass.rows() == 12);
    MatrixXd A, B;
    linear.water().added_mass(omega, A);
    linear.water().radiation_damping(omega, B);
    const Complex impedance(of.restoring(6, 6) - omega * omega * (of.mass(6, 6) + A(6, 6)),
                            omega * (of.linear_damping(6, 6) + B(6, 6)));
    const solver::WaveForces waves =
        linear.waves().at({VectorXd::Constant(1, omega), VectorXd::Zero(1)});
    const Complex found = waves.force[0](6, 0) / impedance;
    CHECK(std::abs(found - expected) < 1e-6 * std::abs(expected));
    REQUIRE(linear.modes().size() == 1);
    CHECK(linear.modes()[0].omega == Approx(std::sqrt(6e6 / (48000.0 + 526252.087))));
  }
  SECTION("time") {
    Simulation simulation(model);
    run(simulation, 600.0);
    double error = 0.0;
    for (int n = 0; n < 200; ++n) {
      simulation.step();
      const double time = 1e-9 * static_cast<double>(simulation.time_ns());
      const double q = read_output(simulation, "ship.mode")[0];
      const double wanted = (expected * std::polar(amplitude, omega * time)).real();
      error = std::max(error, std::abs(q - wanted));
    }
    CHECK(error < 5e-4 * amplitude * std::abs(expected));
  }
}

TEST_CASE("modes: a hinge amidships moves as two hinged half hulls", "[solver][modes][analytic]") {
  const auto [form, tolerance] = GENERATE(std::pair(hydro::RadiationForm::kConstant, 1e-6),
                                          // The memories differ by what makes them passive.
                                          std::pair(hydro::RadiationForm::kConvolution, 4e-3));
  solver::Model whole = hinged_mode(0.05), halves = hinged_halves(0.05);
  for (solver::Model* model : {&whole, &halves}) {
    solver::HydrodynamicGroup& group = model->hydrodynamics[0];
    group.radiation.form = form;
    if (form == hydro::RadiationForm::kConstant) group.radiation.frequency = 0.6;
    // So small that rigid rotations are linear.
    model->sea = hydro::Sea({{0.6, 1e-5, 0.3, kPi}}, kDeep, model->gravity, 10.0);
  }
  Simulation one(whole), two(halves);
  double bend = 0.0, bend_error = 0.0, heave = 0.0, heave_error = 0.0;
  for (int n = 0; n < 120; ++n) {
    run(one, 0.5);
    run(two, 0.5);
    const VectorXd aft = read_output(two, "body1.displacement");
    const VectorXd fore = read_output(two, "body2.displacement");
    const double q = read_output(one, "ship.mode")[0], expected = 0.5 * (aft[4] - fore[4]);
    bend = std::max(bend, std::abs(expected));
    bend_error = std::max(bend_error, std::abs(q - expected));
    // The middle rises by the mean of the halves less the rise of their centers by the hinge.
    const double rise = 0.5 * (aft[2] + fore[2]) - 30.0 * expected;
    heave = std::max(heave, std::abs(rise));
    heave_error = std::max(heave_error, std::abs(read_output(one, "ship.displacement")[2] - rise));
  }
  CHECK(bend > 1e-8);
  CHECK(bend_error < tolerance * bend);
  CHECK(heave_error < tolerance * heave);
}

TEST_CASE("modes: loads at points act on a hinge as on a half hull", "[solver][modes][analytic]") {
  solver::Model whole = hinged_mode(0.05), halves = hinged_halves(0.05);
  load_the_bow(whole, "ship", 0.0);
  load_the_bow(halves, "body2", 30.0);
  for (solver::Model* model : {&whole, &halves}) {
    model->hydrodynamics[0].radiation.form = hydro::RadiationForm::kConstant;
    model->hydrodynamics[0].radiation.frequency = 0.6;
  }
  Simulation one(whole), two(halves);
  double bend = 0.0, error = 0.0;
  for (int n = 0; n < 40; ++n) {
    run(one, 0.5);
    run(two, 0.5);
    const double expected = 0.5 * (read_output(two, "body1.displacement")[4] -
                                   read_output(two, "body2.displacement")[4]);
    bend = std::max(bend, std::abs(expected));
    error = std::max(error, std::abs(read_output(one, "ship.mode")[0] - expected));
  }
  CHECK(bend > 1e-7);
  CHECK(error < 1e-4 * bend);  // the products of angles, 1e-5, that the modes leave out
  check_same_frequencies(whole, halves);
}

TEST_CASE("modes: one with the shape of heave on a held body moves as the body in heave",
          "[solver][modes][analytic]") {
  const hydro::Database rigid = StripHull::database({{-60.0, 60.0}}, {{}});
  MotionMap map;
  map.motions = MatrixXd::Zero(6, 7);
  map.motions.leftCols<6>().setIdentity();
  map.motions(2, 6) = 1.0;
  map.mass = MatrixXd::Zero(6, 6);
  map.mass.topLeftCorner<3, 3>() = 120.0 * StripHull::kMassPerLength * Matrix3::Identity();
  map.mass.bottomRightCorner<3, 3>() = inertia_of(120.0);
  map.stiffness = MatrixXd::Zero(1, 1);
  const auto database = std::make_shared<const hydro::Database>(
      flexible_database(rigid, rigid.bodies[0], map, {{Vector3::Zero(), Vector3::UnitZ()}}));
  solver::Model mode = flexible_model(database, inertia_of(120.0), 0.1);
  solver::Model heave = mode;
  mode.bodies[0].free = {};
  heave.bodies[0].free = {false, false, true, false, false, false};
  heave.bodies[0].modes.reset();
  for (solver::Model* model : {&mode, &heave}) {
    model->hydrodynamics[0].radiation.form = hydro::RadiationForm::kConstant;
    model->hydrodynamics[0].radiation.frequency = 0.6;
    model->hydrodynamics[0].heading = 40.0 * kDegree;
    model->bodies[0].pose = solver::rest_pose(model->hydrodynamics[0], 0, Vector3::Zero());
    model->sea =
        hydro::Sea({{0.6, 0.5, 0.3, 4.0}, {0.5, 0.2, 1.0, 3.6}}, kDeep, model->gravity, 5.0);
  }
  Simulation one(mode), two(heave);
  for (int n = 0; n < 50; ++n) {
    run(one, 1.0);
    run(two, 1.0);
    const double expected = read_output(two, "ship.displacement")[2];
    CHECK(std::abs(read_output(one, "ship.mode")[0] - expected) < 1e-12);
  }
  CHECK(std::abs(read_output(two, "ship.displacement")[2]) > 1e-3);
}

TEST_CASE("modes: the energy of a hull that bends and turns is kept without damping",
          "[solver][modes]") {
  solver::Model model = hinged_mode(0.02);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  model.hydrodynamics[0].coriolis = solver::AddedMassCoriolis::kMunkYaw;
  model.bodies[0].modes->displacement = {1e-3};
  model.bodies[0].modes->damping.clear();
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.02};
  Simulation simulation(model);
  const double begin =
      read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
  double drift = 0.0;
  for (int n = 0; n < 100; ++n) {
    run(simulation, 0.2);
    const double now =
        read_number(simulation, "energy.kinetic") + read_number(simulation, "energy.potential");
    drift = std::max(drift, std::abs(now - begin));
  }
  CHECK(drift < 1e-3 * 0.5 * 4.0 * kHinge * 1e-6);  // of the energy of the bend
}

TEST_CASE("modes: a database with modes moves a rigid body as one without", "[solver][modes]") {
  solver::Model rigid = hinged_mode(0.1);
  rigid.bodies[0].modes.reset();
  solver::Model plain = rigid;
  plain.hydrodynamics[0].database = std::make_shared<const hydro::Database>(
      hydro::select_bodies(*rigid.hydrodynamics[0].database, {0}));
  for (solver::Model* model : {&rigid, &plain}) {
    model->sea = hydro::Sea({{0.6, 0.5, 0.3, kPi}}, kDeep, model->gravity, 0.0);
  }
  Simulation one(rigid), two(plain);
  run(one, 5.0);
  run(two, 5.0);
  CHECK(one.state().bodies.size() == 1);
  CHECK(solver::motion_hash(one.state()) == solver::motion_hash(two.state()));
}

TEST_CASE("modes: outputs are coordinates, deflections and stresses; states are restored",
          "[solver][modes]") {
  solver::Model model = hinged_mode(0.05);
  model.bodies[0].modes->displacement = {0.01};
  model.bodies[0].modes->deflections = {{"bow", Vector3(60.0, 0.0, 0.0)}};
  model.bodies[0].modes->stresses = {{"deck", {2e9}}};
  model.hydrodynamics[0].additional.emplace().damping.assign(36, 0.0);
  model.sea = hydro::Sea({{0.6, 0.5, 0.3, kPi}}, kDeep, model.gravity, 0.0);
  Simulation simulation(model);
  CHECK(read_output(simulation, "ship.mode")[0] == 0.01);
  CHECK(digest(solver::without_mode_carriers(simulation.model())) == digest(model));
  for (const solver::Variable& output : simulation.outputs()) {
    CHECK(output.name.find("modes1") == std::string::npos);  // carriers are not shown
  }
  run(simulation, 0.05);
  const double q = read_output(simulation, "ship.mode")[0];
  CHECK(read_output(simulation, "ship.deflection.bow")[2] == Approx(60.0 * q).epsilon(1e-14));
  CHECK(read_number(simulation, "ship.stress.deck") == Approx(2e9 * q).epsilon(1e-14));
  const double mean_rate = 0.5 * read_output(simulation, "ship.mode_velocity")[0];  // from rest
  CHECK(mean_rate == Approx((q - 0.01) / 0.05).epsilon(0.02));
  Simulation restored(solver::read_model_image(solver::write_model_image(model, nullptr)).model);
  restored.restore(solver::deserialize(solver::serialize(simulation.state())));
  run(simulation, 3.0);
  run(restored, 3.0);
  CHECK(solver::state_hash(simulation.state()) == solver::state_hash(restored.state()));
}

TEST_CASE("modes: a deflection above 2 % of the length is a finding", "[solver][modes]") {
  solver::Model model = hinged_mode(0.05);
  model.bodies[0].modes->displacement = {0.03};  // 1.8 m at the ends
  CHECK(Simulation(model).range_findings().empty());
  model.bodies[0].modes->displacement = {0.05};
  const Findings findings = Simulation(model).range_findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "modal_range");
  CHECK_THAT(findings[0].message,
             Contains("by at most 2 % of its length, 2.4 m, displaced it by 3 m"));
}

TEST_CASE("modes: what does not go with them is refused with path and number",
          "[solver][modes][checks]") {
  solver::Model model = hinged_mode(0.05);
  SECTION("a step that is too long") {
    model.step_ns = nanoseconds(8.0);
    CHECK_THAT(refusal_of(model), Contains("for the stepper rk4: take a step of at most"));
    CHECK_THAT(refusal_of(model), Contains("s, or count: 0, got mode 1 of 'ship' with"));
    model.stepper = solver::StepperKind::kMidpoint;
    CHECK(refusal_of(model) == "");
  }
  SECTION("damping that ends motions within a part of a step") {
    model.bodies[0].modes->damping = {1e13};
    CHECK_THAT(refusal_of(model),
               Contains("modes.damping must end motions at a rate of at most 2.7 /"));
  }
  SECTION("no modes in the database") {
    model.hydrodynamics[0].database = std::make_shared<const hydro::Database>(
        hydro::select_bodies(*model.hydrodynamics[0].database, {0}));
    CHECK_THAT(refusal_of(model),
               Contains("needs a body of a hydrodynamic database with its modes"));
  }
  SECTION("more than there are") {
    model.bodies[0].modes->count = 3;
    CHECK_THAT(refusal_of(model),
               Contains("count must be at most 1, the modes of the database, got 3"));
  }
  SECTION("lists, beside what is wrong elsewhere") {
    model.bodies[0].mass = -1.0;
    model.bodies[0].modes->damping_ratio = {0.01, 0.02};
    CHECK_THAT(refusal_of(model), Contains("bodies[0].mass must be positive"));
    CHECK_THAT(refusal_of(model), Contains("must have 1 numbers, one for each mode, got 2"));
  }
  SECTION("a load that does not say how it acts on modes") {
    solver::LiquidTank tank;
    tank.body = "ship";
    model.loads.push_back({"tank", tank});
    CHECK_THAT(refusal_of(model), Contains("got load 'tank' of kind tank"));
  }
  SECTION("frames") {
    model.hydrodynamics[0].frame = solver::HydroFrame::kBody;
    CHECK_THAT(refusal_of(model), Contains("added_mass.frame heading in group 'group', got body"));
  }
}
