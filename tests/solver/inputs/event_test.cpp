#include "solver/model/inputs/event.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Event;
using solver::EventAction;
using solver::EventCondition;
using solver::EventSetting;
using solver::Simulation;

namespace {

Event when(std::string name, EventCondition condition, std::vector<EventAction> actions) {
  Event event;
  event.name = std::move(name);
  event.when = std::move(condition);
  event.actions = std::move(actions);
  return event;
}

Event at(std::string name, double time, std::vector<EventAction> actions) {
  Event event;
  event.name = std::move(name);
  event.at = time;
  event.actions = std::move(actions);
  return event;
}

EventCondition above(std::string output, double level) {
  EventCondition condition;
  condition.output = std::move(output);
  condition.above = level;
  return condition;
}

EventCondition below(std::string output, double level) {
  EventCondition condition;
  condition.output = std::move(output);
  condition.below = level;
  return condition;
}

EventAction enable(std::string name, double delay = 0.0) {
  return {{std::move(name)}, {}, {}, delay};
}
EventAction disable(std::string name, double delay = 0.0) {
  return {{}, {std::move(name)}, {}, delay};
}

/// A constant force along x [N].
solver::Load push(double force) {
  solver::LinearMooring load;
  load.body = "body";
  load.preload[0] = force;
  return {"push", load};
}

/// A body of 1000 kg that moves along x from `start` [m].
solver::Model body_of_a_tonne(double step, double start = 0.0) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("body", 1000.0, {1e3, 1e3, 1e3}, {start, 0.0, 0.0})};
  return model;
}

/// With a spring of 4000 N/m to x = 0.
solver::Model on_a_spring(double step, double start) {
  solver::Model model = body_of_a_tonne(step, start);
  Vector6 stiffness = Vector6::Zero();
  stiffness[0] = 4000.0;
  solver::LinearMooring spring;
  spring.body = "body";
  spring.stiffness = stiffness.asDiagonal();
  spring.rest_pose = solver::Pose{};
  model.loads = {{"spring", spring}};
  return model;
}

double x_of(Simulation& simulation) { return read_output(simulation, "body.position")[0]; }
double speed_of(Simulation& simulation) {
  return read_output(simulation, "body.linear_velocity")[0];
}

std::string refusal(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Pushes to the right beyond x = .5, until x < -.5.
solver::Model pushed_to_and_fro() {
  solver::Model model = on_a_spring(0.01, 1.0);
  model.loads.push_back(push(400.0));
  model.loads.back().enabled = false;
  model.events = {when("on", above("body.position", 0.5), {enable("push")}),
                  when("off", below("body.position", -0.5), {disable("push")})};
  for (Event& event : model.events) event.once = false;
  return model;
}

}  // namespace

// U8 of docs/reference: closed forms, recomputed independently.
TEST_CASE("event: a force that ends where the body passes 2 m is seen at the next step",
          "[solver][event]") {
  solver::Model model = body_of_a_tonne(0.05);
  model.loads = {push(500.0)};
  model.events = {when("passed", above("body.position", 2.0), {disable("push")})};
  Simulation simulation(model);
  run(simulation, 2.85);
  CHECK(x_of(simulation) == Approx(2.030625).epsilon(1e-12));
  CHECK(read_number(simulation, "passed.count") == 0.0);
  run(simulation, 0.05);
  CHECK(read_number(simulation, "passed.count") == 1.0);
  CHECK(read_number(simulation, "passed.active") == 1.0);
  CHECK(speed_of(simulation) == Approx(1.425).epsilon(1e-12));
  run(simulation, 7.1);
  CHECK(x_of(simulation) == Approx(12.219375).epsilon(1e-12));
}

TEST_CASE("event: a spring that is let go at a time", "[solver][event]") {
  solver::Model model = on_a_spring(0.005, 1.0);
  model.events = {at("let_go", 3.2, {disable("spring")})};
  Simulation simulation(model);
  run(simulation, 5.0);
  CHECK(x_of(simulation) == Approx(.573607781).epsilon(0.0).margin(1e-8));
  CHECK(read_number(simulation, "let_go.count") == 1.0);
}

TEST_CASE("event: a force switched on and off by where the body is, again and again",
          "[solver][event]") {
  Simulation simulation(pushed_to_and_fro());
  const std::vector<std::array<double, 3>> expected{
      {4, .464161607, -.523413032}, {7, .009684098, -.878514689}, {10, -.337874206, -.193599139}};
  for (const auto& [count, x, speed] : expected) {
    run(simulation, 10.0);
    CHECK(x_of(simulation) == Approx(x).epsilon(0.0).margin(1e-7));
    CHECK(speed_of(simulation) == Approx(speed).epsilon(0.0).margin(1e-7));
    CHECK(read_number(simulation, "on.count") == count);
  }
}

