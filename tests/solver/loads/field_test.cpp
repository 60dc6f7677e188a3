#include "hydro/database/readers/read_database.hpp"
#include "solver/simulation/run/embedding.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// A push per kg that grows with time and drags.
class Wind final : public solver::ForceField {
 public:
  Vector6 force(const solver::RigidBody& body, const solver::BodyKinematics& at,
                double time) const override {
    Vector6 wrench = Vector6::Zero();
    wrench.head<3>() = body.mass * (Vector3(time, 0, 0) - at.velocity.head<3>());
    return wrench;
  }
};

/// Towards a point as a linear spring does, per kg.
class Asteroid final : public solver::GravityField {
 public:
  Vector3 acceleration(const Vector3& position) const override { return -position; }
};

solver::Model heavy_pair() {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.bodies = {weightless_body("a", 2.0, {1, 1, 1}, {3.0, 0.0, 0.0}),
                  weightless_body("b", 5.0, {1, 1, 1}, {0.0, 4.0, 0.0})};
  return model;
}

void weigh_all(solver::Model& model) {
  for (solver::RigidBody& body : model.bodies) body.gravity = true;
}

}  // namespace

TEST_CASE("force field: acts on all bodies or on those that it names, at stage times",
          "[solver][loads][field]") {
  solver::Model model = heavy_pair();
  model.force_fields = {{"wind", std::make_shared<Wind>(), {}}};
  Simulation all(model);
  run(all, 1.0);
  // v' = t - v from rest: v = t - 1 + exp(-t).
  for (const solver::BodyState& body : all.state().bodies) {
    CHECK(std::abs(body.velocity[0] - std::exp(-1.0)) < 1e-9);
  }
  model.force_fields[0].bodies = {"b"};
  Simulation one(model);
  run(one, 1.0);
  CHECK(one.state().bodies[0].velocity.norm() == 0.0);
  CHECK(one.state().bodies[1].velocity == all.state().bodies[1].velocity);
  CHECK(last_force(one, 1)[0] > 0.0);
}

TEST_CASE("force field: given, named, on bodies that exist", "[solver][loads][field]") {
  solver::Model model = heavy_pair();
  model.force_fields = {{"wind", nullptr, {}}};
  CHECK_THROWS_WITH(Simulation(model), "force_fields[0].field must be given, got nothing");
  model.force_fields = {{"wind", std::make_shared<Wind>(), {"c"}}};
  CHECK_THROWS_WITH(Simulation(model),
                    "force_fields[0].bodies[0] must name a body of the model, got 'c'");
}

TEST_CASE("gravity: uniform by default, per body, and set in a model that has no other",
          "[solver][loads][gravity]") {
  solver::Model model = heavy_pair();
  model.bodies[1].gravity = true;
  CHECK(set_uniform_gravity(model, 5.0));
  CHECK((gravity_at(Simulation(model), 1) - Vector3(0, 0, -5.0)).norm() == 0.0);
  CHECK(gravity_at(Simulation(model), 0).norm() == 0.0);  // without weight
  model.gravity_field = std::make_shared<Asteroid>();
  CHECK_FALSE(set_uniform_gravity(model, 7.0));
  CHECK(model.gravity == 5.0);
  CHECK((gravity_at(Simulation(model), 1) - Vector3(0, -4.0, 0)).norm() == 0.0);
}

TEST_CASE("point gravity: a body on a circle about the origin stays on it",
          "[solver][loads][gravity]") {
  // v^2 / r = g: r = 3, g = 12, v = 6, period 2 pi r / v = pi.
  solver::Model model = heavy_pair();
  weigh_all(model);
  model.step_ns = nanoseconds(0.005);
  model.gravity_field = std::make_shared<solver::PointGravity>(Vector3::Zero(), 12.0);
  model.bodies[0].linear_velocity = {0.0, 6.0, 0.0};
  Simulation simulation(model);
  run(simulation, 3.0);
  const Vector3 expected(3.0 * std::cos(6.0), 3.0 * std::sin(6.0), 0.0);
  // Order 4 with w h = .01.
  CHECK((simulation.state().bodies[0].position - expected).norm() < 1e-8);
  CHECK(solver::PointGravity({1, 2, 3}, 12.0).acceleration({1, 2, 3}).norm() == 0.0);
  CHECK_THROWS_WITH(solver::PointGravity(Vector3::Zero(), -1.0),
                    "magnitude of a point gravity must not be negative, got -1");
}

TEST_CASE("custom gravity: bodies of any mass swing about the origin with one period",
          "[solver][loads][gravity]") {
  solver::Model model = heavy_pair();
  weigh_all(model);
  model.gravity_field = std::make_shared<Asteroid>();
  Simulation simulation(model);
  run(simulation, 2.0);
  // x = x_0 cos t; the phase of order 4 at h = .02 is h^4 t / 120 = 3e-9 behind.
  CHECK((simulation.state().bodies[0].position - std::cos(2.0) * Vector3(3, 0, 0)).norm() < 2e-8);
  CHECK((simulation.state().bodies[1].position - std::cos(2.0) * Vector3(0, 4, 0)).norm() < 2e-8);
}

TEST_CASE("a gravity field of its own: refused where bodies float in uniform gravity",
          "[solver][loads][gravity]") {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.1);
  model.gravity_field = std::make_shared<Asteroid>();
  CHECK_THROWS_WITH(Simulation(model),
                    "gravity_field must be omitted where bodies float: their buoyancy is that of "
                    "environment.gravity, got a field");
}
