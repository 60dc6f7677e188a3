/// @file What the Exchange stream promises to its clients.
#include <cmath>
#include <limits>
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

Values lockstep(client::Exchange& stream, int steps) {
  Values rows;
  for (int n = 0; n < steps; ++n) {
    const Values row = values_of(stream.step());
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

}  // namespace

TEST_CASE("exchange: a hundred steps in one message are a hundred lockstep steps", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto one = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  auto many = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  const Values single = lockstep(one, 100);
  const v1::Frame& frame = many.advance(100);
  CHECK(frame.step_index() == 100);
  CHECK(frame.time_ns() == 100 * kStep);
  CHECK(frame.result() == v1::STEP_RESULT_COMMITTED);
  REQUIRE(frame.row_time_ns_size() == 100);
  CHECK(frame.row_time_ns(0) == kStep);
  CHECK(frame.compute_ns() > 0);
  CHECK(same_bytes(single, values_of(frame)));
}

TEST_CASE("exchange: a single row at the end of the step needs no time of its own", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  const v1::Frame& frame = stream.step();
  CHECK(frame.row_time_ns_size() == 0);
  CHECK(frame.values_size() == 12);
}

TEST_CASE("exchange: rows come at multiples of the output stride", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto attach = controller_of(client.start_session(two_bodies()).name());
  attach.set_output_stride(5);
  auto stream = client.exchange(attach);
  CHECK(stream.advance(4).values_size() == 0);
  const v1::Frame& frame = stream.advance(7);
  REQUIRE(frame.row_time_ns_size() == 2);
  CHECK(frame.row_time_ns(0) == 5 * kStep);
  CHECK(frame.row_time_ns(1) == 10 * kStep);
}

TEST_CASE("exchange: samples sent ahead give the bytes of samples sent step by step",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto ahead =
      client.exchange(controller_of(client.start_session(two_bodies()).name(), {"push_a"}));
  std::vector<std::int64_t> times;
  Values values;
  for (int n = 0; n < 50; ++n) {
    times.push_back(n * kStep);
    const Values force = force_on_heave(push(n * kStep));
    values.insert(values.end(), force.begin(), force.end());
  }
  ahead.send_inputs(times, values);
  const Values together = values_of(ahead.advance(50));

  auto singly =
      client.exchange(controller_of(client.start_session(two_bodies()).name(), {"push_a"}));
  Values rows;
  for (int n = 0; n < 50; ++n) {
    const Values row = values_of(singly.step(force_on_heave(push(n * kStep))));
    rows.insert(rows.end(), row.begin(), row.end());
  }
  CHECK(same_bytes(together, rows));
  CHECK(std::abs(rows[rows.size() - 10]) > 0.0);
}

TEST_CASE("exchange: the result does not depend on who comes first", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto first_session = client.start_session(with_participant());
  auto early_controller = client.exchange(controller_of(first_session.name()));
  early_controller.send_advance(30);
  auto late_waves = client.exchange(waves_of(first_session.name()));
  send_samples(late_waves, 0, 30);
  const Values waited = values_of(early_controller.receive_frame());

  const auto second_session = client.start_session(with_participant());
  auto early_waves = client.exchange(waves_of(second_session.name()));
  send_samples(early_waves, 0, 30);
  auto late_controller = client.exchange(controller_of(second_session.name()));
  const Values at_once = values_of(late_controller.advance(30));
  CHECK(same_bytes(waited, at_once));
}

TEST_CASE("exchange: after a while the session says whom it waits for, and goes on", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  controller.send_advance(1);
  const v1::ExchangeResponse& response = controller.receive();
  REQUIRE(response.has_need());
  REQUIRE(response.need().participant_ids_size() == 1);
  CHECK(response.need().participant_ids(0) == "waves");
  CHECK(response.need().until_time_ns() == kStep);

  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 1);
  const v1::Frame& frame = controller.receive_frame();
  CHECK(frame.step_index() == 1);
  CHECK(frame.wait_ns() > 100'000'000);
  CHECK(waves.receive_frame().values_size() == 12);
}

