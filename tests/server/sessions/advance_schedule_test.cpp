#include "server/sessions/advance_schedule.hpp"

#include <algorithm>

#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using server::Reason;
using server::SilencePolicy;
using server::StepResult;

namespace {

/// A long time from now: every delay and timeout is over.
server::Lease::Clock::time_point much_later() {
  return server::Lease::Clock::now() + std::chrono::hours(1);
}

server::ParticipantDeclaration silent_writer(SilencePolicy policy) {
  auto declaration = required_writer("pusher", 0);
  declaration.silence.policy = policy;
  declaration.silence.timeout = std::chrono::milliseconds(100);
  return declaration;
}

/// A controller that waits for the participant "pusher", which writes push_a.
struct Waiting {
  explicit Waiting(SilencePolicy policy = SilencePolicy::kPause) : owners({silent_writer(policy)}) {
    owners.recorded.initialize({});
    controller = &owners.attach(controller_order(), client);
    writer = &owners.attach(participant_order("pusher", "push_a"), pusher);
    owners.push(*writer, 0, 1.0);
    owners.advance(*controller, 1);
    owners.advance(*controller, 2);
  }

  SessionOwners owners;
  std::shared_ptr<NotingListener> client = listener();
  std::shared_ptr<NotingListener> pusher = listener();
  server::SessionStream* controller = nullptr;
  server::SessionStream* writer = nullptr;
};

}  // namespace

TEST_CASE("schedule: a step waits for the samples of a required participant", "[sessions]") {
  Waiting session;
  auto& owners = session.owners;
  CHECK(owners.recorded.step_index() == 1);
  CHECK(owners.schedule.waiting());
  CHECK(owners.schedule.waiting_for() == std::vector<std::string>{"pusher"});
  CHECK(session.client->frames.size() == 1);
  owners.push(*session.writer, kTenth, 1.0);
  CHECK(owners.recorded.step_index() == 2);
  CHECK(session.client->frames.size() == 1);
  owners.push(*session.writer, 2 * kTenth, 1.0);
  CHECK(owners.recorded.step_index() == 3);
  CHECK_FALSE(owners.schedule.waiting());
  CHECK(owners.schedule.idle());
  REQUIRE(session.client->frames.size() == 2);
  CHECK(session.client->frames[1].wait_ns > 0);
  CHECK(session.client->frame_rows[1].size() == 2);
  CHECK(session.client->frame_rows[1][1] == Approx(0.09).epsilon(1e-12));
  CHECK(owners.schedule.times().wait.count() >= session.client->frames[1].wait_ns);
}

TEST_CASE("schedule: a run that an event has ended waits for no participant", "[sessions]") {
  solver::Model model = pushed_mass();
  solver::Event& event = model.events.emplace_back();
  event.name = "arrived";
  event.at = 0.2;
  event.actions.emplace_back().end = solver::EventEnd{"it is there"};
  SessionOwners owners({required_writer("pusher", 0)}, std::nullopt, 0, 15000, model);
  owners.recorded.initialize({});
  const auto client = listener(), pusher = listener();
  server::SessionStream& controller = owners.attach(controller_order(), client);
  server::SessionStream& writer = owners.attach(participant_order("pusher", "push_a"), pusher);
  owners.push(writer, 0, 1.0);
  owners.push(writer, kTenth, 1.0);
  owners.advance(controller, 4);
  CHECK(owners.schedule.waiting());  // for the sample at .2 s, where the event will fire
  owners.push(writer, 2 * kTenth, 1.0);
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == StepResult::kEnded);
  CHECK(client->frame_rows[0].size() == 2);
  CHECK(client->frame_rows[0][1] == Approx(0.04).epsilon(1e-12));
  CHECK(owners.recorded.step_index() == 2);
  for (const auto& told : {client, pusher}) {
    CHECK(std::count(told->notices.begin(), told->notices.end(), "RUN_ENDED") == 1);
  }
  owners.advance(controller, 3);
  REQUIRE(client->frames.size() == 2);
  CHECK(client->frames[1].result == StepResult::kEnded);
  CHECK(client->frame_rows[1].empty());
  CHECK(owners.schedule.idle());
  CHECK(std::count(client->notices.begin(), client->notices.end(), "RUN_ENDED") == 1);
}

TEST_CASE("schedule: a wait is announced once, when it has lasted", "[sessions]") {
  Waiting session;
  auto& schedule = session.owners.schedule;
  schedule.serve_wait(server::Lease::Clock::now());
  CHECK(session.client->needs.empty());
  CHECK_FALSE(schedule.consume_due(server::Lease::Clock::now()));
  CHECK(schedule.consume_due(much_later()));
  schedule.serve_wait(much_later());
  schedule.serve_wait(much_later());
  CHECK(session.client->needs == std::vector<std::string>{"pusher"});
  CHECK(session.pusher->needs == std::vector<std::string>{"pusher"});
  CHECK_FALSE(schedule.consume_due(much_later()));
}

