#include "solver/model/bodies/observer_frame.hpp"

#include "solver/model/bodies/rotation.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::ObserverFrame;
using solver::Simulation;

namespace {

solver::Pose at(const Vector3& position) { return {position, Quaternion::Identity()}; }

/// A carousel that turns with 0.5 rad/s about z, and a weight that falls past it.
solver::Model carousel() {
  solver::Model model;
  model.gravity = 9.0;
  model.step_ns = nanoseconds(0.01);
  auto disc = weightless_body("disc", 1.0, {1, 1, 1}, Vector3::Zero());
  disc.motion = solver::Motion::kKinematic;
  disc.angular_velocity = {0.0, 0.0, 0.5};
  auto weight = weightless_body("weight", 1.0, {1, 1, 1}, {4.0, 0.0, 10.0});
  weight.gravity = true;
  model.bodies = {disc, weight};
  model.observers = {{"rim", "disc", at({3.0, 0.0, 0.0}), ""},
                     {"eye", "weight", at({0.0, 0.0, 0.0}), ""},
                     {"eye_from_rim", "weight", at({0.0, 0.0, 0.0}), "rim"},
                     {"rim_from_eye", "disc", at({3.0, 0.0, 0.0}), "eye"}};
  return model;
}

}  // namespace

TEST_CASE("observer on a turning body: it moves on a circle with its centripetal acceleration",
          "[solver][bodies][observer]") {
  Simulation simulation(carousel());
  run(simulation, 2.0);
  const double angle = 0.5 * 2.0;
  const Vector3 radial(std::cos(angle), std::sin(angle), 0.0);
  const Vector3 along(-radial.y(), radial.x(), 0.0);
  CHECK((read_output(simulation, "rim.position") - 3.0 * radial).norm() < 1e-12);
  CHECK((read_output(simulation, "rim.linear_velocity") - 1.5 * along).norm() < 1e-12);
  CHECK((read_output(simulation, "rim.linear_acceleration") + 0.75 * radial).norm() < 1e-12);
  CHECK((read_output(simulation, "rim.angular_velocity") - Vector3(0, 0, 0.5)).norm() < 1e-15);
  CHECK(read_output(simulation, "rim.angular_acceleration").norm() < 1e-15);
  const VectorXd q = read_output(simulation, "rim.orientation");
  CHECK(std::abs(q[0] - std::cos(0.5 * angle)) + std::abs(q[3] - std::sin(0.5 * angle)) < 1e-12);
}

TEST_CASE("a falling body seen from a carousel: closed form in its turning axes",
          "[solver][bodies][observer]") {
  Simulation simulation(carousel());
  run(simulation, 1.2);
  const double t = 1.2;
  const double w = 0.5;
  const double c = std::cos(w * t);
  const double s = std::sin(w * t);
  // r = (4 cos wt - 3, -4 sin wt, 10 - g t^2 / 2), and its derivatives.
  const Vector3 position(4.0 * c - 3.0, -4.0 * s, 10.0 - 4.5 * t * t);
  const Vector3 velocity(-4.0 * w * s, -4.0 * w * c, -9.0 * t);
  const Vector3 acceleration(-4.0 * w * w * c, 4.0 * w * w * s, -9.0);
  CHECK((read_output(simulation, "eye_from_rim.position") - position).norm() < 1e-12);
  CHECK((read_output(simulation, "eye_from_rim.linear_velocity") - velocity).norm() < 1e-12);
  CHECK((read_output(simulation, "eye_from_rim.linear_acceleration") - acceleration).norm() <
        1e-12);
  CHECK((read_output(simulation, "eye_from_rim.angular_velocity") + Vector3(0, 0, w)).norm() <
        1e-15);
  CHECK((read_output(simulation, "rim_from_eye.linear_acceleration") -
         Vector3(-3.0 * w * w * c, -3.0 * w * w * s, 9.0))
            .norm() < 1e-12);
}

TEST_CASE("two tumbling bodies: every relative quantity is the derivative of the one before",
          "[solver][bodies][observer]") {
  solver::Model model;
  const double h = 1e-3;
  model.step_ns = nanoseconds(h);
  model.bodies = {weightless_body("a", 2.0, {1.0, 2.0, 2.5}, {0, 0, 0}),
                  weightless_body("b", 3.0, {2.0, 1.5, 3.0}, {3.0, 1.0, -0.5})};
  model.bodies[0].center_of_mass = {0.2, 0.1, -0.3};
  model.bodies[0].linear_velocity = {1.0, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.5, -0.8, 0.9};
  model.bodies[1].angular_velocity = {-0.6, 0.7, 0.2};
  model.observers = {
      {"base", "b", {{0.3, 0.2, 0.1}, solver::exponential({0.1, 0.8, 0.2})}, ""},
      {"seen", "a", {{1.0, -0.5, 0.4}, solver::exponential({1.0, 0.0, 0.3})}, "base"}};
  Simulation simulation(model);
  std::array<VectorXd, 3> position, velocity, omega;
  VectorXd acceleration, alpha;
  for (std::size_t i = 0; i < 3; ++i) {
    position[i] = read_output(simulation, "seen.position");
    velocity[i] = read_output(simulation, "seen.linear_velocity");
    omega[i] = read_output(simulation, "seen.angular_velocity");
    if (i == 1) acceleration = read_output(simulation, "seen.linear_acceleration");
    if (i == 1) alpha = read_output(simulation, "seen.angular_acceleration");
    simulation.step();
  }
  // Central differences: h^2 / 6 of third derivatives of order 1.
  CHECK(((position[2] - position[0]) / (2.0 * h) - velocity[1]).norm() < 5e-6);
  CHECK(((velocity[2] - velocity[0]) / (2.0 * h) - acceleration).norm() < 5e-6);
  CHECK(((omega[2] - omega[0]) / (2.0 * h) - alpha).norm() < 5e-6);
  CHECK(acceleration.norm() > 0.1);
}

TEST_CASE("observers: on bodies and relative to observers that exist",
          "[solver][bodies][observer]") {
  solver::Model model = carousel();
  model.observers[0].body = "wheel";
  CHECK_THROWS_WITH(Simulation(model),
                    "observers[0].body must name a body of the model, got 'wheel'");
  model = carousel();
  model.observers[2].relative_to = "ear";
  CHECK_THROWS_WITH(Simulation(model),
                    "observers[2].relative_to must name another observer, got 'ear'");
}