TEST_CASE("exchange: an Advance that the end of the server cuts short returns the steps taken",
          "[contract]") {
  RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 4);
  auto controller = client.exchange(controller_of(session.name()));
  controller.send_advance(10);
  REQUIRE(controller.receive().need().until_time_ns() == 5 * kStep);
  server.server().drain(std::chrono::seconds(5));
  const v1::Frame frame = controller.receive_frame();
  CHECK(frame.result() == v1::STEP_RESULT_EARLY_RETURN);
  CHECK(frame.step_index() == 4);
  CHECK(frame.row_time_ns_size() == 4);
  CHECK(error_of([&] { controller.receive_frame(); }).reason() == "DRAINING");

  const RunningServer other;
  auto other_client = other.client();
  const auto again = other_client.start_session(with_participant());
  auto other_waves = other_client.exchange(waves_of(again.name()));
  send_samples(other_waves, 0, 4);
  auto undisturbed = other_client.exchange(controller_of(again.name()));
  CHECK(same_bytes(values_of(undisturbed.advance(4)), values_of(frame)));
}

TEST_CASE("exchange: a participant that died can come back and release the session", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  {
    auto waves = client.exchange(waves_of(session.name()));
    send_samples(waves, 0, 3);
    CHECK(controller.advance(3).step_index() == 3);
  }
  controller.send_advance(2);
  CHECK(controller.receive().has_need());
  auto again = client.exchange(waves_of(session.name()));
  CHECK(again.attached().watermark_ns() == 3 * kStep);
  send_samples(again, 4, 5);
  CHECK(controller.receive_frame().step_index() == 5);
}

TEST_CASE("exchange: an Advance that is refused leaves its inputs unwritten", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  {
    auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
    v1::ExchangeRequest request;
    request.mutable_advance()->set_expected_step_index(7);
    request.mutable_advance()->set_step_count(1);
    auto& inputs = *request.mutable_advance()->mutable_inputs();
    inputs.set_sequence(1);
    inputs.add_sample_time_ns(0);
    for (const double value : force_on_heave(1e6)) inputs.add_values(value);
    stream.send(request);
    CHECK(error_of([&] { stream.receive_frame(); }).reason() == "STEP_CONFLICT");
  }
  auto stream = client.exchange(controller_of(session.name()));
  auto untouched = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  CHECK(same_bytes(lockstep(stream, 5), lockstep(untouched, 5)));
}

TEST_CASE("exchange: without credit the next frame waits for it", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto attach = controller_of(client.start_session(two_bodies()).name());
  attach.set_credit(1);
  auto stream = client.exchange(attach);
  stream.send_advance(1);
  stream.send_advance(1);
  v1::ExchangeRequest heartbeat;
  heartbeat.mutable_heartbeat()->set_nonce(42);
  stream.send(heartbeat);
  CHECK(stream.receive().frame().step_index() == 1);
  CHECK(stream.receive().heartbeat_ack().nonce() == 42);
  v1::ExchangeRequest credit;
  credit.mutable_credit()->set_credit(1);
  stream.send(credit);
  CHECK(stream.receive().frame().step_index() == 2);
}

TEST_CASE("exchange: an observer without credit loses frames and is told how many", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  v1::Attach attach;
  attach.set_session(session.name());
  attach.set_role(v1::ROLE_OBSERVER);
  attach.set_credit(1);
  auto observer = client.exchange(attach);
  auto controller = client.exchange(controller_of(session.name()));
  for (int n = 0; n < 4; ++n) controller.step();
  CHECK(observer.receive().frame().step_index() == 1);
  v1::ExchangeRequest credit;
  credit.mutable_credit()->set_credit(1);
  observer.send(credit);
  v1::ExchangeRequest heartbeat;
  heartbeat.mutable_heartbeat();
  observer.send(heartbeat);
  CHECK(observer.receive().has_heartbeat_ack());
  controller.step();
  CHECK(observer.receive().frame().dropped_frame_count() == 3);
}

TEST_CASE("exchange: a client that dies in mid-stream leaves the session usable", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  {
    auto dying = client.exchange(controller_of(session.name(), {"push_a"}));
    dying.step(force_on_heave(1e5));
    dying.send_advance(1000);  // waits for samples that never come
  }
  client::Exchange next = [&] {
    for (int attempt = 0;; ++attempt) {
      try {
        return client.exchange(controller_of(session.name()));
      } catch (const client::CallError& error) {
        if (error.reason() != "CONTROLLER_CONFLICT" || attempt > 100) throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
  }();
  CHECK(next.step_index() == 1);
  CHECK(next.step().step_index() == 2);
}

TEST_CASE("exchange: detaching waits for what was ordered", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  stream.send_advance(5000);
  stream.close();
  v1::GetSessionRequest request;
  request.set_name(session.name());
  CHECK(client.call(&client::Client::Stub::GetSession, request).session().step_index() == 5000);
}
