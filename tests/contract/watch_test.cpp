/// @file What those who only look see, and that the session does not feel them.
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <thread>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

v1::WatchSessionRequest watch_of(const std::string& session, v1::OverflowPolicy policy,
                                 std::int64_t queue_bytes = 0) {
  v1::WatchSessionRequest request;
  request.set_session(session);
  request.set_overflow_policy(policy);
  request.set_queue_bytes(queue_bytes);
  return request;
}

struct Seen {
  std::int64_t rows = 0;
  std::int64_t dropped = 0;
  std::int64_t last_step = 0;
};

/// The rows up to `last_step`, which may come in several frames, without gaps.
Values values_to(client::Watch& watch, std::int64_t last_step) {
  Values values;
  for (std::int64_t step = 0; step < last_step;) {
    const v1::Frame& frame = watch.receive_frame();
    CHECK(frame.dropped_frame_count() == 0);
    const Values of_frame = values_of(frame);
    values.insert(values.end(), of_frame.begin(), of_frame.end());
    step = frame.step_index();
  }
  return values;
}

/// Reads to the frame of `last_step`.
Seen read_to(client::Watch& watch, std::int64_t last_step) {
  Seen seen;
  while (seen.last_step < last_step) {
    const v1::Frame& frame = watch.receive_frame();
    seen.rows += std::max(frame.row_time_ns_size(), 1);
    seen.dropped += frame.dropped_frame_count();
    seen.last_step = frame.step_index();
  }
  return seen;
}

/// Advances of this many steps make frames of about 5 kB.
constexpr int kSteps = 50;

}  // namespace

TEST_CASE("watch: shows the rows of the controller, decimated", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto request = watch_of(session.name(), v1::OVERFLOW_POLICY_DROP_OLDEST);
  request.set_output_stride(10);
  request.add_output_variables("b.displacement");
  auto watch = client.watch(request);
  CHECK(watch.watching().outputs_size() == 1);
  CHECK(watch.watching().outputs(0).name() == "b.displacement");
  CHECK(watch.watching().output_stride() == 10);
  auto attach = controller_of(session.name());
  attach.add_output_variables("b.displacement");
  attach.set_output_stride(10);
  auto controller = client.exchange(attach);
  const Values rows = values_of(controller.advance(100));
  CHECK(rows.size() == 10 * 6);  // of the bodies' six dofs
  CHECK(same_bytes(values_to(watch, 100), rows));
}

TEST_CASE("watch: a long Advance comes in parts, all of it", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto watch = client.watch(watch_of(session.name(), v1::OVERFLOW_POLICY_DROP_OLDEST, 1 << 24));
  auto controller = client.exchange(controller_of(session.name()));
  controller.send_advance(20000);
  std::int64_t rows = 0;
  std::int64_t frames = 0;
  while (rows < 20000) {
    const v1::Frame& frame = watch.receive_frame();
    rows += std::max(frame.row_time_ns_size(), 1);
    ++frames;
  }
  CHECK(rows == 20000);
  CHECK(frames >= 20000 * 13 * 8 / 65536);
  CHECK(controller.receive_frame().step_index() == 20000);
}

TEST_CASE("watch: latest and drop_oldest lose what is not read and say how much", "[contract]") {
  const auto policy = GENERATE(v1::OVERFLOW_POLICY_LATEST, v1::OVERFLOW_POLICY_DROP_OLDEST);
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto watch = client.watch(watch_of(session.name(), policy, 1 << 16));
  auto controller = client.exchange(controller_of(session.name()));
  controller.advance(kSteps);
  const double before = resident_mebibytes();
  constexpr int kAdvances = 10000;  // 50 MB of rows
  for (int n = 1; n < kAdvances; ++n) controller.advance(kSteps);
  // What the connection holds for a client that stands still, and the queue of 64 kB.
  CHECK(resident_mebibytes() - before < 20.0);
  const Seen seen = read_to(watch, std::int64_t{kAdvances} * kSteps);
  // Every row is there or in a frame that is counted; a frame has at most the rows of an Advance.
  constexpr std::int64_t kRows = std::int64_t{kAdvances} * kSteps;
  CHECK(seen.rows < kRows);
  CHECK(seen.rows + seen.dropped * kSteps >= kRows);
  CHECK(seen.dropped < 2 * kAdvances);
}