TEST_CASE(
    "event: the bytes are those of a client that streams the same switches; copies and stored "
    "states go on alike",
    "[solver][event][state]") {
  Simulation fired(pushed_to_and_fro());
  solver::Model streamed_model = pushed_to_and_fro();
  streamed_model.events.clear();
  streamed_model.inputs.push_back({"switch", solver::LoadEnabled{"push"}});
  Simulation streamed(streamed_model);
  std::int64_t on = 0, off = 0;
  const auto step_both = [&] {
    const std::int64_t ons = on, offs = off;
    fired.step();
    const std::int64_t then = fired.time_ns() - fired.model().step_ns;
    on = fired.state().events[0].count, off = fired.state().events[1].count;
    if (on > ons) streamed.write_input(0, then, std::vector{1.0});
    if (off > offs) streamed.write_input(0, then, std::vector{0.0});
    streamed.step();
    REQUIRE(motion_hash(fired.state()) == motion_hash(streamed.state()));
  };
  for (int i = 0; i < 700; ++i) step_both();
  CHECK(on > 2);
  Simulation stored(pushed_to_and_fro());
  stored.restore(solver::deserialize(serialize(fired.state())));
  run(fired, 5.0);
  run(stored, 5.0);
  CHECK(identical(fired.state(), stored.state()));
}

