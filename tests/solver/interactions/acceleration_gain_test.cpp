/// @file Gains of forces that clients give: F = F0 - G a on the left-hand side of a step.
#include "hydro/base/error.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "tests/solver/interactions/coupled_pair.hpp"
#include "tests/solver/interactions/heaving_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassMode;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kStep = 0.01;

/// The added mass of the heaving pair as a matrix of both bodies.
MatrixXd heaving_gain() {
  MatrixXd gain = MatrixXd::Zero(12, 12);
  const Eigen::Matrix2d A = HeavingPair::added_mass();
  for (const int i : {0, 1}) {
    for (const int j : {0, 1}) gain(6 * i + 2, 6 * j + 2) = A(i, j);
  }
  return gain;
}

/// The pair with a client in the place of the water.
solver::Model pair_with_client(double step) {
  solver::Model model = HeavingPair::dry_model(step);
  model.inputs = {{"gain", solver::AccelerationGain{{"a", "b"}}}};
  return model;
}

void write_gain(Simulation& simulation, const MatrixXd& gain, std::size_t input = 0) {
  // Symmetric, so that rows and columns are one.
  simulation.write_input(input, simulation.time_ns(),
                         {gain.data(), static_cast<std::size_t>(gain.size())});
}

double largest_difference(const Simulation& one, const Simulation& other) {
  double largest = 0.0;
  for (std::size_t i = 0; i < one.state().bodies.size(); ++i) {
    const solver::BodyState& a = one.state().bodies[i];
    const solver::BodyState& b = other.state().bodies[i];
    largest = std::max({largest, (a.position - b.position).cwiseAbs().maxCoeff(),
                        (a.velocity - b.velocity).cwiseAbs().maxCoeff()});
  }
  return largest;
}

/// b (I -I; -I I) between the translations of two bodies: F = -b (a1 - a2) on the first.
MatrixXd inerter(double inertance) {
  MatrixXd gain = MatrixXd::Zero(12, 12);
  for (const int i : {0, 6}) {
    for (const int j : {0, 6}) {
      gain.block<3, 3>(i, j) = (i == j ? inertance : -inertance) * Matrix3::Identity();
    }
  }
  return gain;
}

/// Two weightless bodies that turn and drift, a spring between them.
solver::Model free_pair() {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("a", 1000.0, {500.0, 800.0, 900.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 400.0, {200.0, 300.0, 400.0}, {6.0, 1.0, 0.0})};
  model.bodies[0].linear_velocity = {0.5, 0.2, -0.1};
  model.bodies[0].angular_velocity = {0.3, -0.2, 0.4};
  solver::PointSpring spring;
  spring.body1 = "a";
  spring.point1 = {1.0, 0.5, 0.0};
  spring.body2 = "b";
  spring.point2 = {-1.0, 0.0, 0.5};
  spring.stiffness = 2.0e4;
  spring.rest_length = 3.0;
  model.loads = {{"spring", spring}};
  model.inputs = {{"gain", solver::AccelerationGain{{"a", "b"}}},
                  {"push", solver::ExternalForce{"a"}}};
  return model;
}

}  // namespace

TEST_CASE("acceleration gain above the mass: one pass is the monolithic step, lagged it diverges",
          "[solver][interactions][analytic]") {
  for (const double step : {0.02, 0.005}) {
    Simulation client(pair_with_client(step));
    Simulation monolithic(HeavingPair::wet_model(step, AddedMassMode::kCoupled));
    double largest = 0.0, off = 0.0;
    while (client.time_ns() < nanoseconds(20.0)) {
      write_gain(client, heaving_gain());
      client.step();
      monolithic.step();
      largest = std::max(largest, largest_difference(client, monolithic));
      const double time = 1e-9 * static_cast<double>(client.time_ns());
      off = std::max(off,
                     std::abs(read_output(client, "a.position")[2] - HeavingPair::exact(time)[0]));
    }
    CHECK(largest < 1e-9);  // round-off of 4000 steps in two forms of one matrix
    CHECK(off < 1e-6);      // rk4 against the closed form
    CHECK(std::abs(HeavingPair::heave_with_lagged_force(step, 60.0, 10.0).back()) > 10.0);
  }
}

TEST_CASE("acceleration gain with a force: a mass bolted on is a heavier body",
          "[solver][interactions][analytic]") {
  constexpr double kMass = 800.0, kBolted = 2000.0;
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("hull", kMass, Vector3::Constant(1.0), {0.0, 0.0, 1.0},
                                  {true, true, true, false, false, false})};
  model.bodies[0].gravity = true;
  model.loads = {mooring("spring", "hull", Vector6::Constant(5.0e3), Vector6::Constant(300.0))};
  solver::Model heavy = model;
  heavy.bodies[0].mass = kMass + kBolted;
  model.inputs = {{"gain", solver::AccelerationGain{{"hull"}}},
                  {"weight", solver::ExternalForce{"hull"}}};
  Simulation client(model);
  Simulation monolithic(heavy);
  MatrixXd gain = MatrixXd::Zero(6, 6);
  gain.topLeftCorner<3, 3>() = kBolted * Matrix3::Identity();
  const Vector6 weight = -kBolted * model.gravity * Vector6::Unit(2);
  for (int i = 0; i < 1000; ++i) {
    write_gain(client, gain);
    client.write_input(1, client.time_ns(), {weight.data(), 6});
    client.step();
    monolithic.step();
  }
  CHECK(std::abs(monolithic.state().bodies[0].position[2]) > 0.5);
  CHECK(largest_difference(client, monolithic) < 1e-11);
  // What reaches the true mass: all but the weight of the bolted mass goes through its inertia.
  const double a = read_output(client, "hull.linear_acceleration")[2];
  CHECK(read_output(client, "hull.force.total")[2] == Approx(kMass * a).epsilon(1e-12));
}

