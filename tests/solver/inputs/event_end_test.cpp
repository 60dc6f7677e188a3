/// @file Events that end a run or mark something in it.
#include "hydro/base/error.hpp"
#include "solver/model/inputs/event.hpp"
#include "solver/simulation/run/run_end.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Event;
using solver::EventAction;
using solver::Simulation;

namespace {

/// A tonne that goes along x by 1 m/s.
solver::Model moving_tonne() {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("body", 1000.0, Vector3::Ones(), Vector3::Zero())};
  model.bodies[0].linear_velocity = Vector3::UnitX();
  return model;
}

Event at_time(std::string name, double time, std::vector<EventAction> actions) {
  Event event;
  event.name = std::move(name);
  event.at = time;
  event.actions = std::move(actions);
  return event;
}

Event beyond(double x, std::vector<EventAction> actions) {
  Event event;
  event.name = "passed";
  event.when.emplace().output = "body.position";
  event.when->above = x;
  event.actions = std::move(actions);
  return event;
}

std::string refused(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

EventAction end_of_run(std::string reason, double delay = 0.0) {
  EventAction action;
  action.end = solver::EventEnd{std::move(reason)};
  action.delay = delay;
  return action;
}

EventAction mark(std::string text) {
  EventAction action;
  action.mark = std::move(text);
  return action;
}

/// Steps until an event ends the run.
solver::RunEnded end_of(Simulation& simulation) {
  try {
    run(simulation, 100.0);
  } catch (const solver::RunEnded& ended) {
    return ended;
  }
  throw Error(ErrorCode::kInternal, "the run has not ended");
}

}  // namespace

TEST_CASE("events: the run ends at the step at which a body has passed, and stays there",
          "[solver][events]") {
  solver::Model model = moving_tonne();
  model.events = {beyond(2.02, {mark("two meters"), end_of_run("far enough")})};
  Simulation simulation(model);
  const solver::RunEnded ended = end_of(simulation);
  CHECK(ended.end().event == "passed");
  CHECK(ended.end().reason == "far enough");
  CHECK(ended.end().time == Approx(2.05).epsilon(1e-12));
  CHECK(ended.fired() == std::vector<std::size_t>{0});
  CHECK(simulation.time_ns() == nanoseconds(2.05));
  CHECK(read_number(simulation, "body.position") == Approx(2.05).epsilon(1e-12));
  const solver::State state = simulation.state();
  CHECK_THROWS_WITH(simulation.step(), Contains("a run must not go on after its end, at 2.05 s by "
                                                "event 'passed': far enough"));
  CHECK(identical(simulation.state(), state));
  CHECK(model.events[0].text() == "mark: two meters; end: far enough");
}

TEST_CASE(
    "events: an end after a delay stands in the state, whose bytes are the old ones until then",
    "[solver][events][state]") {
  solver::Model model = moving_tonne();
  model.events = {at_time("begin", 1.0, {end_of_run("done", 0.52)}),
                  at_time("later", 1.2, {mark("here")})};
  Simulation simulation(model);
  run(simulation, 1.0);
  const auto version = [](const std::string& bytes) { return static_cast<int>(bytes.at(8)); };
  CHECK(version(serialize(simulation.state())) == 14);
  run(simulation, 0.25);
  CHECK(version(serialize(simulation.state())) == 16);
  Simulation stored(model);
  stored.restore(solver::deserialize(serialize(simulation.state())));
  for (Simulation* each : {&simulation, &stored}) {
    const solver::RunEnded ended = end_of(*each);
    CHECK(ended.end().reason == "done");
    CHECK(ended.fired().empty());
    CHECK(each->time_ns() == nanoseconds(1.55));  // the first step at or after 1.52 s
  }
  CHECK(identical(simulation.state(), stored.state()));
}

TEST_CASE("events: texts of ends and marks are one line", "[solver][events]") {
  solver::Model model = moving_tonne();
  model.events = {at_time("begin", 1.0, {end_of_run("")}),
                  at_time("then", 2.0, {mark("one\ntwo")})};
  CHECK_THAT(refused(model), Contains("events[0].do[0].end.reason must have 1 to 200 characters, "
                                      "got 0") &&
                                 Contains("events[1].do[0].mark must be one line"));
}
