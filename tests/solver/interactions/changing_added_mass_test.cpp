/// @file Added mass that changes while a simulation runs.
#include <limits>

#include "hydro/base/error.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/solver/interactions/coupled_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassBlocks;
using solver::AddedMassCoriolis;
using solver::HydroFrame;
using solver::Simulation;

namespace {

constexpr double kMass = 1000.0, kStiffness = 5000.0, kAddedBefore = 800.0, kAddedAfter = 2500.0;

AddedMassBlocks heave_block(double added_mass) {
  AddedMassBlocks blocks;
  blocks.body1(2, 2) = added_mass;
  return blocks;
}

/// A body on a spring that moves in heave only, released 1 m up.
solver::Model oscillator() {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("buoy", kMass, Vector3::Constant(kMass), {0.0, 0.0, 1.0},
                                  {false, false, true, false, false, false})};
  model.loads = {mooring("spring", "buoy", kStiffness * Vector6::Unit(2), Vector6::Zero())};
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "buoy";
  water.blocks = heave_block(kAddedBefore);
  model.added_mass_interactions = {water};
  return model;
}

solver::Model heading_pair() { return coupled_pair(HydroFrame::kHeading, AddedMassCoriolis::kOff); }

}  // namespace

TEST_CASE("added mass that changes: the oscillation goes on from where it is with its new period",
          "[solver][interactions][analytic]") {
  Simulation simulation(oscillator());
  run(simulation, 1.0);
  const double before = std::sqrt(kStiffness / (kMass + kAddedBefore));
  const double z1 = std::cos(before), v1 = -before * std::sin(before);
  const double velocity = simulation.state().bodies[0].velocity[2];

  simulation.set_added_mass("water", heave_block(kAddedAfter));
  // Nothing strikes the buoy: its velocity is the same to the bit, its momentum that of the new W.
  CHECK(simulation.state().bodies[0].velocity[2] == velocity);
  CHECK(simulation.state().bodies[0].momentum[2] ==
        Approx((kMass + kAddedAfter) * velocity).epsilon(1e-14));
  CHECK(read_output(simulation, "buoy.linear_acceleration")[2] ==
        Approx(-kStiffness * simulation.state().bodies[0].position[2] / (kMass + kAddedAfter))
            .epsilon(1e-12));

  run(simulation, 2.0);
  const double after = std::sqrt(kStiffness / (kMass + kAddedAfter));
  const double expected = z1 * std::cos(2.0 * after) + v1 / after * std::sin(2.0 * after);
  // rk4 at a six-hundredth of the period.
  CHECK(simulation.state().bodies[0].position[2] == Approx(expected).epsilon(0.0).margin(1e-8));
}

TEST_CASE("added mass that is switched off: the bodies go on as in a model without it",
          "[solver][interactions]") {
  Simulation switched(heading_pair());
  switched.enable_added_mass("water", false);
  solver::Model dry = heading_pair();
  dry.added_mass_interactions.clear();
  Simulation without(dry);
  run(switched, 1.0);
  run(without, 1.0);
  for (const std::size_t i : {0U, 1U}) {
    CHECK((switched.state().bodies[i].velocity - without.state().bodies[i].velocity).norm() <
          1e-13);
  }
  CHECK(read_output(switched, "first.force.added_mass").norm() == 0.0);
  switched.enable_added_mass("water", true);
  const Vector6 velocity = switched.state().bodies[0].velocity;
  switched.step();
  // On again: no jump, a step's worth of acceleration at most.
  CHECK((switched.state().bodies[0].velocity - velocity).norm() < 0.05);
}

TEST_CASE("added mass that changes: its numbers are in the state, the model's digest is the same",
          "[solver][interactions][state]") {
  Simulation simulation(heading_pair());
  run(simulation, 0.2);
  const solver::State before = simulation.state();
  AddedMassBlocks blocks = heading_pair().added_mass_interactions[0].blocks;
  blocks.body1 *= 1.5;
  simulation.set_added_mass("water", blocks);
  CHECK(simulation.state().model_digest == before.model_digest);
  CHECK(simulation.state().added_masses[0].blocks == blocks);
  run(simulation, 0.2);
  const std::string saved = serialize(simulation.state());
  run(simulation, 0.5);

  Simulation resumed(heading_pair());
  resumed.restore(solver::deserialize(saved));
  run(resumed, 0.5);
  CHECK(identical(resumed.state(), simulation.state()));

  // Back to before the change: the run without it.
  Simulation unchanged(heading_pair());
  run(unchanged, 0.9);
  simulation.restore(before);
  run(simulation, 0.7);
  CHECK(identical(simulation.state(), unchanged.state()));
}

TEST_CASE("added mass that changes: reset brings back the model's", "[solver][interactions]") {
  Simulation simulation(heading_pair());
  const std::string start = serialize(simulation.state());
  simulation.enable_added_mass("water", false);
  run(simulation, 0.1);
  simulation.reset();
  CHECK(serialize(simulation.state()) == start);
  Simulation fresh(heading_pair());
  run(simulation, 0.1);
  run(fresh, 0.1);
  CHECK(identical(simulation.state(), fresh.state()));
}

TEST_CASE("added mass that changes: what cannot be is refused in words, the state untouched",
          "[solver][interactions]") {
  Simulation simulation(heading_pair());
  run(simulation, 0.1);
  const std::string before = serialize(simulation.state());
  const AddedMassBlocks blocks = heading_pair().added_mass_interactions[0].blocks;

  AddedMassBlocks indefinite = blocks;
  indefinite.off_diagonal *= 20.0;
  CHECK_THROWS_WITH(simulation.set_added_mass("water", indefinite),
                    Catch::Contains("must keep mass plus added mass positive definite, got body"));
  AddedMassBlocks asymmetric = blocks;
  asymmetric.body2(0, 1) += 3.0;
  CHECK_THROWS_WITH(
      simulation.set_added_mass("water", asymmetric),
      Catch::Contains("added_mass_interactions['water'].body2_block must be symmetric within 0.05 "
                      "of mass and added mass"));
  AddedMassBlocks infinite = blocks;
  infinite.body1(0, 0) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(simulation.set_added_mass("water", infinite),
                    Catch::Contains("must be finite"));
  CHECK_THROWS_WITH(simulation.enable_added_mass("oil", false),
                    Catch::Contains("added-mass interaction must exist in the model, got 'oil'"));
  CHECK(serialize(simulation.state()) == before);

  Simulation untouched(heading_pair());
  run(untouched, 0.2);
  run(simulation, 0.1);
  CHECK(identical(simulation.state(), untouched.state()));
}
