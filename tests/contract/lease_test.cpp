/// @file Who may control a session, and for how long without a word.
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr std::int64_t kLease = 300;  // ms, long enough for a machine that is busy elsewhere

v1::SessionSpec with_short_lease() {
  v1::SessionSpec spec = with_participant();
  spec.set_lease_ms(kLease);
  return spec;
}

v1::Attach successor_of(const std::string& session, const std::string& token = "") {
  v1::Attach attach = controller_of(session);
  attach.set_take_over(true);
  attach.set_resume_token(token);
  return attach;
}

void outlive_lease() { std::this_thread::sleep_for(std::chrono::milliseconds(kLease + 100)); }

/// What ends a stream that somebody else has replaced.
std::string end_of(client::Exchange& stream) {
  return error_of([&] {
           while (true) stream.receive();
         })
      .reason();
}

}  // namespace

TEST_CASE("lease: every stream is told how long it may be silent", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto usual = client.start_session(two_bodies());
  CHECK(usual.spec().lease_ms() == 15000);
  CHECK(client.exchange(controller_of(usual.name())).attached().lease_ms() == 15000);
  const auto session = client.start_session(with_short_lease());
  auto stream = client.exchange(waves_of(session.name()));
  CHECK(stream.attached().lease_ms() == kLease);
  CHECK(stream.attached().next_sequence() == 1);
  CHECK(stream.attached().resume_token().size() == 32);
}

TEST_CASE("lease: a controller that is heard keeps its place, a silent one loses it on request",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_short_lease());
  auto waves = client.exchange(waves_of(session.name()));
  auto first = client.exchange(controller_of(session.name()));
  for (int i = 0; i < 6; ++i) {  // twice the lease
    std::this_thread::sleep_for(std::chrono::milliseconds(kLease / 3));
    first.send(heartbeat());
  }
  const auto refused = error_of([&] { client.exchange(successor_of(session.name())); });
  CHECK(refused.code() == grpc::StatusCode::ABORTED);
  CHECK(refused.reason() == "CONTROLLER_CONFLICT");

  CHECK(next_notice(waves, "CONTROLLER_LOST").step_index() == 0);
  const auto polite = error_of([&] { client.exchange(controller_of(session.name())); });
  CHECK(polite.reason() == "CONTROLLER_CONFLICT");
  auto second = client.exchange(successor_of(session.name()));
  CHECK(end_of(first) == "LEASE_LOST");
  send_samples(waves, 0, 1);
  CHECK(second.step().step_index() == 1);
}

TEST_CASE("lease: a controller whose lease is over goes on where nobody took its place",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_short_lease());
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 1);
  auto controller = client.exchange(controller_of(session.name()));
  outlive_lease();
  CHECK(controller.step().step_index() == 1);
  CHECK(error_of([&] { client.exchange(successor_of(session.name())); }).reason() ==
        "CONTROLLER_CONFLICT");
}

TEST_CASE("lease: a controller hands over by its token, in the middle of what it ordered",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto first = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 3);
  first.send_advance(10);
  // The third of the ten steps is the last one that has its waves: the session waits after it.
  while (waves.receive().frame().step_index() < 3) {
  }
  CHECK(error_of([&] { client.exchange(successor_of(session.name(), "guessed")); }).reason() ==
        "CONTROLLER_CONFLICT");
  auto second = client.exchange(successor_of(session.name(), first.attached().resume_token()));
  CHECK(end_of(first) == "LEASE_LOST");
  CHECK(second.step_index() == 3);
  send_samples(waves, 4, 4);
  CHECK(second.step().step_index() == 4);
}

TEST_CASE("lease: a participant behind a dead connection is replaced after its lease",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_short_lease());
  auto half_open = client.exchange(waves_of(session.name()));
  send_samples(half_open, 0, 2);
  const auto early = error_of([&] { client.exchange(waves_of(session.name())); });
  CHECK(early.reason() == "PARTICIPANT_EXISTS");
  outlive_lease();
  auto waves = client.exchange(waves_of(session.name()));
  CHECK(end_of(half_open) == "LEASE_LOST");
  CHECK(waves.attached().watermark_ns() == 2 * kStep);
}

TEST_CASE("lease: unread answers to heartbeats do not pile up", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  constexpr int kCount = 200000;
  for (int i = 1; i <= kCount; ++i) stream.send(heartbeat(i));
  int answers = 0;
  bool ascending = true;
  for (std::int64_t nonce = 0; nonce < kCount; ++answers) {
    const std::int64_t next = stream.receive().heartbeat_ack().nonce();
    ascending = ascending && next > nonce;
    nonce = next;
  }
  CHECK(ascending);
  // What fits into the windows of the connection is on its way; all that waited was one answer.
  CHECK(answers < kCount);
}