TEST_CASE("watch: a rate gives the newest rows, and where the session stands at last",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto request = watch_of(session.name(), v1::OVERFLOW_POLICY_DROP_OLDEST);
  request.set_max_rows_per_second(20.0);
  auto watch = client.watch(request);
  auto controller = client.exchange(controller_of(session.name()));
  const auto wall_ns = [] { return std::chrono::system_clock::now().time_since_epoch().count(); };
  const auto begin = wall_ns();
  constexpr int kAdvances = 300;
  v1::Frame last;
  for (int n = 0; n < kAdvances; ++n) {
    last = controller.advance(100);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::int64_t frames = 0;
  std::int64_t committed = begin;
  const v1::Frame* frame = nullptr;
  do {
    frame = &watch.receive_frame();
    ++frames;
    CHECK(frame->values_size() == 2 * 6);
    CHECK(frame->dropped_frame_count() == 0);
    CHECK(frame->commit_time_ns() >= committed);
    committed = frame->commit_time_ns();
  } while (frame->step_index() < kAdvances * 100);
  CHECK(committed <= wall_ns());
  // One at once, one that made up for it, one that was too early and came last.
  CHECK(double(frames) <= 20.0 * 1e-9 * double(wall_ns() - begin) + 3.0);
  CHECK(same_bytes(values_of(*frame), {last.values().end() - 12, last.values().end()}));
}

TEST_CASE("watch: a rate that is none is refused, and one with backpressure", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  spec.add_recorder_ids("log");
  const auto session = client.start_session(spec);
  auto request = watch_of(session.name(), v1::OVERFLOW_POLICY_LATEST);
  for (const double rate : {-1.0, 10001.0, std::numeric_limits<double>::quiet_NaN()}) {
    request.set_max_rows_per_second(rate);
    const auto refused = error_of([&] { client.watch(request); });
    REQUIRE(refused.field_violations().size() == 1);
    CHECK(refused.field_violations()[0].field == "max_rows_per_second");
  }
  request.set_max_rows_per_second(1.0);
  request.set_overflow_policy(v1::OVERFLOW_POLICY_BACKPRESSURE);
  request.set_recorder_id("log");
  const auto refused = error_of([&] { client.watch(request); });
  REQUIRE(refused.field_violations().size() == 1);
  CHECK(refused.field_violations()[0].field == "max_rows_per_second");
}

TEST_CASE("watch: disconnect lets go of a watcher that stands still", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto watch = client.watch(watch_of(session.name(), v1::OVERFLOW_POLICY_DISCONNECT, 1 << 16));
  auto controller = client.exchange(controller_of(session.name()));
  for (int n = 0; n < 10000; ++n) controller.advance(kSteps);
  const auto error = error_of([&] {
    while (true) watch.receive();
  });
  CHECK(error.code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(error.reason() == "WATCHER_TOO_SLOW");
  CHECK(std::string(error.what()) == "a watcher must leave at most 65536 bytes unread");
}

TEST_CASE("watch: a declared recorder holds the session and gets every row", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  spec.add_recorder_ids("log");
  const auto session = client.start_session(spec);
  auto request = watch_of(session.name(), v1::OVERFLOW_POLICY_BACKPRESSURE, 1 << 16);
  const auto undeclared = error_of([&] { client.watch(request); });
  REQUIRE(undeclared.field_violations().size() == 1);
  CHECK(undeclared.field_violations()[0].field == "recorder_id");
  request.set_recorder_id("log");
  auto watch = client.watch(request);
  constexpr std::int64_t kAdvances = 10000;
  std::thread controller([&client, &session] {
    auto stream = client.exchange(controller_of(session.name()));
    for (int n = 0; n < kAdvances; ++n) stream.advance(kSteps);
  });
  v1::GetSessionRequest get;
  get.set_name(session.name());
  const auto step_index = [&] {
    return client.call(&client::Client::Stub::GetSession, get).session().step_index();
  };
  std::int64_t last = -1;
  while (step_index() != last) {  // until the session waits
    last = step_index();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  CHECK(last < kAdvances * kSteps);
  const Seen seen = read_to(watch, kAdvances * kSteps);
  CHECK(seen.dropped == 0);
  CHECK(seen.rows == kAdvances * kSteps);
  controller.join();
}

TEST_CASE("watch: a hundred watchers share one frame and all see the same", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  std::vector<client::Watch> watches;
  for (int i = 0; i < 100; ++i) {
    watches.push_back(client.watch(watch_of(session.name(), v1::OVERFLOW_POLICY_DROP_OLDEST)));
  }
  auto controller = client.exchange(controller_of(session.name()));
  const Values rows = values_of(controller.advance(kSteps));
  for (auto& watch : watches) CHECK(same_bytes(values_to(watch, kSteps), rows));
}

TEST_CASE("watch: news of the session comes too, and its end", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto watch = client.watch(watch_of(session.name(), v1::OVERFLOW_POLICY_LATEST));
  v1::ResetSessionRequest reset;
  reset.set_name(session.name());
  client.call(&client::Client::Stub::ResetSession, reset);
  CHECK(watch.receive().notice().reason() == "SESSION_RESET");
  client.delete_session(session.name());
  CHECK(error_of([&] { watch.receive(); }).reason() == "SESSION_DELETED");
}

TEST_CASE("watch: what is wrong with a request is named", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  const auto violation = [&](const v1::WatchSessionRequest& request) {
    const auto error = error_of([&] { client.watch(request); });
    return error.field_violations().empty() ? error.reason() : error.field_violations()[0].field;
  };
  CHECK(violation(watch_of("sessions/none", v1::OVERFLOW_POLICY_LATEST)) == "NOT_FOUND");
  CHECK(violation(watch_of(session.name(), v1::OVERFLOW_POLICY_LATEST, 100)) == "queue_bytes");
  auto request = watch_of(session.name(), v1::OVERFLOW_POLICY_LATEST);
  request.add_output_variables("a.nonsense");
  CHECK(violation(request) == "output_variables[0]");
  request = watch_of(session.name(), static_cast<v1::OverflowPolicy>(9));
  CHECK(violation(request) == "overflow_policy");
}