TEST_CASE("schedule: a silent participant is dealt with by its rule", "[sessions]") {
  SECTION("pause: the session waits on") {
    Waiting session(SilencePolicy::kPause);
    session.owners.schedule.serve_wait(much_later());
    CHECK(session.client->notices == std::vector<std::string>{"PARTICIPANT_SILENT"});
    CHECK(session.owners.schedule.waiting());
    session.owners.subscribers.renew_lease(*session.writer);
    CHECK(session.client->notices.back() == "PARTICIPANT_RETURNED");
  }
  SECTION("fail: the controller is evicted") {
    Waiting session(SilencePolicy::kFail);
    session.owners.schedule.serve_wait(much_later());
    CHECK(session.client->closed == Reason::kParticipantSilent);
    CHECK(session.owners.schedule.idle());
    CHECK_FALSE(session.owners.schedule.waiting());
    CHECK_FALSE(session.owners.recorded.writers().find("pusher")->silent);
  }
  SECTION("hold_last: its newest sample goes on, by records") {
    Waiting session(SilencePolicy::kHoldLast);
    const auto records = session.owners.recorder->records.size();
    session.owners.schedule.serve_wait(much_later());
    CHECK(session.owners.recorded.step_index() == 3);
    CHECK(session.client->frame_rows[1][1] == Approx(0.09).epsilon(1e-12));
    CHECK(session.owners.recorder->records.size() == records + 2);  // one a step
  }
  SECTION("detach: the session goes on without it") {
    Waiting session(SilencePolicy::kDetach);
    session.owners.schedule.serve_wait(much_later());
    CHECK(session.pusher->closed == Reason::kParticipantSilent);
    CHECK(session.owners.recorded.step_index() == 3);
  }
}

TEST_CASE("schedule: a paused session waits for nobody but its end", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  owners.schedule.pause();
  owners.schedule.pause();  // as it is
  owners.advance(controller, 1);
  CHECK(owners.recorded.step_index() == 0);
  CHECK(owners.schedule.waiting());
  CHECK(owners.schedule.waiting_for().empty());
  owners.schedule.serve_wait(much_later());
  CHECK(client->needs.empty());
  owners.schedule.resume();
  CHECK(owners.recorded.step_index() == 1);
  CHECK(client->notices == std::vector<std::string>{"SESSION_PAUSED", "SESSION_RESUMED"});
}

TEST_CASE("schedule: a long Advance gives others their turn, and ends with one frame",
          "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  server::AttachOrder order = controller_order();
  order.output_stride = 50000;
  auto& controller = owners.attach(order, client);
  owners.defers = true;
  owners.advance(controller, 100000);
  CHECK(owners.posted.size() == 1);
  CHECK_FALSE(owners.schedule.idle());
  CHECK_THROWS_WITH(owners.schedule.require_idle("ResetSession"),
                    Contains("ResetSession during an Advance is not possible"));
  CHECK(client->frames.empty());
  owners.run_posted();
  CHECK(owners.recorded.step_index() == 100000);
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frame_rows[0].size() == 2);
  CHECK(owners.schedule.times().compute.count() == client->frames[0].compute_ns);
}

TEST_CASE("schedule: an Advance that cannot be meant is refused", "[sessions]") {
  SessionOwners owners({}, std::nullopt, 10 * kTenth);
  owners.recorded.initialize({});
  auto& controller = owners.attach(controller_order(), listener());
  auto& observer = owners.attach(observer_order(1), listener());
  auto& schedule = owners.schedule;
  CHECK_THROWS_WITH(schedule.advance(observer, {0, 1}), Contains("must come from the controller"));
  CHECK_THROWS_WITH(schedule.advance(controller, {0, 0}), Contains("must be from 1 to 100000"));
  CHECK_THROWS_WITH(schedule.advance(controller, {5, 1}),
                    Contains("expected_step_index must be 0, got 5"));
  CHECK_THROWS_WITH(schedule.advance(controller, {0, 11}),
                    Contains("steps must end by stop_time_ns 1000000000, got 1100000000"));
  CHECK_THROWS_WITH(schedule.advance(controller, {0, 70000}), Contains("at most 400000 values"));
  CHECK(owners.recorded.step_index() == 0);
  schedule.advance(controller, {0, 10});
  CHECK(owners.recorded.step_index() == 10);
}

