#include "solver/model/loads/bushing.hpp"

#include "solver/model/bodies/rotation.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

Matrix6 positive_matrix(unsigned seed, double size) {
  std::srand(seed);
  const Matrix6 root = Matrix6::Random();
  return size * (root * root.transpose() + 0.1 * Matrix6::Identity());
}

/// Two bodies that fly and tumble, coupled at a point between them.
solver::Model tumbling_pair() {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.bodies = {weightless_body("a", 2.0, {1.0, 2.0, 2.5}, {0, 0, 0}),
                  weightless_body("b", 3.0, {2.0, 1.5, 3.0}, {3.0, 1.0, -0.5})};
  model.bodies[0].pose.attitude = solver::exponential({0.5, 0.1, -0.4});
  model.bodies[1].center_of_mass = {0.1, 0.2, -0.1};
  model.bodies[0].linear_velocity = {1.0, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.5, -0.8, 0.9};
  model.bodies[1].angular_velocity = {-0.6, 0.7, 0.2};
  solver::Bushing bushing;
  bushing.body1 = "a";
  bushing.body2 = "b";
  bushing.pose = {{1.5, 0.5, 0.0}, solver::exponential({0.3, 1.0, 0.2})};
  bushing.stiffness = positive_matrix(11, 20.0);
  model.loads = {{"coupling", bushing}};
  return model;
}

solver::Bushing& bushing_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::Bushing>();
}

Vector6 total_momentum(const Simulation& simulation) {
  Vector6 sum = Vector6::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) {
    sum += body.momentum;
    sum.tail<3>() += body.position.cross(body.momentum.head<3>());
  }
  return sum;
}

double kinetic_energy(const Simulation& simulation) {
  double energy = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    energy += 0.5 * body.momentum.dot(body.velocity);
  }
  return energy;
}

/// x^T K x / 2 by the definition of x, from the poses alone.
double potential_energy(const Simulation& simulation, const solver::Bushing& bushing) {
  const auto& model = simulation.model();
  std::array<solver::Pose, 2> now;  // of the point and axes as each body carries them
  for (std::size_t i = 0; i < 2; ++i) {
    const solver::Pose& start = model.bodies[i].pose;
    const Quaternion turn = simulation.state().bodies[i].attitude * start.attitude.conjugate();
    const Vector3 center = start.position + start.attitude * model.bodies[i].center_of_mass;
    now[i] = {simulation.state().bodies[i].position + turn * (bushing.pose.position - center),
              turn * bushing.pose.attitude};
  }
  Vector6 x;
  x << now[1].attitude.conjugate() * (now[0].position - now[1].position),
      rotation_vector(now[1].attitude.conjugate() * now[0].attitude);
  return 0.5 * x.dot(bushing.stiffness * x);
}

}  // namespace

TEST_CASE("bushing between tumbling bodies: momentum is exact, energy kept at order 4",
          "[solver][loads][bushing]") {
  const auto run_for = [](double step, double& turned) {
    solver::Model model = tumbling_pair();
    model.step_ns = nanoseconds(step);
    Simulation simulation(model);
    const Vector6 momentum = total_momentum(simulation);
    const double energy = kinetic_energy(simulation);
    run(simulation, 4.0);
    CHECK((total_momentum(simulation) - momentum).head<3>().norm() < 1e-12);
    turned = potential_energy(simulation, bushing_of(model));
    return std::abs(kinetic_energy(simulation) + turned - energy) / energy;
  };
  double stored = 0.0;
  const double coarse = run_for(0.02, stored);
  const double fine = run_for(0.01, stored);
  CHECK(stored > 1e-2);  // the coupling works
  CHECK(fine < 1e-5);
  CHECK(coarse / fine > 12.0);
}

TEST_CASE("bushing with damping: energy never grows, at large angles too",
          "[solver][loads][bushing]") {
  solver::Model model = tumbling_pair();
  bushing_of(model).damping = positive_matrix(12, 2.0);
  Simulation simulation(model);
  double last = kinetic_energy(simulation);
  const double start = last;
  for (int i = 0; i < 800; ++i) {
    simulation.step();
    const double energy =
        kinetic_energy(simulation) + potential_energy(simulation, bushing_of(model));
    REQUIRE(energy < last + 1e-9 * start);  // the error of a step of order 4
    last = energy;
  }
  CHECK(last < 0.9 * start);
}

TEST_CASE("bushing to the world: a displaced and turned body feels preload - K x at the point",
          "[solver][loads][bushing]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("body", 2.0, {1, 1, 1}, {0, 0, 0})};
  solver::Bushing bushing;
  bushing.body1 = "body";
  bushing.pose = {{2.0, 0.0, 0.0}, yawed(kPi / 2.0)};
  bushing.stiffness.diagonal() << 10.0, 20.0, 30.0, 1.0, 2.0, 3.0;
  bushing.preload << 0.0, 0.0, 7.0, 0.0, 0.0, 0.0;
  model.loads = {{"mount", bushing}};
  Simulation simulation(model);
  solver::State state = simulation.state();
  state.bodies[0].position = {0.1, 0.0, 0.0};
  simulation.restore(state);
  // 0.1 m along the world's x is -0.1 m along the axes' y: a force of +2 there, -2 along x.
  Vector6 expected;
  expected << -2.0, 0.0, 7.0, 0.0, -14.0, 0.0;
  CHECK((read_output(simulation, "body.force.total") - expected).norm() < 1e-13);
  state.bodies[0].attitude = yawed(0.2);  // about its centre: the point moves, the axes turn
  state.bodies[0].position.setZero();
  simulation.restore(state);
  const Vector3 way(2.0 * std::cos(0.2) - 2.0, 2.0 * std::sin(0.2), 0.0);
  const Vector3 force(-20.0 * way.x(), -10.0 * way.y(), 7.0);
  const Vector3 arm = Vector3(2.0, 0, 0) + way;
  const VectorXd found = read_output(simulation, "body.force.total");
  CHECK((found.head<3>() - force).norm() < 1e-13);
  CHECK((found.tail<3>() - arm.cross(force) - Vector3(0, 0, -3.0 * 0.2)).norm() < 1e-13);
}

TEST_CASE("bushing: bodies must differ and be known", "[solver][loads][bushing]") {
  solver::Model model = tumbling_pair();
  bushing_of(model).body2 = "a";
  CHECK_THROWS_WITH(Simulation(model), "loads[0].bushing.body2 must differ from body1, got 'a'");
  bushing_of(model).body2 = "c";
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].bushing.body2 must name a body of the model, got 'c'");
}
