/// @file What happens to a session while a participant is silent.
#include <cmath>
#include <csignal>
#include <thread>

#include "tests/contract/child_program.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using std::chrono::milliseconds;

namespace {

constexpr std::int64_t kSilence = 200;  // ms

v1::SessionSpec with_policy(v1::SilencePolicy policy) {
  v1::SessionSpec spec = with_participant();
  auto& participant = *spec.mutable_participants(0);
  participant.set_silence_policy(policy);
  participant.set_silence_timeout_ms(kSilence);
  if (policy == v1::SILENCE_POLICY_EXTRAPOLATE) participant.set_max_extrapolation_ns(3 * kStep);
  if (policy == v1::SILENCE_POLICY_DECAY_TO_ZERO) participant.set_decay_ns(4 * kStep);
  return spec;
}

constexpr int kKnown = 5;   // samples that the participant sends
constexpr int kAsked = 12;  // steps that are asked for

/// Rows of a session whose participant sends its samples and dies.
Values run_with_silence(client::Client& client, v1::SilencePolicy policy) {
  const auto session = client.start_session(with_policy(policy));
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, kKnown);
  controller.send_advance(kAsked);
  CHECK(next_notice(controller, "PARTICIPANT_SILENT").step_index() == kKnown);
  const v1::Frame& frame = controller.receive_frame();
  CHECK(frame.step_index() == kAsked);
  CHECK(frame.wait_ns() > kSilence * 1'000'000 / 2);
  return values_of(frame);
}

/// Rows of a session whose participant sends `force(n)` at every step.
template <typename Force>
Values run_with_samples(client::Client& client, Force force) {
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  for (int n = 0; n <= kAsked; ++n) {
    const std::int64_t time = n * kStep;
    waves.send_inputs({&time, 1}, force_on_heave(force(n)));
  }
  return values_of(controller.advance(kAsked));
}

double known(int n) { return push(n * kStep); }

double largest_difference(const Values& a, const Values& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("silence: hold_last goes on with the newest sample, to the byte", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const Values expected =
      run_with_samples(client, [](int n) { return known(std::min(n, kKnown)); });
  CHECK(same_bytes(run_with_silence(client, v1::SILENCE_POLICY_HOLD_LAST), expected));
}

TEST_CASE("silence: extrapolate goes on along a line for as long as it may", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const double slope = known(kKnown) - known(kKnown - 1);
  const Values expected = run_with_samples(client, [&](int n) {
    return n <= kKnown ? known(n) : known(kKnown) + slope * std::min(n - kKnown, 3);
  });
  // The slope is rounded once per ns there and once per step here: 1e-15 of a metre.
  const Values rows = run_with_silence(client, v1::SILENCE_POLICY_EXTRAPOLATE);
  CHECK(largest_difference(rows, expected) < 1e-12);
}

TEST_CASE("silence: decay_to_zero goes to zero along a raised cosine", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const double pi = std::acos(-1.0);
  const Values expected = run_with_samples(client, [&](int n) {
    const double part = std::min(std::max(n - kKnown, 0) / 4.0, 1.0);
    return known(std::min(n, kKnown)) * 0.5 * (1.0 + std::cos(pi * part));
  });
  // Another cosine, accurate to 1e-15 as well.
  const Values rows = run_with_silence(client, v1::SILENCE_POLICY_DECAY_TO_ZERO);
  CHECK(largest_difference(rows, expected) < 1e-12);
}

TEST_CASE("silence: fail lets the controller go and the session goes on with the next",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_policy(v1::SILENCE_POLICY_FAIL));
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 3);
  controller.send_advance(5);
  const auto error = error_of([&] {
    while (true) controller.receive();
  });
  CHECK(error.code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(error.reason() == "PARTICIPANT_SILENT");
  CHECK(std::string(error.what()) == "'waves' must send a message every 200 ms");
  auto next = client.exchange(controller_of(session.name()));
  CHECK(next.step_index() == 3);
  send_samples(waves, 4, 5);
  CHECK(next.advance(2).step_index() == 5);
}

TEST_CASE("silence: pause waits for as long as it takes, and says when it is over", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_policy(v1::SILENCE_POLICY_PAUSE));
  auto controller = client.exchange(controller_of(session.name()));
  controller.send_advance(2);
  CHECK(next_notice(controller, "PARTICIPANT_SILENT").step_index() == 0);
  auto waves = client.exchange(waves_of(session.name()));
  CHECK(waves.attached().step_ns() == kStep);  // first of all, before any news
  CHECK(next_notice(controller, "PARTICIPANT_RETURNED").step_index() == 0);
  send_samples(waves, 0, 2);
  CHECK(controller.receive_frame().step_index() == 2);
}

