#include "server/model/body_changes.hpp"

#include "server/base/service_error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using solver::Simulation;

namespace {

/// A ship of 10 t and a tug of 2 t that feel each other through the water.
Simulation ship_and_tug() {
  solver::Model model;
  model.step_ns = 10'000'000;
  model.bodies = {testing::weightless_body("ship", 1e4, {1e5, 2e5, 3e5}, Vector3::Zero()),
                  testing::weightless_body("tug", 2e3, {1e4, 1e4, 1e4}, {20.0, 0.0, 0.0})};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "ship";
  water.body2 = "tug";
  water.blocks.body1 = 5e3 * Matrix6::Identity();
  water.blocks.body2 = 1e3 * Matrix6::Identity();
  model.added_mass_interactions = {water};
  return Simulation(model);
}

std::string refusal(const v1::ChangeSessionRequest& request) {
  Simulation simulation = ship_and_tug();
  try {
    server::change_bodies(request, simulation);
  } catch (const server::ServiceError& error) {
    return error.what();
  }
  return "";
}

v1::MassChange& mass_of(const std::string& body, v1::ChangeSessionRequest& request) {
  v1::MassChange& change = *request.add_masses();
  change.set_body(body);
  return change;
}

}  // namespace

TEST_CASE("body changes: what is left out stays as it is", "[server][model]") {
  Simulation simulation = ship_and_tug();
  v1::ChangeSessionRequest request;
  mass_of("tug", request).set_mass(2500.0);
  mass_of("ship", request).mutable_inertia()->set_xx(2e5);
  request.mutable_masses(1)->mutable_inertia()->set_yy(2e5);
  request.mutable_masses(1)->mutable_inertia()->set_zz(4e5);
  v1::AddedMassChange& water = *request.add_added_masses();
  water.set_interaction("water");
  for (int i = 0; i < 36; ++i) water.add_body2_block(i % 7 == 0 ? 3e3 : 0.0);
  server::change_bodies(request, simulation);

  CHECK(simulation.model().bodies[1].mass == 2500.0);
  CHECK(simulation.model().bodies[1].inertia == Matrix3(1e4 * Matrix3::Identity()));
  CHECK(simulation.model().bodies[0].mass == 1e4);
  CHECK(simulation.model().bodies[0].inertia == Matrix3(Vector3(2e5, 2e5, 4e5).asDiagonal()));
  const solver::AddedMassState& state = simulation.state().added_masses[0];
  CHECK(state.blocks.body1 == Matrix6(5e3 * Matrix6::Identity()));
  CHECK(state.blocks.body2 == Matrix6(3e3 * Matrix6::Identity()));
  CHECK(state.enabled);

  v1::ChangeSessionRequest off;
  off.add_added_masses()->set_interaction("water");
  off.mutable_added_masses(0)->set_enabled(false);
  server::change_bodies(off, simulation);
  CHECK_FALSE(simulation.state().added_masses[0].enabled);
  CHECK(simulation.state().added_masses[0].blocks == state.blocks);
}

TEST_CASE("body changes: what is refused says where", "[server][model]") {
  v1::ChangeSessionRequest request;
  mass_of("ship", request).set_mass(2e4);
  v1::MassChange& change = mass_of("tug", request);
  change.set_mass(-3.0);
  CHECK_THAT(refusal(request),
             StartsWith("masses[1]") && Contains("must be positive and finite, got -3"));
  change.set_mass(3.0);
  change.add_center_of_mass(1.0);
  CHECK_THAT(refusal(request), StartsWith("masses[1].center_of_mass") && Contains("3 values"));
  change.clear_center_of_mass();
  change.set_body("barge");
  CHECK_THAT(refusal(request), StartsWith("masses[1]") && Contains("got 'barge'"));

  v1::ChangeSessionRequest other;
  v1::AddedMassChange& water = *other.add_added_masses();
  water.set_interaction("quay");
  CHECK_THAT(refusal(other), StartsWith("added_masses[0]") && Contains("got 'quay'"));
  water.set_interaction("water");
  for (int i = 0; i < 35; ++i) water.add_body1_block(0.0);
  CHECK_THAT(refusal(other), StartsWith("added_masses[0].body1_block") && Contains("36"));
  water.add_body1_block(0.0);
  water.set_body1_block(0, -2e4);  // more than the ship's mass
  CHECK_THAT(refusal(other), StartsWith("added_masses[0]") && Contains("positive definite"));
}
