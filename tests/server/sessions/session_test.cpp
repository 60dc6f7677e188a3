/// @file What concerns more than one owner of a session.
#include "server/sessions/session.hpp"

#include <future>

#include "tests/server/sessions/session_owners.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using server::Reason;
using server::SessionState;

namespace {

struct RunningSession {
  explicit RunningSession(std::vector<server::ParticipantDeclaration> participants = {})
      : session(std::make_shared<server::Session>("sessions/mass", set_up(std::move(participants)),
                                                  pool)) {
    session->initialize({{"push_a", {0, 0, 1, 0, 0, 0}}});
  }

  /// Waits for a slice that a call has posted; until then the test must not touch the session.
  void settle() const {
    std::promise<void> done;
    session->strand().post([&] { done.set_value(); });
    done.get_future().wait();
  }

  void advance(server::SessionStream& stream, std::int64_t count) const {
    session->schedule().advance(stream, {session->recorded().step_index(), count});
    settle();
  }

  /// A force on heave from `time_ns` on.
  void push(server::SessionStream& stream, std::int64_t time_ns, double force) const {
    const std::vector<double> values{0.0, 0.0, force, 0.0, 0.0, 0.0};
    session->streams().write_inputs(
        stream, {stream.port.next_sequence, {&time_ns, 1}, values, std::nullopt});
    settle();
  }

  server::WorkerPool pool{1};
  std::shared_ptr<server::Session> session;

 private:
  static server::SessionSetup set_up(std::vector<server::ParticipantDeclaration> participants) {
    solver::Simulation simulation(pushed_mass());
    server::OutputColumns outputs(simulation.outputs(), {"mass.displacement"}, 1);
    v1::SessionSpec spec;
    spec.set_lease_ms(1000);
    return {std::move(simulation), spec, std::move(participants), std::move(outputs)};
  }
};

}  // namespace

TEST_CASE("session: nobody attaches before it is initialised or after its end", "[sessions]") {
  RunningSession running;
  auto& session = *running.session;
  session.reset();
  CHECK_THROWS_WITH(session.streams().attach(controller_order(), listener()),
                    Contains("attaching is not possible in state CREATED"));
  session.terminate();
  CHECK_THROWS_WITH(session.streams().attach(controller_order(), listener()),
                    Contains("attaching is not possible in state TERMINATED"));
  CHECK_THROWS_WITH(session.change_bodies([](solver::Simulation&) {}),
                    Contains("ChangeSession is not possible in state TERMINATED"));
  CHECK_THROWS_WITH(session.reset(), Contains("ResetSession is not possible in state TERMINATED"));
}

TEST_CASE("session: back at a checkpoint, nobody gets a row from before", "[sessions]") {
  RunningSession running;
  auto& session = *running.session;
  const auto client = listener();
  const auto observer = listener();
  auto& controller = session.streams().attach(controller_order(), client);
  session.streams().attach(observer_order(1), observer);
  session.checkpoints().create("");
  running.advance(controller, 1);
  running.advance(controller, 2);
  REQUIRE(observer->frames.size() == 1);
  session.restore_checkpoint("1");
  CHECK(session.recorded().step_index() == 0);
  CHECK(client->notices == std::vector<std::string>{"CHECKPOINT_RESTORED"});
  CHECK(observer->rows.empty());
  running.advance(controller, 2);
  REQUIRE(client->frame_rows.size() == 3);
  CHECK(client->frame_rows[2][0] == client->frame_rows[0][0]);
  CHECK(client->frame_rows[2][1] == client->frame_rows[1][0]);
}

TEST_CASE("session: during an Advance it goes nowhere else", "[sessions]") {
  RunningSession running({required_writer("pusher", 0)});
  auto& session = *running.session;
  auto& controller = session.streams().attach(controller_order(), listener());
  session.checkpoints().create("");
  running.advance(controller, 1);
  CHECK_THROWS_WITH(session.reset(), Contains("ResetSession during an Advance"));
  CHECK_THROWS_WITH(session.restore_checkpoint("1"), Contains("RestoreCheckpoint during an"));
}