TEST_CASE("acceleration gain between two bodies: it moves no momentum, whatever it is",
          "[solver][interactions][conservation]") {
  Simulation simulation(free_pair());
  const Vector3 start = simulation.state().bodies[0].momentum.head<3>();
  const Vector6 push = 50.0 * Vector6::Unit(0);
  simulation.write_input(1, 0, {push.data(), 6});
  for (int i = 0; i < 300; ++i) {
    if (i % 7 == 0) write_gain(simulation, inerter(100.0 + 10.0 * i));
    simulation.step();
  }
  const solver::State& state = simulation.state();
  const Vector3 end = state.bodies[0].momentum.head<3>() + state.bodies[1].momentum.head<3>();
  const Vector3 impulse = 300 * kStep * push.head<3>();
  CHECK((end - start - impulse).norm() < 1e-10 * start.norm());
  // The momentum in the state is that of the bodies alone.
  CHECK((state.bodies[1].momentum.head<3>() - 400.0 * state.bodies[1].velocity.head<3>()).norm() <
        1e-10);
}

TEST_CASE("acceleration gain: every stepper takes it as it takes added mass of the model",
          "[solver][interactions]") {
  for (const StepperKind stepper : {StepperKind::kRungeKutta4, StepperKind::kMidpoint,
                                    StepperKind::kSpook, StepperKind::kMoreauJean}) {
    for (const double damping : {0.0, 0.3}) {
      solver::Model own = free_pair();
      own.stepper = stepper;
      own.bodies[1].linear_velocity_damping.setConstant(damping);
      solver::Model given = own;
      own.inputs.clear();
      solver::AddedMassInteraction water;
      water.name = "water";
      water.body1 = "a";
      water.body2 = "b";
      water.frame = solver::HydroFrame::kWorld;
      const MatrixXd A = inerter(700.0);
      water.blocks = {A.topLeftCorner<6, 6>(), A.bottomRightCorner<6, 6>(),
                      A.topRightCorner<6, 6>()};
      own.added_mass_interactions = {water};
      Simulation monolithic(own);
      Simulation client(given);
      write_gain(client, A);
      run(monolithic, 1.0);
      run(client, 1.0);
      CHECK(largest_difference(client, monolithic) < 1e-10);
    }
  }
}

TEST_CASE("acceleration gain that changes: a run goes on bit for bit from a saved state",
          "[solver][interactions][state]") {
  const auto go_on = [](Simulation& simulation) {
    for (int i = 0; i < 20; ++i) {
      write_gain(simulation, inerter(100.0 + 50.0 * (i % 3)));
      simulation.step();
    }
  };
  Simulation first(free_pair());
  go_on(first);
  const std::string saved = serialize(first.state());
  const Vector6 velocity = first.state().bodies[0].velocity;
  write_gain(first, inerter(5000.0));
  CHECK(read_output(first, "a.linear_velocity") == velocity.head<3>());  // nothing strikes
  go_on(first);
  Simulation second(free_pair());
  second.restore(solver::deserialize(saved));
  go_on(second);
  CHECK(identical(first.state(), second.state()));
  first.restore(solver::deserialize(saved));  // with other gains in its masses
  go_on(first);
  CHECK(identical(first.state(), second.state()));
}

TEST_CASE("acceleration gain: what no system could be solved with is refused in words",
          "[solver][interactions]") {
  Simulation simulation(pair_with_client(kStep));
  MatrixXd gain = heaving_gain();
  gain(8, 2) += 1.0;
  CHECK_THROWS_WITH(write_gain(simulation, gain),
                    "input 'gain': acceleration gain must be symmetric, differs by 1 between body "
                    "'b' heave and body 'a' heave");
  gain = heaving_gain();
  gain(2, 2) = -1.0e6;
  CHECK_THROWS_WITH(write_gain(simulation, gain),
                    Catch::Matchers::Contains("must keep mass plus gain positive definite") &&
                        Catch::Matchers::Contains("body 'a' heave"));
  const double one = 1.0;
  CHECK_THROWS_WITH(simulation.write_input(0, 0, {&one, 1}),
                    "input 'gain': sample must have 144 values, got 1");
  // Surge does not move here: what stands there is no matter.
  gain = heaving_gain();
  gain(0, 0) = -1.0e9;
  CHECK_NOTHROW(write_gain(simulation, gain));

  solver::Model model = HeavingPair::dry_model(kStep);
  model.inputs = {{"gain", solver::AccelerationGain{{"a", "a", "c"}}},
                  {"none", solver::AccelerationGain{}}};
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Matchers::Contains("inputs[0].acceleration_gain.bodies[1] must name each body once") &&
          Catch::Matchers::Contains("got 'c'") &&
          Catch::Matchers::Contains("inputs[1].acceleration_gain.bodies must name a body"));
}
