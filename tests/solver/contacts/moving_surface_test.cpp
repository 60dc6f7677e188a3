// Surfaces whose velocity differs from point to point.
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kTurn = 1.4;  // rad/s, of a turntable

/// A homogeneous ball of radius .1 that rolls over the origin of a turntable at a speed along x.
Model ball_on_turntable(double speed, double step) {
  Model model = stone_model(1.0, 0.0, step);
  add_ground(model, Plane{});
  model.shapes[0].surface_spin.z() = kTurn;
  add_solid(model, "ball", Sphere{0.1}, 2.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  model.bodies[0].linear_velocity.x() = speed;
  model.bodies[0].angular_velocity.y() = speed / 0.1;
  return model;
}

class GrowingSpeed final : public SurfaceMotion {
 public:
  Vector3 velocity(const Vector3& point, double time) const override {
    return {point.y() + time, 0.0, 0.0};
  }
};

/// Its friction force where a block slides on a surface.
Vector3 friction_on_block(const Vector3& place, std::shared_ptr<const SurfaceMotion> motion) {
  Model model = stone_model(0.3, 0.0, 0.01);
  add_ground(model, Plane{}, {{0.0, 5.0, 0.0}, yawed(0.0)});
  model.shapes[0].surface_motion = std::move(motion);
  add_solid(model, "block", Box{{0.2, 0.2, 0.1}}, 1.0, {place, yawed(0.0)});
  Simulation simulation(std::move(model));
  simulation.step();
  return read_output(simulation, "touch.friction_force");
}

}  // namespace

TEST_CASE("moving surface: a ball on a turntable runs in circles at 2/7 of its turn",
          "[contacts][friction][analytic]") {
  // (2/5) m a^2 dw/dt = -a z x F and no slip give dv/dt = (2/7) Omega x v, wherever the ball is.
  const double omega = 2.0 / 7.0 * kTurn, speed = 0.4, radius = speed / omega;
  const auto error = [&](double step) {
    Simulation simulation(ball_on_turntable(speed, step));
    run(simulation, 2.5);
    const Vector3 expected(radius * std::sin(2.5 * omega), radius * (1.0 - std::cos(2.5 * omega)),
                           0.1);
    return (simulation.state().bodies[0].position - expected).norm();
  };
  const double coarse = error(0.01), fine = error(0.005);
  CHECK(fine < 2e-3 * radius);
  CHECK(fine < 0.55 * coarse);  // of order 1 where bodies touch
}

TEST_CASE("moving surface: what turns about itself alone, turns what stands on its axis",
          "[contacts][friction]") {
  Model model = stone_model(0.5, 0.0, 0.005);
  add_ground(model, Plane{});
  model.shapes[0].surface_spin.z() = 0.7;
  add_solid(model, "block", Box{{0.4, 0.4, 0.1}}, 5.0, {{0.0, 0.0, 0.05}, yawed(0.0)});
  Simulation simulation(std::move(model));
  run(simulation, 3.0);
  const Vector6& velocity = simulation.state().bodies[0].velocity;
  CHECK(velocity[5] == Approx(0.7).epsilon(1e-6));
  CHECK(velocity.head<3>().norm() < 1e-6);
}

TEST_CASE("moving surface: a user's own is asked in the frame of the shape",
          "[contacts][friction]") {
  const auto motion = std::make_shared<GrowingSpeed>();
  const double most = 0.3 * kGravity;
  // The plane's origin is at y = 5: the surface runs along -x below it, along +x above.
  CHECK(friction_on_block({0.0, 3.0, 0.05}, motion).x() == Approx(-most).epsilon(1e-4));
  CHECK(friction_on_block({0.0, 7.0, 0.05}, motion).x() == Approx(most).epsilon(1e-4));
  CHECK(friction_on_block({0.0, 7.0, 0.05}, nullptr).isZero(1e-9));
}

TEST_CASE("moving surface: a spin that is not finite is refused", "[contacts][check]") {
  Model model = ball_on_turntable(0.1, 0.01);
  model.shapes[0].surface_spin.y() = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains("shapes[0].surface_spin[1] must be finite"));
}
