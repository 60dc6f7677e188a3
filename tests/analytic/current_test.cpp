/// @file What a current does to bodies: docs/reference/physics.md 5.
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

std::shared_ptr<hydro::Database> database_of(const char* file) {
  return std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / file));
}

/// Two ships that turn, with the water's momentum in full and damping of every kind.
solver::Model turning_ships(solver::AddedMassCoriolis coriolis) {
  solver::Model model = alongside_model(database_of("alongside.h5"), 0.1);
  model.loads.clear();
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  model.hydrodynamics[0].coriolis = coriolis;
  model.hydrodynamics[0].bodies[0].quadratic_damping.diagonal() << 1e4, 1e5, 0, 0, 0, 0;
  model.hydrodynamics[0].bodies[1].linear_damping(0, 0) = 1e5;
  for (solver::RigidBody& body : model.bodies) body.angular_velocity.z() = 0.02;
  return model;
}

/// The same to an observer who moves with `velocity`.
solver::Model seen_moving(solver::Model model, const Vector2& velocity) {
  for (solver::RigidBody& body : model.bodies) body.linear_velocity.head<2>() -= velocity;
  model.current = hydro::Current({}, {Vector2(-velocity)});
  if (!model.sea) return model;
  std::vector<hydro::WaveComponent> waves = model.sea->components();
  for (std::size_t c = 0; c < waves.size(); ++c) {
    const Vector2 way(std::cos(waves[c].direction), std::sin(waves[c].direction));
    waves[c].omega -= model.sea->wavenumbers()[static_cast<Eigen::Index>(c)] * way.dot(velocity);
  }
  model.sea = hydro::Sea(waves, {model.water_depth, model.gravity, model.current},
                         model.sea->ramp_duration());
  return model;
}

void check_same_motion(const solver::Model& model, const Vector2& velocity, double duration,
                       hydro::FitCache& fits) {
  Simulation still(model, &fits), seen(seen_moving(model, velocity), &fits);
  run(still, duration);
  run(seen, duration);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const solver::BodyState& a = still.state().bodies[i];
    const solver::BodyState& b = seen.state().bodies[i];
    const Vector3 moved(velocity.x() * duration, velocity.y() * duration, 0.0);
    INFO(i);
    // rounding over the steps, of the wavenumbers on the current and of phases of 100 rad
    CHECK((a.position - moved - b.position).norm() < 1e-9);
    CHECK((a.attitude.conjugate() * b.attitude).vec().norm() < 1e-10);
    REQUIRE(a.attitude.vec().norm() > 1e-2);  // it turned
  }
}

}  // namespace

TEST_CASE("current: a ship at rest in current -U is a ship at speed U in still water",
          "[invariant][current]") {
  const Vector2 U(2.0, -0.5);
  MapFitCache fits;
  for (const auto coriolis : {solver::AddedMassCoriolis::kOff, solver::AddedMassCoriolis::kMunkYaw,
                              solver::AddedMassCoriolis::kFull}) {
    solver::Model model = turning_ships(coriolis);
    for (solver::RigidBody& body : model.bodies) body.linear_velocity.head<2>() += U;
    check_same_motion(model, U, 8.0, fits);
  }
}

TEST_CASE("current: the same holds in waves, which ride on the current", "[invariant][current]") {
  const Vector2 U(2.0, -0.5);
  solver::Model model = turning_ships(solver::AddedMassCoriolis::kFull);
  for (solver::RigidBody& body : model.bodies) body.linear_velocity.head<2>() += U;
  model.sea = hydro::Sea({{0.6, 0.8, 0.2, 2.3}, {0.9, 0.5, 1.0, 0.3}}, model.water_depth,
                         model.gravity, 5.0);
  MapFitCache fits;
  check_same_motion(model, U, 8.0, fits);
}

TEST_CASE("current: a body drifts until it goes with the water at its centre of buoyancy",
          "[current][analytic]") {
  solver::Model model = floating_model(database_of("hemisphere.h5"), {Vector3::Constant(2.8)}, 0.1);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = hydro::RadiationForm::kNone;
  const double damping = 5e4;
  group.bodies[0].linear_damping(0, 0) = damping;
  const double depth = -group.database->bodies[0].center_of_buoyancy.z();
  REQUIRE(depth > 0.5);
  model.bodies[0].free = {true, false, false, false, false, false};
  model.current = hydro::Current({0.0, 2.0 * depth}, {Vector2(1.5, 0.0), Vector2(0.5, 0.0)});
  Simulation simulation(model);
  run(simulation, 30.0);
  const Vector6 velocity = simulation.state().bodies[0].velocity;
  const double inertia = simulation.state().bodies[0].momentum[0] / velocity[0];  // mass plus water
  // the step's error, (h damping / inertia)^4
  CHECK(velocity[0] == Approx(1.0 - std::exp(-30.0 * damping / inertia)).epsilon(1e-7));
}

TEST_CASE("current: a speed that makes a database for zero speed doubtful is a finding",
          "[current]") {
  const auto codes = [](const solver::Model& model) {
    std::vector<std::string> found;
    const Simulation simulation(model);
    for (const Finding& finding : simulation.findings()) {
      if (finding.name == "froude_number" || finding.name == "tau") found.push_back(finding.name);
    }
    return found;
  };
  solver::Model model = floating_model(database_of("hemisphere.h5"), {Vector3::Constant(2.8)}, 0.1);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  model.sea = hydro::Sea({{0.8, 1.0, 0.0, kPi}}, model.water_depth, model.gravity, 0.0);
  CHECK(codes(model).empty());
  model.bodies[0].linear_velocity.x() = 0.5;  // sqrt(3) R = 8.7 m: Fn .054, tau .043
  CHECK(codes(model).empty());
  model.bodies[0].linear_velocity.x() = 1.5;  // Fn .16, tau (.8 + .0653 1.5) 1.5 / 9.8 = .14
  CHECK(codes(model) == std::vector<std::string>{"froude_number"});
  model.bodies[0].linear_velocity.x() = 2.5;  // tau (.8 + .0653 2.5) 2.5 / 9.8 = .25
  CHECK(codes(model) == std::vector<std::string>{"froude_number"});
  model.bodies[0].linear_velocity.x() = 3.0;  // tau .30
  CHECK(codes(model) == std::vector<std::string>{"froude_number", "tau"});
  // adrift in as fast a current it has no speed through the water
  const hydro::Current current({}, {Vector2(3.0, 0.0)});
  model.current = current;
  model.sea = hydro::Sea({{0.8, 1.0, 0.0, 0.0}}, {model.water_depth, model.gravity, current}, 0.0);
  CHECK(codes(model).empty());
}