TEST_CASE("session: whoever was disconnected resumes where another waited", "[sessions]") {
  RunningSession running({required_writer("pusher", 0)});
  auto& session = *running.session;
  const auto client = listener();
  auto& controller = session.streams().attach(controller_order(), client);
  auto& pusher = session.streams().attach(participant_order("pusher", "push_a"), listener());
  server::AttachOrder order = participant_order("pusher", "push_a");
  order.resume_token = pusher.resume_token;
  running.advance(controller, 1);
  session.streams().disconnect(pusher);
  CHECK(session.schedule().waiting());
  auto& back = session.streams().attach(order, listener());
  running.push(back, 0, 2.0);
  REQUIRE(client->frame_rows.size() == 1);
  CHECK(client->frame_rows[0][0] == Approx(0.02).epsilon(1e-12));  // z = F t^2

  const auto other = listener();
  session.streams().attach(observer_order(1), other);
  session.streams().disconnect(controller);
  CHECK(other->notices == std::vector<std::string>{"CONTROLLER_LOST"});
}

TEST_CASE("session: a client that stops talking leaves after its Advances", "[sessions]") {
  RunningSession running({required_writer("pusher", 0)});
  auto& session = *running.session;
  const auto client = listener();
  auto& controller = session.streams().attach(controller_order(), client);
  auto& pusher = session.streams().attach(participant_order("pusher", "push_a"), listener());
  running.advance(controller, 1);
  session.streams().end_requests(controller);
  CHECK_FALSE(client->has_left);
  running.push(pusher, 0, 0.0);
  CHECK(client->frames.size() == 1);
  CHECK(client->has_left);
}

TEST_CASE("session: who gives credit lets the session go on", "[sessions]") {
  RunningSession running({required_writer("pusher", 0)});
  auto& session = *running.session;
  auto& controller = session.streams().attach(controller_order(), listener());
  const auto client = listener();
  server::AttachOrder order = participant_order("pusher", "push_a");
  order.credit = 1;
  auto& pusher = session.streams().attach(order, client);
  running.push(pusher, 0, 0.0);
  running.push(pusher, kTenth, 0.0);
  running.advance(controller, 1);
  CHECK(client->frames.size() == 1);
  running.advance(controller, 1);
  CHECK(session.recorded().step_index() == 1);  // it cannot take another frame
  session.streams().add_credit(pusher, 1);
  running.settle();
  CHECK(session.recorded().step_index() == 2);
  CHECK(client->frames.size() == 2);
}

TEST_CASE("session: when the server stops, Advances end where they stand", "[sessions]") {
  RunningSession running({required_writer("pusher", 0)});
  auto& session = *running.session;
  const auto client = listener();
  auto& controller = session.streams().attach(controller_order(), client);
  running.advance(controller, 1);
  session.drain();
  REQUIRE(client->frames.size() == 1);
  CHECK(client->frames[0].result == server::StepResult::kEarlyReturn);
  CHECK(client->notices == std::vector<std::string>{"DRAINING"});
  CHECK(client->closed == Reason::kDraining);
  CHECK(session.state() == SessionState::kTerminated);
}

TEST_CASE("session: its timers are due once", "[sessions]") {
  RunningSession running;
  auto& session = *running.session;
  const auto client = listener();
  session.streams().attach(controller_order(), client);
  const auto now = server::Lease::Clock::now();
  CHECK_FALSE(session.consume_due_timers(now));
  CHECK(session.consume_due_timers(now + std::chrono::seconds(2)));
  CHECK_FALSE(session.consume_due_timers(now + std::chrono::seconds(2)));
  session.serve_timers();  // not over yet by the clock: asks to be asked again
  CHECK(client->notices.empty());
  CHECK(session.consume_due_timers(now + std::chrono::seconds(2)));
}
