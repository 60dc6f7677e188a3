/// @file Clients whose connection breaks go on where they were.
#include <optional>
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

v1::Attach resuming(v1::Attach attach, const std::string& token, std::int64_t step_index) {
  attach.set_resume_token(token);
  attach.set_resume_from_step_index(step_index);
  return attach;
}

/// Attaches as soon as the server has seen that the connection before is gone, or at once by token.
Values rows_between(client::Client& client, const v1::SessionSpec& spec, int from, int to) {
  const auto session = client.start_session(spec);
  auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
  Values rows;
  for (int n = 0; n < to; ++n) {
    const Values row = values_of(stream.step(force_on_heave(push(n * kStep))));
    if (n >= from) rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

}  // namespace

TEST_CASE("resume: a controller gets the rows that it missed and its sequence goes on",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  const auto attach = controller_of(session.name(), {"push_a"});
  std::optional<client::Exchange> stream(client.exchange(attach));
  const std::string token = stream->attached().resume_token();
  for (int n = 0; n < 10; ++n) stream->step(force_on_heave(push(n * kStep)));
  stream.reset();  // the last six frames are taken as lost

  auto again = client.exchange(resuming(attach, token, 4));
  CHECK(again.attached().step_index() == 10);
  CHECK(again.attached().next_sequence() == 11);
  CHECK(again.attached().watermark_ns() == 9 * kStep);
  const v1::Frame& frame = again.receive_frame();
  CHECK(frame.row_time_ns(0) == 5 * kStep);
  CHECK(same_bytes(values_of(frame), rows_between(client, two_bodies(), 4, 10)));
}

TEST_CASE("resume: what was ordered and not done ends where it stands", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 5);
  const auto attach = controller_of(session.name());
  std::optional<client::Exchange> controller(client.exchange(attach));
  const std::string token = controller->attached().resume_token();
  controller->send_advance(100);
  while (!controller->receive().has_need()) {
  }
  controller.reset();
  auto again = client.exchange(resuming(attach, token, 0));
  CHECK(again.attached().step_index() == 5);
  CHECK(again.receive_frame().row_time_ns_size() == 5);
  send_samples(waves, 6, 6);
  CHECK(again.step().step_index() == 6);
}

TEST_CASE("resume: a client takes its own place back from a connection that only looks open",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  auto half_open = client.exchange(waves_of(session.name()));
  send_samples(half_open, 0, 2);
  controller.advance(2);
  auto waves =
      client.exchange(resuming(waves_of(session.name()), half_open.attached().resume_token(), 1));
  CHECK(waves.attached().next_sequence() == 4);
  const v1::Frame& missed = waves.receive_frame();
  CHECK(missed.row_time_ns_size() == 0);  // one row, at the time of the frame
  CHECK(missed.values_size() == 12);
  CHECK(error_of([&] {
          while (true) half_open.receive();
        }).reason() == "LEASE_LOST");
}

TEST_CASE("resume: steps taken while a client was away are kept for it", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = with_participant();
  spec.mutable_participants(0)->set_required(false);
  const auto session = client.start_session(spec);
  auto controller = client.exchange(controller_of(session.name()));
  std::optional<client::Exchange> waves(client.exchange(waves_of(session.name())));
  const std::string token = waves->attached().resume_token();
  controller.step();
  waves.reset();
  for (int n = 0; n < 5; ++n) controller.step();
  auto again = client.exchange(resuming(waves_of(session.name()), token, 1));
  CHECK(again.receive_frame().row_time_ns_size() == 5);
}

TEST_CASE("resume: rows that are gone are refused as too old", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  spec.set_lease_ms(200);
  const auto session = client.start_session(spec);
  const auto attach = controller_of(session.name());
  std::optional<client::Exchange> stream(client.exchange(attach));
  const std::string token = stream->attached().resume_token();
  stream->advance(5);
  v1::CreateCheckpointRequest checkpoint;
  checkpoint.set_session(session.name());
  client.call(&client::Client::Stub::CreateCheckpoint, checkpoint);
  for (int n = 5; n < 100; ++n) stream->step();
  const auto error = error_of([&] { client.exchange(resuming(attach, token, 10)); });
  CHECK(error.metadata().at("checkpoint") == session.name() + "/checkpoints/1");
  CHECK(error.code() == grpc::StatusCode::OUT_OF_RANGE);
  CHECK(error.reason() == "RESUME_TOO_OLD");
  CHECK(std::string(error.what()) == "rows after step_index 10 must be kept still");
  const auto ahead = error_of([&] { client.exchange(resuming(attach, token, 101)); });
  CHECK(std::string(ahead.what()) == "resume_from_step_index must be from 0 to 100, got 101");
  CHECK(stream->step().step_index() == 101);  // refusals have cost it nothing

  stream.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(400));  // twice the lease
  CHECK(error_of([&] { client.exchange(resuming(attach, token, 100)); }).reason() ==
        "RESUME_TOO_OLD");
  auto nothing_missed = client.exchange(resuming(attach, token, 101));
  CHECK(nothing_missed.receive_frame().values_size() == 0);
  CHECK(nothing_missed.step().step_index() == 102);
}

TEST_CASE("resume: another role or other columns cannot go on from a stream", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  auto other = controller_of(session.name(), {"push_a"});
  const auto error =
      error_of([&] { client.exchange(resuming(other, stream.attached().resume_token(), 0)); });
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "attach.resume_token");
  CHECK(stream.step().step_index() == 1);
}

TEST_CASE("state hash: comes on request and tells states apart", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto run = [&](double force) {
    auto attach = controller_of(client.start_session(two_bodies()).name(), {"push_a"});
    attach.set_state_hash(true);
    auto stream = client.exchange(attach);
    return stream.step(force_on_heave(force)).state_hash();
  };
  CHECK(run(1e5) == run(1e5));
  CHECK(run(1e5) != run(1e5 + 1e-6));
  CHECK(run(1e5) != 0);
  auto silent = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  CHECK(silent.step().state_hash() == 0);
}
