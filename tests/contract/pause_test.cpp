/// @file Sessions that are held on request, and who holds them otherwise.
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using Stub = client::Client::Stub;

v1::Session pause(client::Client& client, const std::string& name) {
  v1::PauseSessionRequest request;
  request.set_name(name);
  return client.call(&Stub::PauseSession, request).session();
}

v1::Session resume(client::Client& client, const std::string& name) {
  v1::ResumeSessionRequest request;
  request.set_name(name);
  return client.call(&Stub::ResumeSession, request).session();
}

v1::Session status(client::Client& client, const std::string& name) {
  v1::GetSessionRequest request;
  request.set_name(name);
  return client.call(&Stub::GetSession, request).session();
}

/// The call that resumes may overtake the Advance before it, on a stream of its own.
void wait_until_it_waits(client::Client& client, const std::string& name) {
  while (status(client, name).wait_ns() == 0) std::this_thread::yield();
}

}  // namespace

TEST_CASE("pause: an Advance waits and the session goes on to the same bytes", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto plain = client.start_session(two_bodies());
  const Values expected = values_of(client.exchange(controller_of(plain.name())).advance(50));

  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  stream.advance(20);
  CHECK(pause(client, session.name()).paused());
  CHECK(pause(client, session.name()).paused());  // again does nothing
  stream.send_advance(30);
  CHECK(next_notice(stream, "SESSION_PAUSED").step_index() == 20);
  v1::StepSessionRequest step;
  step.set_name(session.name());
  step.set_expected_step_index(20);
  step.set_step_count(1);
  CHECK(error_of([&] { client.call(&Stub::StepSession, step); }).reason() == "CONTROLLER_CONFLICT");
  CHECK(status(client, session.name()).step_index() == 20);
  wait_until_it_waits(client, session.name());
  CHECK_FALSE(resume(client, session.name()).paused());
  const v1::Frame frame = stream.receive_frame();
  CHECK(frame.step_index() == 50);
  CHECK(frame.wait_ns() > 0);
  const Values values = values_of(frame);
  const auto width = static_cast<std::ptrdiff_t>(values.size() / 30);
  CHECK(same_bytes({values.end() - width, values.end()}, {expected.end() - width, expected.end()}));
  const auto after = status(client, session.name());
  CHECK(after.wait_ns() >= frame.wait_ns());
  CHECK(after.compute_ns() > 0);
}

TEST_CASE("pause: a call that never waits is refused and a terminated session cannot pause",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  pause(client, session.name());
  v1::StepSessionRequest step;
  step.set_name(session.name());
  step.set_step_count(1);
  const auto refused = error_of([&] { client.call(&Stub::StepSession, step); });
  CHECK(refused.reason() == "WRONG_STATE");
  CHECK(std::string(refused.what()) == "the session is paused");
  resume(client, session.name());
  CHECK(client.call(&Stub::StepSession, step).frame().step_index() == 1);
  v1::TerminateSessionRequest terminate;
  terminate.set_name(session.name());
  client.call(&Stub::TerminateSession, terminate);
  CHECK(error_of([&] { pause(client, session.name()); }).reason() == "WRONG_STATE");
}

TEST_CASE("pause: nobody is silent while the session is paused", "[contract]") {
  v1::SessionSpec spec = with_participant();
  spec.mutable_participants(0)->set_silence_policy(v1::SILENCE_POLICY_FAIL);
  spec.mutable_participants(0)->set_silence_timeout_ms(200);
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(spec);
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 0);
  pause(client, session.name());
  controller.send_advance(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  CHECK(status(client, session.name()).waiting_for().empty());
  send_samples(waves, 1, 1);
  resume(client, session.name());
  CHECK(controller.receive_frame().step_index() == 1);
}

TEST_CASE("pause: a session says for whom its Advance waits", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  CHECK(status(client, session.name()).waiting_for().empty());
  controller.send_advance(1);
  while (!controller.receive().has_need()) {
  }
  const auto waiting = status(client, session.name());
  REQUIRE(waiting.waiting_for_size() == 1);
  CHECK(waiting.waiting_for(0) == "waves");
  CHECK(waiting.wait_ns() >= 100'000'000);
  send_samples(waves, 0, 1);
  controller.receive_frame();
  CHECK(status(client, session.name()).waiting_for().empty());
}