TEST_CASE("event: a weak link lets go at its own force; delays, lines and chains of events",
          "[solver][event]") {
  solver::Model model = body_of_a_tonne(0.01);
  solver::Joint link;
  link.name = "link";
  link.body1 = "body";
  model.joints = {link};
  model.inputs.push_back({"pull", solver::ExternalForce{"body"}});
  EventSetting pull;
  pull.input = "pull";
  pull.value = {1000.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  pull.over = 10.0;
  model.events = {at("begin", 0.0, {{{}, {}, pull, 0.0}}),
                  when("parted", below("link.force", -400.0), {disable("link")}),
                  when("again", above("parted.count", 0.5), {enable("link", 0.5)})};
  Simulation simulation(model);
  run(simulation, 4.0);
  CHECK(read_number(simulation, "parted.count") == 0.0);
  CHECK(read_output(simulation, "link.force")[0] == Approx(-400.0).epsilon(1e-9));
  run(simulation, 0.03);
  CHECK(read_number(simulation, "parted.count") == 1.0);
  CHECK(read_number(simulation, "again.count") == 1.0);
  run(simulation, 0.3);
  CHECK(speed_of(simulation) > 0.1);
  CHECK_THROWS_WITH(simulation.write_input(0, simulation.time_ns(), std::vector<double>(6, 0.0)),
                    Contains("input 'pull' must not be written: events write it in the model"));
  run(simulation, 0.4);
  CHECK(std::abs(speed_of(simulation)) < 1e-9);
}

TEST_CASE("event: armed by a level of its own, after a dwell and within a window",
          "[solver][event]") {
  solver::Model model = on_a_spring(0.01, 1.0);  // x = cos 2t
  EventCondition swing = above("body.position", 0.9);
  swing.rearm = 0.0;
  Event armed = when("armed", swing, {});
  armed.once = false;
  EventCondition stays = above("body.position", 0.0);
  stays.dwell = 1.0;
  Event late = when("late", above("body.position", 0.9), {});
  late.after = 4.0;
  late.before = 6.0;  // passed at t = 6.06 alone
  model.events = {armed, when("stays", stays, {}), late};
  Simulation simulation(model);
  run(simulation, 6.01);
  CHECK(read_number(simulation, "armed.count") == 1.0);  // at pi - .2255, not at the start
  CHECK(read_number(simulation, "stays.count") == 1.0);  // of pi/2 s above 0, from 2.36 s
  CHECK(read_number(simulation, "late.count") == 0.0);
}

TEST_CASE("event: a step that fails takes the event back", "[solver][event]") {
  solver::Model model = body_of_a_tonne(0.01);
  model.inputs.push_back({"pull", solver::ExternalForce{"body"}});
  EventSetting pull;
  pull.input = "pull";
  pull.value = {1e60, 0.0, 0.0, 0.0, 0.0, 0.0};
  model.events = {at("blow", 0.05, {{{}, {}, pull, 0.0}})};
  Simulation simulation(model);
  run(simulation, 0.05);
  const solver::State before = simulation.state();
  CHECK_THROWS_AS(simulation.step(), Error);
  CHECK(identical(simulation.state(), before));
  CHECK(read_number(simulation, "blow.count") == 0.0);
}

TEST_CASE("event: two that answer one another at every step are ended with words",
          "[solver][event]") {
  solver::Model model = body_of_a_tonne(0.01);
  model.loads = {push(1.0)};
  model.events = {when("off", above("body.linear_acceleration", 5e-4), {disable("push")}),
                  when("on", below("body.linear_acceleration", 5e-4), {enable("push")})};
  for (Event& event : model.events) event.once = false;
  Simulation simulation(model);
  CHECK_THROWS_WITH(run(simulation, 20.0), Contains("must not fire at 1000 steps running"));
}

TEST_CASE("event: what cannot be is refused with path and rule", "[solver][event]") {
  solver::Model model = pushed_to_and_fro();
  model.events[0].when->output = "body.positoin";
  CHECK_THAT(refusal(model), Contains("events[0].when.output must name an output of the model") &&
                                 Contains("such as body.position"));
  model = pushed_to_and_fro();
  model.events[0].when->component = 3;
  CHECK_THAT(refusal(model), Contains("events[0].when.component must lie within 0 to 2, got 3"));
  model = pushed_to_and_fro();
  model.events[0].when->below = 0.0;
  CHECK_THAT(refusal(model), Contains("events[0].when must have either above or below, got both"));
  model = pushed_to_and_fro();
  model.events[0].when->rearm = 0.6;
  CHECK_THAT(refusal(model), Contains("events[0].when.rearm must be at most above, got 0.6"));
  model = pushed_to_and_fro();
  model.events[0].at = 1.0;
  CHECK_THAT(refusal(model), Contains("events[0] must have either at or when, got both"));
  model = pushed_to_and_fro();
  model.events[0].actions = {enable("ghost"), {}};
  CHECK_THAT(refusal(model),
             Contains("events[0].do[0].enable[0] must name a load, a joint or a contact reader") &&
                 Contains("events[0].do[1] must have one of enable, disable, set"));
  model = pushed_to_and_fro();
  EventSetting set;
  set.load = "push";
  set.channel = "speed";
  set.value = {1.0};
  model.events[0].actions = {{{}, {}, set, 0.0}};
  CHECK_THAT(refusal(model), Contains("events[0].do[0].set"));
  model.events[1].name = "on";
  CHECK_THAT(refusal(model), Contains("events[1].name"));
}

TEST_CASE("events: a latch holds a swinging mass at each stop, and lets it go again",
          "[solver][events]") {
  // U13 of the reference cases.
  constexpr double kStep = 0.002;
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("float", 1e5, Vector3::Ones(), Vector3::Zero())};
  solver::Joint guide;
  guide.name = "guide";
  guide.type = solver::JointType::kPrismatic;
  guide.body1 = "float";
  guide.axis = Vector3::UnitZ();
  guide.drives = {{0, solver::SpringDamper{4e5, 2e4, 0.0}}, {0, solver::LockDrive{}, false}};
  model.joints = {guide};
  solver::ExternalForce push;
  push.body = "float";
  model.inputs = {{"push", push}};
  const auto latch = [](const char* name, EventCondition condition, double rearm) {
    condition.rearm = rearm;
    EventAction hold, release;
    hold.hold = solver::DriveName{"guide", 1};
    release.release = solver::DriveName{"guide", 1};
    release.delay = 2.0;
    Event event = when(name, condition, {hold, release});
    event.once = false;
    return event;
  };
  model.events = {latch("top", below("guide.speed", 0.0), 0.01),
                  latch("bottom", above("guide.speed", 0.0), -0.01)};
  Simulation simulation(model);
  std::vector<std::pair<double, double>> stops;
  double count = 0.0;
  while (stops.size() < 5) {
    const double t = 1e-9 * static_cast<double>(simulation.time_ns());
    const std::array<double, 6> force{0.0, 0.0, 3e4 * std::cos(0.8 * (t + 0.5 * kStep)), 0, 0, 0};
    simulation.write_input(0, simulation.time_ns(), force);
    const double before = read_number(simulation, "guide.position");
    simulation.step();
    const double fired =
        read_number(simulation, "top.count") + read_number(simulation, "bottom.count");
    if (fired > count) stops.emplace_back(t, before);
    count = fired;
  }
  const std::array<std::pair<double, double>, 5> expected{{{1.377018893, 0.113783657},
                                                           {4.919804613, -0.228853455},
                                                           {8.503593135, 0.328765233},
                                                           {12.106368621, -0.405743966},
                                                           {15.721227681, 0.455265673}}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(stops[i].first == Approx(expected[i].first).epsilon(0.0).margin(3.0 * kStep));
    CHECK(stops[i].second == Approx(expected[i].second).epsilon(0.0).margin(5e-4));
  }
}

TEST_CASE("events: what cannot be held is refused with its field", "[solver][events]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("body", 1.0, Vector3::Ones(), Vector3::Zero())};
  solver::Joint guide;
  guide.name = "guide";
  guide.type = solver::JointType::kPrismatic;
  guide.body1 = "body";
  guide.drives = {{0, solver::SpringDamper{}}};
  model.joints = {guide};
  EventAction hold;
  hold.hold = solver::DriveName{"guide", 0};
  hold.delay = 1.0;
  model.events = {at("latch", 1.0, {hold})};
  CHECK_THROWS_WITH(Simulation(model),
                    Contains("events[0].do[0].delay must be 0 for hold") &&
                        Contains("events[0].do[0].hold.drive must be a lock among the drives"));
}