TEST_CASE("silence: detach lets the participant go and frees its inputs until it is back",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_policy(v1::SILENCE_POLICY_DETACH));
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 3);
  CHECK(controller.advance(6).step_index() == 6);
  CHECK(error_of([&] {
          while (true) waves.receive();
        }).reason() == "PARTICIPANT_SILENT");
  controller.close();
  {
    auto other = client.exchange(controller_of(session.name(), {"push_b"}));
    CHECK(error_of([&] { client.exchange(waves_of(session.name())); }).reason() == "INPUT_OWNED");
    const std::int64_t now = 7 * kStep;
    other.send_inputs({&now, 1}, force_on_heave(1e5));
    CHECK(other.advance(1).step_index() == 7);
    other.close();
  }
  auto again = client.exchange(waves_of(session.name()));
  auto next = client.exchange(controller_of(session.name()));
  send_samples(again, 8, 8);
  CHECK(next.step().step_index() == 8);
}

TEST_CASE("silence: a participant that sends heartbeats is waited for", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_policy(v1::SILENCE_POLICY_HOLD_LAST));
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  controller.send_advance(1);
  CHECK(controller.receive().has_need());
  for (int i = 1; i <= 8; ++i) {  // twice the timeout
    waves.send(heartbeat(i));
    while (!waves.receive().has_heartbeat_ack()) {
    }
    timespec pause{0, kSilence / 4 * 1'000'000};
    nanosleep(&pause, nullptr);
  }
  send_samples(waves, 0, 1);
  CHECK(controller.receive_frame().step_index() == 1);
  CHECK(controller.notices().empty());
}

TEST_CASE("silence: one that comes back goes on after what was written in its place",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_policy(v1::SILENCE_POLICY_HOLD_LAST));
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 2);
  CHECK(controller.advance(5).step_index() == 5);
  send_samples(waves, 3, 6);  // 3 to 5 come too late
  CHECK(next_notice(controller, "PARTICIPANT_RETURNED").step_index() == 5);
  CHECK(controller.step().step_index() == 6);

  const auto reference = client.start_session(with_participant());
  auto sender = client.exchange(waves_of(reference.name()));
  auto stepper = client.exchange(controller_of(reference.name()));
  for (int n = 0; n <= 6; ++n) {
    const std::int64_t time = n * kStep;
    sender.send_inputs({&time, 1}, force_on_heave(known(n == 6 ? 6 : std::min(n, 2))));
  }
  stepper.advance(5);
  v1::ReadValuesRequest read;
  read.set_session(session.name());
  const auto silent = client.call(&client::Client::Stub::ReadValues, read);
  stepper.step();
  read.set_session(reference.name());
  const auto spoken = client.call(&client::Client::Stub::ReadValues, read);
  CHECK(same_bytes({silent.values().begin(), silent.values().end()},
                   {spoken.values().begin(), spoken.values().end()}));
}

TEST_CASE("silence: a policy must say all that it needs and nothing else", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto violation = [&](const v1::ParticipantSpec& participant) {
    v1::SessionSpec spec = two_bodies();
    *spec.add_participants() = participant;
    const auto error = error_of([&] { client.start_session(spec); });
    REQUIRE(error.field_violations().size() == 1);
    return error.field_violations()[0].field + " " + error.field_violations()[0].description;
  };
  v1::ParticipantSpec waves;
  waves.set_participant_id("waves");
  waves.set_silence_policy(v1::SILENCE_POLICY_EXTRAPOLATE);
  const std::string path = "session.spec.participants[0].";
  CHECK(violation(waves) == path + "max_extrapolation_ns must be positive, got 0 ns");
  waves.set_silence_policy(v1::SILENCE_POLICY_DECAY_TO_ZERO);
  CHECK(violation(waves) == path + "decay_ns must be positive, got 0 ns");
  waves.set_silence_policy(v1::SILENCE_POLICY_HOLD_LAST);
  waves.set_decay_ns(1);
  CHECK(violation(waves) ==
        path + "decay_ns must be left out unless silence_policy is decay_to_zero, got 1 ns");
  waves.clear_decay_ns();
  waves.set_silence_timeout_ms(50);
  CHECK(violation(waves) == path + "silence_timeout_ms must be from 100 to 3600000 ms, got 50 ms");
}

TEST_CASE("silence: that of a server which was stopped is not its participants'", "[contract]") {
  const TemporaryFolder folder;
  RaftupdProgram raftupd({"--listen", "127.0.0.1:0", "--data", (folder.path() / "data").string()});
  client::Client client(raftupd.address());
  v1::SessionSpec spec = with_policy(v1::SILENCE_POLICY_FAIL);
  spec.mutable_participants(0)->set_silence_timeout_ms(1000);
  const auto session = client.start_session(spec);
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  controller.send_advance(kKnown);
  std::this_thread::sleep_for(milliseconds(200));  // it waits
  raftupd.signal(SIGSTOP);
  std::this_thread::sleep_for(milliseconds(2500));
  raftupd.signal(SIGCONT);
  std::this_thread::sleep_for(milliseconds(200));  // the watcher has looked
  send_samples(waves, 0, kKnown);
  CHECK(controller.receive_frame().step_index() == kKnown);
  for (const auto& notice : controller.notices()) CHECK(notice.reason() != "PARTICIPANT_SILENT");
}
