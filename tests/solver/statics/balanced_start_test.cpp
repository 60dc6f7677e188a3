/// @file Simulations that begin where forces balance.
#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/model/loads/mooring_system.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// 8000 t on three lines of 902.2 m, anchors at a radius of 853.87 m and 250 m below the fairleads,
/// which are at a radius of 5.2 m: those of the OC3 spar, NREL/TP-500-47535.
solver::Model moored_body(const Vector3& position) {
  solver::Model model = model_of({weightless_body("spar", 8e6, Vector3::Ones() * 1e9, position,
                                                  {true, true, false, false, false, false})});
  model.step_ns = nanoseconds(0.1);
  model.water_depth = 250.0;
  for (int i = 0; i < 3; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / 3.0;
    const Vector3 outwards(std::cos(angle), std::sin(angle), 0.0);
    solver::CatenaryLine line;
    line.body = "spar";
    line.point = 5.2 * outwards;
    line.anchor = 853.87 * outwards - Vector3(0.0, 0.0, 250.0);
    line.length = 902.2;
    line.mass_per_length = 698.094 / model.gravity;
    line.axial_stiffness = 384.243e6;
    model.loads.push_back({"line" + std::to_string(i), line});
  }
  model.course.start = solver::Start::kEquilibrium;
  return model;
}

/// A box off its rest in all that hydrostatics hold, and turned.
solver::Model tilted_box() {
  solver::Model model = box_model({20.0, 10.0, 3.0});
  solver::RigidBody& body = model.bodies[0];
  body.pose.position += Vector3(4.0, -2.0, 0.4);
  body.pose.attitude = solver::exponential({0.05, -0.03, 0.3}) * body.pose.attitude;
  body.linear_velocity = {1.0, 0.0, 0.0};
  model.course.start = solver::Start::kEquilibrium;
  return model;
}

const Finding* find(const Findings& findings, const std::string& name) {
  for (const Finding& finding : findings) {
    if (finding.name == name) return &finding;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("start at equilibrium: a moored body stays within 1e-7 m for 1000 s",
          "[statics][analytic]") {
  solver::Simulation simulation(moored_body({7.0, -3.0, 0.0}));
  const Vector3 start = simulation.state().bodies[0].position;
  CHECK(start.norm() < 1e-9);  // of three lines alike
  const Finding* moved = find(simulation.findings(), "start_moved");
  REQUIRE(moved != nullptr);
  CHECK(moved->value == Approx(std::hypot(7.0, 3.0)).epsilon(1e-9));
  CHECK_THAT(moved->message, Catch::Contains("start: moved spar by 7.616 m, 0 deg"));
  double farthest = 0.0;
  for (int i = 0; i < 10000; ++i) {
    simulation.step();
    farthest = std::max(farthest, (simulation.state().bodies[0].position - start).norm());
  }
  CHECK(farthest < 1e-7);
}

TEST_CASE("start at equilibrium: a box rests; surge, sway and yaw stay as given",
          "[statics][analytic]") {
  const solver::Model model = tilted_box();
  solver::Simulation simulation(model);
  const Vector6 displacement = read_output(simulation, "body1.displacement");
  CHECK(displacement.segment<3>(2).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(displacement[0] == Approx(4.0).epsilon(1e-12));
  CHECK(displacement[1] == Approx(-2.0).epsilon(1e-12));
  CHECK(displacement[5] == Approx(0.3).epsilon(0.0).margin(2e-3));  // the turn out of heel and trim
  CHECK(simulation.state().bodies[0].velocity.isZero(0.0));
  // residual below 1e-11 g
  CHECK(read_output(simulation, "body1.linear_acceleration").norm() < 1e-11 * 9.81);
  CHECK(read_output(simulation, "body1.angular_acceleration").norm() < 1e-11);
}

TEST_CASE("start at equilibrium: a mean load on what nothing holds is told, and heave takes one",
          "[statics]") {
  solver::Model model = tilted_box();
  const bool upright = GENERATE(true, false);
  if (upright) model.bodies[0].pose.attitude = solver::exponential({0.0, 0.0, 0.3});
  solver::ConstantForce force;
  force.body = "body1";
  force.force = {1e5, 0.0, -9810.0 * 200.0 * 0.01};
  model.loads.push_back({"push", force});
  solver::Simulation simulation(model);
  CHECK(read_output(simulation, "body1.displacement")[2] == Approx(-0.01).epsilon(1e-6));
  const Finding* drifts = find(simulation.findings(), "mean_load_unbalanced");
  REQUIRE(drifts != nullptr);
  CHECK_THAT(drifts->message,
             Catch::Contains("nothing holds body1 against a mean load of 1e+05 N"));
}

TEST_CASE("start at equilibrium: reset, restore and an image begin at the same bytes",
          "[statics]") {
  const solver::Model model = tilted_box();
  solver::Simulation simulation(model);
  const std::string start = solver::serialize(simulation.state());
  for (int i = 0; i < 5; ++i) simulation.step();
  const solver::State later = simulation.state();
  simulation.reset();
  CHECK(solver::serialize(simulation.state()) == start);
  simulation.restore(later);
  CHECK(solver::serialize(simulation.state()) == solver::serialize(later));
  solver::ModelImage image = solver::read_model_image(solver::write_model_image(model, nullptr));
  CHECK(image.model.course.start == solver::Start::kEquilibrium);
  CHECK(solver::serialize(solver::Simulation(image.model).state()) == start);
}

TEST_CASE("start at equilibrium: a model without it keeps its digest and the bytes of its image",
          "[statics]") {
  solver::Model model = box_model({20.0, 10.0, 3.0});
  const std::uint64_t digest = solver::digest(model);
  const std::string image = solver::write_model_image(model, nullptr);
  model.course.start = solver::Start::kEquilibrium;
  CHECK(solver::digest(model) != digest);
  CHECK(solver::write_model_image(model, nullptr).size() == image.size() + sizeof(std::int64_t));
}

TEST_CASE("start at equilibrium: what has none is refused with body, dof and load", "[statics]") {
  solver::Model capsizing = box_model({40.0, 10.0, 10.0});  // GM = 100/120 - 5
  capsizing.course.start = solver::Start::kEquilibrium;
  CHECK_THROWS_WITH(solver::Simulation(capsizing),
                    Catch::Contains("body1 is unstable in roll: GM -4.17 m"));
  capsizing.bodies[0].pose.attitude = solver::exponential({0.05, 0.0, 0.0});
  CHECK_THROWS_WITH(solver::Simulation(capsizing),
                    Catch::Contains("body1 is unstable in roll: GM -4.17 m"));

  solver::Model sinking = model_of({heavy_body("stone", 100.0, {0, 0, 0})});
  sinking.course.start = solver::Start::kEquilibrium;
  CHECK_THROWS_WITH(solver::Simulation(sinking),
                    Catch::Contains("integration.start must be as_given where bodies have no "
                                    "stable equilibrium: nothing holds stone in heave against "
                                    "-981 N"));

  solver::Model moored = moored_body({0, 0, 0});
  solver::MooringSystem system;
  system.body = "spar";
  system.input = kOneLine;
  moored.loads = {{"moordyn", system}};
  moored.mooring_library = std::make_shared<SpringMoorings>();
  CHECK_THROWS_WITH(solver::Simulation(moored),
                    Catch::Contains("integration.start must be as_given where a load is a "
                                    "mooring_system"));
}
