/// @file Bodies that move ahead in a uniform flow: the reference cases Y12 and Y14 in time, runs that
/// are continued, and what is refused.
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/linearisation/output_response.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/model/loads/manoeuvring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;

namespace {

constexpr double kSpeed = 6.0;

/// A_inf and K = K_0 exp(-.8 tau) of Y12 in heave and pitch.
std::shared_ptr<const hydro::Database> database_of_y12() {
  auto database = std::make_shared<hydro::Database>(
      *floating_box({60.0, 10.0, 4.0}, Vector6(Vector6::Ones() * 1e5).asDiagonal()));
  MatrixXd& A = *database->added_mass_infinite;
  A(2, 2) = 3e6;
  A(2, 4) = A(4, 2) = -2e6;
  A(4, 4) = 9e8;
  database->retardation_kernel.grid = VectorXd::LinSpaced(1501, 0.0, 30.0);
  for (const double tau : database->retardation_kernel.grid) {
    MatrixXd K = MatrixXd::Zero(6, 6);
    K(2, 2) = 2.4e6;
    K(2, 4) = K(4, 2) = -1e6;
    K(4, 4) = 6e8;
    database->retardation_kernel.values.emplace_back(std::exp(-0.8 * tau) * K);
  }
  return database;
}

/// The hull of Y12, which runs ahead at 6 m/s, heaves by .5 sin(omega t) or pitches by .05
/// sin(omega t).
solver::Model moved(double omega, Eigen::Index dof) {
  solver::Model model = floating_model(database_of_y12(), {Vector3::Ones()}, 0.02);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kConvolution;
  group.radiation.data = hydro::RadiationData::kAsFiled;
  group.radiation.kernel_duration = 30.0;
  group.forward_speed.mode = solver::ForwardSpeedMode::kUniformFlow;
  group.hydrostatics = solver::HydrostaticsMode::kNone;
  solver::DisplacementRao rao;
  rao.omega = {omega};
  rao.direction_deg = {90.0};  // waves from abeam, whose phase does not change along the path
  rao.amplitude.assign(6, 0.0);
  rao.amplitude[static_cast<std::size_t>(dof)] = dof == 2 ? 0.5 : 0.05;
  rao.phase_deg.assign(6, -90.0);
  rao.phase = solver::RaoPhase::kLead;
  rao.rotation = solver::RaoRotation::kRad;
  rao.vessel_path = solver::VesselPath{{0.0, 100.0}, {0.0, 100.0 * kSpeed}, {0.0, 0.0}, {}};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].prescribed = solver::PrescribedMotion{rao};
  model.sea = hydro::Sea({{omega, 1.0, 0.0, 0.5 * kPi}}, kDeep, model.gravity, 0.0);
  model.hydrodynamics[0].excitation_enabled = false;
  return model;
}

/// The amplitude per exp(i omega t) of the force of the water in one dof over a period from now on,
/// for a motion sin(omega t), whose phasor is -i: the least squares with a constant, since the impulse
/// of this water remembers where the motion began (B(0) > 0).
Complex amplitude(Simulation& simulation, double omega, Eigen::Index dof) {
  const double h = 1e-9 * static_cast<double>(simulation.model().step_ns);
  const auto count = static_cast<Eigen::Index>(std::lround(kTwoPi / omega / h));
  MatrixXd shapes(count, 3);
  VectorXd force(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    simulation.step();
    const double phase = omega * 1e-9 * static_cast<double>(simulation.time_ns());
    shapes.row(i) << 1.0, std::sin(phase), std::cos(phase);
    force[i] = read_output(simulation, "body1.force.radiation")[dof] +
               read_output(simulation, "body1.force.added_mass")[dof];
  }
  const MatrixXd squares = shapes.transpose() * shapes;
  const VectorXd found = squares.ldlt().solve(shapes.transpose() * force);
  return {found[1], found[2]};
}

