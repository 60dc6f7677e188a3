/// @file What the C++ client does on its own: signs of life, and going on after a broken
/// connection.
#include <cstdlib>
#include <optional>
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/contract/relay.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr std::int64_t kLease = 300;  // ms

template <typename Call>
void wait_until_broken(Call call) {
  try {
    while (true) call();
  } catch (const client::CallError& error) {
    CHECK(error.code() == grpc::StatusCode::UNAVAILABLE);
  }
}

}  // namespace

TEST_CASE("client: one that stays attached keeps its place through three leases", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  spec.set_lease_ms(kLease);
  const auto session = client.start_session(spec);
  auto stream = client.exchange(controller_of(session.name()));
  stream.stay_attached();
  std::this_thread::sleep_for(std::chrono::milliseconds(3 * kLease));
  v1::Attach rival = controller_of(session.name());
  rival.set_take_over(true);
  CHECK(error_of([&] { client.exchange(rival); }).reason() == "CONTROLLER_CONFLICT");
  CHECK(stream.step().step_index() == 1);
  auto moved = std::move(stream);
  std::this_thread::sleep_for(std::chrono::milliseconds(2 * kLease));
  CHECK(error_of([&] { client.exchange(rival); }).reason() == "CONTROLLER_CONFLICT");
  moved.close();
}

TEST_CASE("client: a proxy that the environment names is not asked for a server on loopback",
          "[contract]") {
  constexpr const char* kVariables[] = {"http_proxy", "https_proxy", "grpc_proxy"};
  const RunningServer server;
  for (const char* variable : kVariables) setenv(variable, "http://127.0.0.1:1", 1);
  auto client = server.client();
  CHECK(
      client.call(&client::Client::Stub::ListSessions, v1::ListSessionsRequest()).sessions_size() ==
      0);
  for (const char* variable : kVariables) unsetenv(variable);
}

TEST_CASE("client: a controller resumes in lockstep whenever its connection is cut", "[contract]") {
  constexpr int kSteps = 40;
  const RunningServer server;
  auto client = server.client();
  Values expected;
  {
    const auto session = client.start_session(two_bodies());
    auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
    for (int n = 0; n < kSteps; ++n) {
      const Values row = values_of(stream.step(force_on_heave(push(n * kStep))));
      expected.insert(expected.end(), row.begin(), row.end());
    }
  }
  Relay relay(server.address());
  client::Client relayed(relay.address());
  const auto session = client.start_session(two_bodies());
  auto stream = relayed.exchange(controller_of(session.name(), {"push_a"}));
  stream.stay_attached();
  Values rows;
  const auto keep = [&](const v1::Frame& frame) {
    rows.insert(rows.end(), frame.values().begin(), frame.values().end());
  };
  int resumed = 0;
  while (stream.step_index() < kSteps) {
    const auto n = stream.step_index();
    if (n % 10 == 3 && resumed < n / 10 + 1) relay.cut();
    try {
      keep(stream.step(force_on_heave(push(n * kStep))));
    } catch (const client::CallError&) {
      keep(stream.resume());
      ++resumed;
    }
  }
  CHECK(resumed == 4);
  CHECK(same_bytes(rows, expected));
}

TEST_CASE("client: a participant sends again what a cut connection has lost", "[contract]") {
  constexpr int kSteps = 200;
  const RunningServer server;
  auto client = server.client();
  Relay relay(server.address());
  client::Client relayed(relay.address());
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = relayed.exchange(waves_of(session.name()));
  waves.stay_attached();
  controller.send_advance(kSteps);
  relay.cut();
  wait_until_broken([&] { waves.receive(); });
  std::vector<std::int64_t> times;
  Values values;
  for (int n = 0; n <= kSteps; ++n) {
    times.push_back(n * kStep);
    const Values sample = force_on_heave(push(times.back()));
    values.insert(values.end(), sample.begin(), sample.end());
  }
  CHECK_THROWS_AS(waves.send_inputs(times, values), client::CallError);
  waves.resume();
  CHECK(waves.attached().next_sequence() == 1);  // nothing had arrived
  CHECK(controller.receive_frame().step_index() == kSteps);
}