TEST_CASE("schedule: who never waits is evicted where it would", "[sessions]") {
  SessionOwners owners({required_writer("pusher", 0)});
  owners.recorded.initialize({});
  const auto client = listener();
  server::AttachOrder order = controller_order();
  order.never_waits = true;
  owners.advance(owners.attach(order, client), 1);
  CHECK(client->closed == Reason::kWaitingForInputs);
  CHECK(owners.subscribers.controller() == nullptr);
  CHECK(owners.schedule.idle());
}

TEST_CASE("schedule: nobody is told of a step that could not be kept", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  const auto other = listener();
  auto& controller = owners.attach(controller_order(), client);
  owners.attach(observer_order(1), other);
  owners.recorder->full = true;
  owners.advance(controller, 1);
  CHECK(client->frames.empty());
  CHECK(other->frames.empty());
  CHECK(client->closed == Reason::kStorageFull);
  CHECK(other->closed == Reason::kStorageFull);
  CHECK(owners.recorded.step_index() == 1);
  CHECK(owners.recorded.written().step_index == 0);
  owners.recorder->full = false;
  owners.tentative_steps.commit();
  CHECK(owners.recorded.written().step_index == 1);
  CHECK(owners.subscribers.streams().empty());
  CHECK(owners.schedule.idle());
}

TEST_CASE("schedule: a step that fails discards what was ordered on top of it", "[sessions]") {
  SessionOwners owners;
  owners.recorded.initialize(overflowing_push());
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  owners.schedule.pause();
  owners.advance(controller, 1);
  owners.schedule.advance(controller, {1, 1});
  owners.schedule.resume();
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == StepResult::kDiscarded);
  CHECK(client->closed == Reason::kStepConflict);
}

TEST_CASE("schedule: who leaves does so after its Advances", "[sessions]") {
  Waiting session;
  auto& owners = session.owners;
  owners.schedule.leave(*session.controller);
  CHECK_FALSE(session.client->has_left);
  owners.push(*session.writer, kTenth, 1.0);
  owners.push(*session.writer, 2 * kTenth, 1.0);
  CHECK(session.client->frames.size() == 2);
  CHECK(session.client->has_left);
  CHECK(owners.subscribers.controller() == nullptr);
  CHECK(owners.subscribers.streams().size() == 1);
}

TEST_CASE("schedule: what is cut short ends where it stands", "[sessions]") {
  Waiting session;
  session.owners.schedule.cut_short();
  REQUIRE(session.client->frames.size() == 2);
  CHECK(session.client->frames[1].result == StepResult::kEarlyReturn);
  CHECK(session.client->frames[1].step_index == 1);
  CHECK(session.owners.schedule.idle());
}

TEST_CASE("step cost: steps alike cost what one of them does", "[sessions]") {
  server::StepCost cost;
  CHECK(cost.foreseen(100) == 0ns);
  cost.add(3000ns, 3);
  cost.add(5000ns, 5);
  CHECK(cost.mean() == 1000ns);
  CHECK(cost.foreseen(100) == 100us);
  CHECK(cost.total() == 8000ns);
}

TEST_CASE("step cost: one that was interrupted counts as no more than two", "[sessions]") {
  server::StepCost cost;
  cost.add(800ns, 1);
  cost.add(1s, 1);
  CHECK(cost.mean() == 900ns);  // (7 * 800 + 2 * 800) / 8
}

TEST_CASE("step cost: what was tried and undone costs time and foresees nothing", "[sessions]") {
  server::StepCost cost;
  cost.add(700ns, 0);
  CHECK(cost.total() == 700ns);
  CHECK(cost.foreseen(10) == 0ns);
}

TEST_CASE("schedule: a step that gives way has not happened, and is taken afterwards",
          "[sessions][cancellation]") {
  SessionOwners owners;
  owners.recorded.initialize({});
  const auto client = listener();
  auto& controller = owners.attach(controller_order(), client);
  const std::string before = owners.bytes();
  owners.defers = true;
  const server::AdvanceKind kind =
      GENERATE(server::AdvanceKind::kFinal, server::AdvanceKind::kTentative);
  owners.interruption.request();
  owners.advance(controller, 2, kind);
  for (int turn = 0; turn < 3; ++turn) {
    REQUIRE(owners.posted.size() == 1);
    const server::Task slice = std::move(owners.posted.front());
    owners.posted.pop_front();
    slice();
    CHECK(owners.bytes() == before);
    CHECK(client->frames.empty());
    CHECK(client->rows.empty());
  }
  owners.interruption.withdraw();
  owners.run_posted();
  REQUIRE(client->frames.size() == 1);
  CHECK(client->failures.empty());
  CHECK(owners.recorded.step_index() == (kind == server::AdvanceKind::kFinal ? 2 : 0));
}