std::string refusal_in_flow(const solver::Model& model) {
  try {
    Simulation simulation(model);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

/// The spheroid of Y14, 50 m and 10 m, deep under water, of neutral weight.
solver::Model spheroid(double U, double v) {
  const double mass = 1025.0 * 4.0 / 3.0 * kPi * 50.0 * 10.0 * 10.0;
  Vector6 A;
  A << 0.059121171, 0.894260540, 0.894260540, 0.0, 0.699851016, 0.699851016;
  const double transverse = 0.2 * (2500.0 + 100.0);
  A *= mass;
  A.tail<2>() *= transverse;
  solver::Model model = model_of({weightless_body(
      "spheroid", mass, mass * Vector3(40.0, transverse, transverse), {0.0, 0.0, -200.0})});
  solver::HydrodynamicGroup group;
  group.name = "water";
  group.bodies = {{"spheroid", 0}};
  solver::ConstantCoefficients constants;
  const Matrix6 added_mass = A.asDiagonal();
  constants.added_mass.assign(added_mass.data(), added_mass.data() + 36);
  group.coefficients = constants;
  solver::stand_without_database(group);
  group.forward_speed.mode = solver::ForwardSpeedMode::kUniformFlow;
  model.hydrodynamics = {group};
  model.bodies[0].linear_velocity = {U, v, 0.0};
  return model;
}

/// The moment that accelerates the yaw of the spheroid at t = 0.
double yaw_moment(const solver::Model& model) {
  Simulation simulation(model);
  const std::vector<double>& A = model.hydrodynamics[0].coefficients->added_mass;
  return (model.bodies[0].inertia(2, 2) + A[35]) *
         read_output(simulation, "spheroid.angular_acceleration")[2];
}

/// The hemisphere adrift ahead in a wave, with a fit of its radiation.
solver::Model hemisphere_under_way() {
  static const auto kDatabase =
      std::make_shared<const hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(kDatabase, {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].forward_speed.mode = solver::ForwardSpeedMode::kUniformFlow;
  model.bodies[0].linear_velocity = {2.0, 0.3, 0.0};
  model.sea = hydro::Sea({{0.9, 0.5, 0.0, kPi}}, model.water_depth, model.gravity, 0.0);
  return model;
}

}  // namespace

TEST_CASE("uniform flow in time: forced heave and pitch after 30 s are those of Y12",
          "[solver][loads][speed][analytic]") {
  struct Case {
    double omega;
    Eigen::Index dof;
    Complex heave, pitch;  // F3, M5
  };
  const Case known =
      GENERATE(Case{0.5, 2, {37921.348315, -539325.842697}, {6362359.550562, 679775.280899}},
               Case{0.5, 4, {-658146.067416, -23033.707865}, {3369101.123596, -21249438.202247}},
               Case{0.9, 2, {544655.172414, -595862.068966}, {3441724.137931, 3879310.344828}},
               Case{0.9, 4, {-450310.344828, -338275.862069}, {22112068.965517, -17544827.586207}});
  CAPTURE(known.omega, known.dof);
  for (const Eigen::Index row : {2, 4}) {
    Simulation simulation(moved(known.omega, known.dof));
    run(simulation, 30.0);
    const Complex found = amplitude(simulation, known.omega, row);
    const Complex expected = row == 2 ? known.heave : known.pitch;
    CAPTURE(row, found, expected);
    CHECK(std::abs(found - expected) < 1e-4 * std::abs(expected));
  }
}

TEST_CASE("uniform flow: the moment of Munk of a spheroid, reference case Y14",
          "[solver][loads][speed][analytic]") {
  // To broadside: it drifts to port, and the bow turns to starboard.
  CHECK(yaw_moment(spheroid(5.0, 0.5)) == Approx(-47993956.67).epsilon(1e-9));
  CHECK(yaw_moment(spheroid(5.0, 0.0)) == 0.0);
  solver::Model munk = spheroid(5.0, 0.5);
  munk.hydrodynamics[0].forward_speed = {};
  munk.hydrodynamics[0].coriolis = solver::AddedMassCoriolis::kFull;
  CHECK(yaw_moment(munk) == Approx(-44820989.97).epsilon(1e-9));
}

TEST_CASE("uniform flow: a run that is continued from a checkpoint has the same bytes",
          "[solver][loads][speed][state]") {
  const solver::Model model = hemisphere_under_way();
  Simulation whole(model), first(model), second(model);
  for (Simulation* simulation : {&whole, &first}) run(*simulation, 6.0);
  second.restore(solver::deserialize(serialize(first.state())));
  for (Simulation* simulation : {&whole, &second}) run(*simulation, 6.0);
  CHECK(identical(whole.state(), second.state()));
  const solver::FlowMemory& memory = whole.state().flow_memories.at(0);
  CHECK(memory.speeds.size() == solver::LowPass::kValueCount);
  CHECK(std::abs(memory.impulse[2]) > 1.0);
  solver::State without = first.state();
  without.flow_memories.clear();
  CHECK_THROWS(second.restore(without));
}

TEST_CASE("uniform flow: without it, states keep their bytes; at rest it does nothing",
          "[solver][loads][speed][state]") {
  solver::Model model = hemisphere_under_way();
  model.bodies[0].linear_velocity.setZero();
  model.sea.reset();
  model.bodies[0].pose.position.z() += 0.5;
  solver::Model none = model;
  none.hydrodynamics[0].forward_speed = {};
  Simulation with(model), without(none);
  for (Simulation* simulation : {&with, &without}) run(*simulation, 10.0);
  CHECK(without.state().flow_memories.empty());
  CHECK(serialize(without.state())[8] == 5);  // format version behind the magic
  CHECK(serialize(with.state())[8] == 18);
  // heave alone: no speed, no flow
  CHECK(with.state().bodies[0].position.z() ==
        Approx(without.state().bodies[0].position.z()).epsilon(0.0).margin(1e-9));
}

TEST_CASE("uniform flow: a ship under way in still water is a ship at rest in a current",
          "[solver][loads][speed][conservation]") {
  solver::Model under_way = hemisphere_under_way(), at_rest = under_way;
  under_way.sea.reset();
  at_rest.sea.reset();
  for (solver::Model* model : {&under_way, &at_rest}) {
    model->bodies[0].angular_velocity = {0.0, 0.05, 0.02};
  }
  at_rest.bodies[0].linear_velocity.setZero();
  at_rest.current = hydro::Current({}, {Vector2(-2.0, -0.3)});
  Simulation moving(under_way), held(at_rest);
  for (Simulation* simulation : {&moving, &held}) run(*simulation, 20.0);
  const Vector3 way = 20.0 * Vector3(2.0, 0.3, 0.0);
  CHECK((moving.state().bodies[0].position - way - held.state().bodies[0].position).norm() < 1e-9);
}

TEST_CASE("uniform flow: what it cannot be combined with is refused by path and rule",
          "[solver][loads][speed][edge]") {
  const solver::Model good = hemisphere_under_way();
  REQUIRE(refusal_in_flow(good).empty());
  const auto refused = [&](auto change) {
    solver::Model bad = good;
    change(bad, bad.hydrodynamics[0]);
    return refusal_in_flow(bad);
  };
  const std::string where = "where forward_speed.mode is uniform_flow";
  CHECK_THAT(
      refused([](auto&, auto& group) { group.frame = solver::HydroFrame::kWorld; }),
      Contains("hydrodynamics[0].added_mass.frame must be heading " + where + ", got world"));
  CHECK_THAT(
      refused([](auto&, auto& group) { group.coriolis = solver::AddedMassCoriolis::kMunkYaw; }),
      Contains("hydrodynamics[0].added_mass.coriolis must be off " + where +
               ", which includes the Munk moment of forward speed, got yaw"));
  CHECK_THAT(refused([](auto&, auto& group) { group.mode = solver::AddedMassMode::kLumped; }),
             Contains("hydrodynamics[0].added_mass.mode must be coupled " + where));
  CHECK_THAT(refused([](auto&, auto& group) {
               group.radiation.form = hydro::RadiationForm::kConstant;
               group.radiation.frequency = 0.9;
             }),
             Contains("hydrodynamics[0].radiation.memory must have a memory " + where));
  CHECK_THAT(refused([](auto&, auto& group) {
               group.forward_speed.mode = solver::ForwardSpeedMode::kNone;
               group.forward_speed.low_frequency_cutoff = 0.2;
             }),
             Contains("hydrodynamics[0].forward_speed.low_frequency_cutoff must be left out where "
                      "forward_speed.mode is none, got 0.2"));
  CHECK_THAT(refused([](auto& model, auto&) {
               solver::Manoeuvring hull;
               hull.body = "body1";
               hull.length = 10.0;
               hull.draught = 5.0;
               model.loads.push_back({"hull", hull});
             }),
             Contains("must not be together with hydrodynamics[0].forward_speed.mode uniform_flow: "
                      "the derivatives have its moment in yaw"));
}

TEST_CASE("uniform flow: the linear model has the motion of the run", "[solver][loads][speed]") {
  solver::Model model = hemisphere_under_way();
  model.bodies[0].linear_velocity.setZero();
  model.current = hydro::Current({}, {Vector2(-2.0, 0.0)});
  model.hydrodynamics[0].excitation.at_body_position = false;
  // so slow that it leaves surge in waves alone, as the linear model does
  model.hydrodynamics[0].forward_speed.low_frequency_cutoff = 0.02;
  model.sea =
      hydro::Sea({{0.9, 0.05, 0.0, kPi}}, {model.water_depth, model.gravity, model.current}, 0.0);
  Vector6 spring = Vector6::Zero(), damping = Vector6::Zero();
  spring << 3e4, 3e4, 0.0, 0.0, 0.0, 1e6;
  damping << 3e5, 3e5, 0.0, 3e5, 3e5, 1e6;
  model.loads = {mooring("mooring", "body1", spring, damping)};
  const auto linear =
      linearized(model, solver::OperatingPoint::kRest, solver::RadiationSource::kMemory);
  CHECK(linear.matrices().radiation_turning.isZero(0.0));
  const std::vector<Complex> heave =
      output_response(linear, "body1.displacement", 2, model.sea->components());
  const std::vector<Complex> pitch =
      output_response(linear, "body1.displacement", 4, model.sea->components());
  Simulation simulation(model);
  run(simulation, 150.0);
  for (int i = 0; i < 4; ++i) {
    run(simulation, 2.0);
    const Complex turn = std::polar(0.05, 0.9e-9 * static_cast<double>(simulation.time_ns()));
    const VectorXd found = read_output(simulation, "body1.displacement");
    CHECK(found[2] ==
          Approx((heave[0] * turn).real()).epsilon(0.0).margin(2e-3 * 0.05 * std::abs(heave[0])));
    CHECK(found[4] ==
          Approx((pitch[0] * turn).real()).epsilon(0.0).margin(5e-3 * 0.05 * std::abs(pitch[0])));
  }
}

namespace {

/// The hemisphere with excitation at 0 and 4 m/s, three times as large there.
solver::Model tripled_at_speed(double speed) {
  solver::Model model = hemisphere_under_way();
  auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
  database->excitation_at_speed.speeds = Eigen::Vector2d(0.0, 4.0);
  database->excitation_at_speed.forces.assign(2, database->excitation);
  for (MatrixXcd& force : database->excitation_at_speed.forces[1].values) force *= 3.0;
  model.hydrodynamics[0].database = database;
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].linear_velocity = {speed, 0.0, 0.0};
  return model;
}

}  // namespace

TEST_CASE("uniform flow: excitation at speed is linear between the speeds of the database",
          "[solver][loads][speed]") {
  for (const double speed : {0.0, 1.0, 4.0}) {
    solver::Model model = tripled_at_speed(speed), none = model;
    none.hydrodynamics[0].forward_speed = {};
    Simulation at_speed(model), at_rest(none);
    for (Simulation* simulation : {&at_speed, &at_rest}) run(*simulation, 3.0);
    const VectorXd expected = (1.0 + 0.5 * speed) * read_output(at_rest, "body1.force.excitation");
    REQUIRE(expected.norm() > 1.0);
    CHECK((read_output(at_speed, "body1.force.excitation") - expected).norm() <
          1e-9 * expected.norm());
  }
}

TEST_CASE("uniform flow: a ship faster than the speeds of its database is refused",
          "[solver][loads][speed][edge]") {
  CHECK_THAT(
      refusal_in_flow(tripled_at_speed(4.5)),
      Contains("hydrodynamics[0].database must have excitation_force_at_speed at the speed at "
               "which 'body1' starts, it has 0 to 4 m/s, got 4.5 m/s"));
  solver::Model faster = tripled_at_speed(3.9);
  faster.bodies[0].motion = solver::Motion::kDynamic;
  faster.hydrodynamics[0].forward_speed.low_frequency_cutoff = 2.0;
  solver::PointSpring tow;  // .1 m/s2
  tow.body1 = "body1";
  tow.point2 = {1e4, 0.0, 0.0};
  tow.stiffness = 1e-5 * faster.bodies[0].mass;
  faster.loads = {{"tow", tow}};
  Simulation simulation(faster);
  CHECK_THROWS_WITH(run(simulation, 60.0),
                    Contains("speed through the water along the bow must lie within the speeds of "
                             "excitation_force_at_speed, 0 to 4 m/s, got 4.0"));
}

TEST_CASE("uniform flow: a linear model about a ship under way has encounter frequencies",
          "[solver][loads][speed][conservation]") {
  solver::Model under_way = tripled_at_speed(2.0);
  under_way.bodies[0].motion = solver::Motion::kDynamic;
  under_way.sea.reset();
  solver::Model at_rest = under_way;
  at_rest.bodies[0].linear_velocity.setZero();
  at_rest.current = hydro::Current({}, {Vector2(-2.0, 0.0)});
  const auto moving = linearized(under_way, solver::OperatingPoint::kPresent);
  const auto held = linearized(at_rest, solver::OperatingPoint::kRest);
  const solver::WaveSelection waves{VectorXd::Constant(1, 1.2), VectorXd::Constant(1, kPi)};
  const auto a = moving.waves().at(waves), b = held.waves().at(waves);
  CHECK((a.force[0] - b.force[0]).norm() < 1e-9 * b.force[0].norm());
  // 1.2 rad/s met head on at 2 m/s: omega^2 2/g + omega = 1.2
  const double omega = (std::sqrt(1.0 + 9.6 / at_rest.gravity) - 1.0) * at_rest.gravity / 4.0;
  CHECK(a.wavenumber(0, 0) == Approx(omega * omega / at_rest.gravity).epsilon(1e-9));
  MatrixXd A, B;
  moving.water().added_mass(1.2, A);
  held.water().added_mass(1.2, B);
  CHECK((A - B).norm() < 1e-9 * B.norm());
}
