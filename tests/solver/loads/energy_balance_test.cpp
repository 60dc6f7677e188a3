/// @file The balance of energy and power of whole simulations.
#include <functional>
#include <random>

#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/autopilot.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"
#include "solver/model/loads/mooring_system.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/solver/loads/load_scenes.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::LoadKind;
using solver::Simulation;

namespace {

/// Kinetic plus potential energy and power of a simulation.
struct Balance {
  double energy, power;
};

Balance balance(Simulation& simulation) {
  return {
      read_output(simulation, "energy.kinetic")[0] + read_output(simulation, "energy.potential")[0],
      read_output(simulation, "energy.power")[0]};
}

/// That d(energy)/dt = power some steps after the start, by differences of order 4.
/// @param tolerance of the power, relative to the largest change of energy per step around there
void check_balance(const solver::Model& model, double tolerance,
                   const std::function<void(Simulation&)>& before_step = {}) {
  Simulation simulation(model);
  std::vector<Balance> at;
  for (int step = 0; step < 45; ++step) {
    if (before_step) before_step(simulation);
    if (step >= 40) at.push_back(balance(simulation));
    simulation.step();
  }
  const double h = 1e-9 * static_cast<double>(model.step_ns);
  const auto change = [&](int steps) { return at[2 + steps].energy - at[2 - steps].energy; };
  const double rate = (8.0 * change(1) - change(2)) / (12.0 * h);
  INFO("power " << at[2].power << ", rate " << rate << ", energy " << at[2].energy);
  CHECK(std::abs(rate - at[2].power) <=
        tolerance * (std::abs(rate) + std::abs(at[2].energy)));  // time scales of about a second
}

/// Two heavy bodies with weight in each other's water, on loads of every kind.
solver::Model loaded_pair(std::mt19937& generator) {
  solver::Model model = random_pair(generator);
  model.step_ns = nanoseconds(0.002);
  for (const LoadKind& kind : every_load(kDampedExample)) {
    const bool controls = kind.holds<solver::Autopilot>() ||
                          kind.holds<solver::DynamicPositioning>() ||
                          kind.holds<solver::MooringSystem>();
    if (controls) continue;  // without force, and nothing without what they control
    // A line loses energy in every step, so that it never gains any: tests/solver/lines.
    const solver::Load load{"load" + std::to_string(model.loads.size()), kind};
    if (!load.description().acts_over_steps()) model.loads.push_back(load);
  }
  model.bodies[0].gravity = true;
  return model;
}

solver::AddedMassInteraction water(std::mt19937& generator) {
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "hull";
  water.body2 = "tug";
  water.blocks.body1 = kScale * (random_stiffness(0.5, generator) + Matrix6::Identity());
  water.blocks.body2 = kScale * (random_stiffness(0.5, generator) + Matrix6::Identity());
  water.blocks.off_diagonal = 0.1 * kScale * random_stiffness(1.0, generator);
  return water;
}

}  // namespace

TEST_CASE("energy balance: weight, loads of every kind and joints", "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(21u, 22u, 23u));
  solver::Model model = loaded_pair(generator);
  check_balance(model, 1e-6);
  solver::Joint slide;
  slide.name = "slide";
  slide.type = GENERATE(solver::JointType::kPrismatic, solver::JointType::kHinge);
  slide.body1 = "hull";
  slide.body2 = GENERATE("tug", "");
  slide.axis = {1.0, 2.0, -1.0};
  slide.drives = {{0, solver::SpringDamper{20.0 * kScale, 3.0 * kScale, 0.2}}};
  for (solver::RigidBody& body : model.bodies) {
    body.linear_velocity.setZero();
    body.angular_velocity.setZero();
  }
  model.joints = {slide};
  check_balance(model, 1e-6);
  model.joints[0].drives = {{0, solver::Motor{0.7}}};
  check_balance(model, 1e-6);
}

TEST_CASE("energy balance: added mass in every frame, however it turns",
          "[solver][loads][energy]") {
  using solver::AddedMassCoriolis;
  using solver::HydroFrame;
  std::mt19937 generator(31);
  solver::Model model = loaded_pair(generator);
  solver::AddedMassInteraction pair = water(generator);
  pair.frame =
      GENERATE(HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld, HydroFrame::kFirstBody);
  pair.coriolis =
      GENERATE(AddedMassCoriolis::kOff, AddedMassCoriolis::kMunkYaw, AddedMassCoriolis::kFull);
  model.added_mass_interactions = {pair};
  model.current = hydro::Current({0.0}, {Vector2(GENERATE(0.0, 0.4), 0.1)});
  if (!solver::check(model).empty()) return;  // frames that have no such Coriolis
  check_balance(model, 1e-6);
}

TEST_CASE("energy balance: bodies that a user moves, clients' gains, lumped added mass",
          "[solver][loads][energy]") {
  std::mt19937 generator(41);
  solver::Model model = loaded_pair(generator);
  model.added_mass_interactions = {water(generator)};
  SECTION("kinematic body") {
    model.bodies[0].motion = solver::Motion::kKinematic;
    check_balance(model, 1e-6);
  }
  SECTION("gain of a client, with the force that it belongs to") {
    model.inputs = {{"gain", solver::AccelerationGain{{"tug"}}},
                    {"push", solver::ExternalForce{"tug"}}};
    const MatrixXd gain = Matrix6::Identity() * 3.0 * kScale;
    const Vector6 push = Vector6::Constant(2.0 * kScale);
    check_balance(model, 1e-6, [&](Simulation& simulation) {
      simulation.write_input(0, simulation.time_ns(), {gain.data(), 36});
      simulation.write_input(1, simulation.time_ns(), {push.data(), 6});
    });
  }
  SECTION("lumped: the acceleration before stands for that of now") {
    model.added_mass_interactions[0].mode = solver::AddedMassMode::kLumped;
    check_balance(model, 0.02);
  }
  SECTION("damping of velocities, an act of each step") {
    model.bodies[1].linear_velocity_damping = {0.1, 0.2, 0.3};
    model.bodies[1].angular_velocity_damping = {0.3, 0.2, 0.1};
    check_balance(model, 1e-3);
  }
}

TEST_CASE("energy balance: a hemisphere in waves and current, on a mooring",
          "[solver][loads][energy]") {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.01);
  model.hydrodynamics[0].bodies[0].linear_damping = 1e3 * Matrix6::Identity();
  model.hydrodynamics[0].bodies[0].quadratic_damping = 1e4 * Matrix6::Identity();
  model.bodies[0].pose.attitude = solver::exponential({0.1, -0.2, 0.5});
  model.bodies[0].linear_velocity = {0.3, 0.1, 0.5};
  model.bodies[0].angular_velocity = {0.1, 0.2, -0.1};
  Vector6 spring;
  spring << 1e4, 1e4, 0.0, 0.0, 0.0, 1e4;
  model.loads = {mooring("mooring", "body1", spring, spring)};
  model.current = hydro::Current({0.0}, {Vector2(0.5, 0.2)});
  model.sea = hydro::Sea(jonswap_sea(model, 0.5, 6.0, 0.4, 0.0).components(),
                         {model.water_depth, model.gravity, model.current}, 0.0);
  check_balance(model, 1e-5);
  // Mean drift, slow drift and their damping are power like all of the waves.
  auto drifting = std::make_shared<hydro::Database>(*database);
  set_drift(*drifting,
            [](Eigen::Index, double omega, double b) { return 1e5 * omega * (std::cos(b) + 0.3); });
  model.hydrodynamics[0].database = drifting;
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  model.hydrodynamics[0].second_order.wave_drift_damping = true;
  check_balance(model, 1e-5);
}