TEST_CASE("client: a stream that has failed says so again instead of crashing", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  client.delete_session(session.name());
  CHECK(error_of([&] { stream.receive(); }).reason() == "SESSION_DELETED");
  CHECK(std::string(error_of([&] { stream.step(); }).what()) == "the stream is closed");
  CHECK(std::string(error_of([&] { stream.receive(); }).what()) == "the stream is closed");
}

TEST_CASE("client: a stream says why a step failed as a single call for it does", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec;  // its line breaks through the bottom after a few steps
  *spec.mutable_model() = client::model_from_json(R"({
    "environment": {"water_depth": 30},
    "bodies": [{"name": "weight", "mass": 1000, "inertia": {"xx": 1000, "yy": 1000, "zz": 1000},
                "gravity": false, "position": [0, 0, -10], "linear_velocity": [1, 0, -2]}],
    "loads": [{"name": "line", "catenary_line": {
      "body": "weight", "anchor": [10, 0, -30], "length": 25, "diameter": 0.05,
      "mass_per_length": 20, "axial_stiffness": 1e9}}],
    "outputs": ["weight.position", "line.tension"],
    "integration": {"step": 0.35, "stepper": "STEPPER_SPOOK"}})");
  const auto failing_step = [](std::int64_t at) {
    v1::StepSessionRequest request;
    request.set_expected_step_index(at);
    request.set_step_count(1);
    return request;
  };
  const std::string name = client.start_session(spec).name();
  auto stream = client.exchange(controller_of(name));
  CHECK_FALSE(client::step_failure(stream).has_value());
  const v1::Frame& frame = stream.advance(20);
  REQUIRE(frame.result() == v1::STEP_RESULT_DISCARDED);
  const auto told = client::step_failure(stream);
  REQUIRE(told.has_value());

  const std::string alone = client.start_session(spec).name();
  std::optional<client::CallError> expected;
  for (std::int64_t at = 0; at < 20 && !expected; ++at) {
    v1::StepSessionRequest request = failing_step(at);
    request.set_name(alone);
    try {
      client.call(&client::Client::Stub::StepSession, request);
    } catch (const client::CallError& error) {
      expected = error;
    }
  }
  REQUIRE(expected.has_value());
  CHECK(told->code() == expected->code());
  CHECK(told->reason() == "BEYOND_DATA");
  CHECK(std::string(told->what()) == expected->what());
  CHECK(told->metadata().at("step_index") == expected->metadata().at("step_index"));
  CHECK(told->metadata().at("session") == name);
}

TEST_CASE("client: an open stream goes on from a restored checkpoint with the same bytes",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
  v1::Attach looks = controller_of(session.name());
  looks.set_role(v1::ROLE_OBSERVER);
  auto observer = client.exchange(looks);
  const auto next_rows = [&](int count) {
    Values rows;
    for (int n = 0; n < count; ++n) {
      const Values row = values_of(stream.step(force_on_heave(100.0 * n)));
      observer.receive_frame();
      rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
  };
  next_rows(10);
  const auto checkpoint = client.create_checkpoint(session.name());
  const Values first = next_rows(5);
  stream.go_to(client.restore_checkpoint(checkpoint.name()).step_index());
  CHECK(stream.step_index() == 10);
  CHECK(same_bytes(first, next_rows(5)));
  CHECK(stream.step_index() == 15);
  // The observer has heard of it by a notice, so that it can still come back to the session.
  CHECK(observer.notices().back().reason() == "CHECKPOINT_RESTORED");
  CHECK(observer.notices().back().step_index() == 10);
  stream.close();
}

TEST_CASE("client: a stream that is not told of a restored checkpoint ends with the conflict",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  const auto checkpoint = client.create_checkpoint(session.name());
  stream.advance(5);
  client.restore_checkpoint(checkpoint.name());
  const auto error = error_of([&] { stream.step(); });
  CHECK(error.reason() == "STEP_CONFLICT");
  CHECK(std::string(error.what()) == "expected_step_index must be 0, got 5");
}

TEST_CASE("client: checkpoints are made and restored by name", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  stream.advance(10);
  const auto checkpoint = client.create_checkpoint(session.name(), "ten");
  CHECK(checkpoint.step_index() == 10);
  CHECK(checkpoint.label() == "ten");
  stream.advance(5);
  CHECK(client.restore_checkpoint(checkpoint.name()).step_index() == 10);
}
