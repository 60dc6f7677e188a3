#include "solver/model/loads/damper.hpp"

#include <cmath>

#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kLinear = 3.0;
constexpr double kQuadratic = 0.8;

solver::Model damped_pair() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("a", 2.0, {1, 1, 1}, {0, 0, 0}),
                  weightless_body("b", 3.0, {1, 2, 3}, {0, 10, 0})};
  solver::Damper damper;
  damper.body1 = "a";
  damper.linear = kLinear;
  damper.quadratic = kQuadratic;
  model.loads = {{"damper", damper}};
  return model;
}

solver::Damper& damper_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::Damper>();
}

}  // namespace

TEST_CASE("damper: a body along its line slows down as the linear and quadratic law say",
          "[solver][loads][damper]") {
  solver::Model model = damped_pair();
  damper_of(model).point2 = {-5.0, 0.0, 0.0};
  const double v_0 = 1.7;
  model.bodies[0].linear_velocity = {v_0, 0.0, 0.0};
  Simulation simulation(model);
  CHECK(read_output(simulation, "damper.tension")[0] ==
        Approx(kLinear * v_0 + kQuadratic * v_0 * v_0).epsilon(1e-14));
  for (int i = 0; i < 200; ++i) simulation.step();
  // m v' = -c_1 v - c_2 v^2
  const double decay = std::exp(-kLinear * 2.0 / 2.0);
  const double v = kLinear * v_0 * decay / (kLinear + kQuadratic * v_0 * (1.0 - decay));
  CHECK(read_output(simulation, "a.linear_velocity")[0] == Approx(v).epsilon(1e-8));  // h^4
}

TEST_CASE("damper: between turning bodies momentum is kept and energy never gained",
          "[solver][loads][damper]") {
  solver::Model model = damped_pair();
  damper_of(model).body2 = "b";
  damper_of(model).point1 = {0.5, 0.0, 0.3};
  damper_of(model).point2 = {0.0, -0.7, 0.2};
  model.bodies[0].linear_velocity = {0.3, -1.0, 0.2};
  model.bodies[0].angular_velocity = {0.4, 0.2, -0.6};
  model.bodies[1].angular_velocity = {-0.2, 0.5, 0.9};
  Simulation simulation(model);
  const auto momentum = [&] {
    Vector3 sum = Vector3::Zero();
    for (const solver::BodyState& body : simulation.state().bodies) sum += body.momentum.head<3>();
    return sum;
  };
  const auto energy = [&] {
    double sum = 0.0;
    for (const solver::BodyState& body : simulation.state().bodies) {
      sum += 0.5 * body.momentum.dot(body.velocity);
    }
    return sum;
  };
  const Vector3 before = momentum();
  double last = energy();
  const double first = last;
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    CHECK(energy() <= last * (1.0 + 1e-12));  // rounding
    last = energy();
  }
  CHECK(last < 0.9 * first);
  CHECK((momentum() - before).norm() < 1e-12);
}

TEST_CASE("damper: what is refused", "[solver][loads][damper]") {
  solver::Model model = damped_pair();
  damper_of(model).quadratic = -1.0;
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].damper.quadratic must not be negative and must be finite, got -1");
  damper_of(model).quadratic = 0.0;
  damper_of(model).body2 = "a";
  CHECK_THROWS_WITH(Simulation(model), "loads[0].damper.body2 must differ from body1, got 'a'");
}
