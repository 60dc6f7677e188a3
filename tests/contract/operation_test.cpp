/// @file What those who run a server see of it: metrics, readiness, health.
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <future>
#include <thread>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;

namespace {

MetricSamples metrics_of(const RunningServer& running) {
  const HttpAnswer page = http_get(running.server().admin_address(), "/metrics");
  REQUIRE(page.status == 200);
  REQUIRE_THAT(page.head, Contains("Content-Type: text/plain; version=0.0.4"));
  return parse_metrics(page.body);
}

/// Waits until a sample has a value: what a call leaves behind may come after its answer.
double eventually(const RunningServer& running, const std::string& sample, double value) {
  for (int i = 0; i < 100 && metrics_of(running)[sample] != value; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return metrics_of(running)[sample];
}

/// A HealthCheckRequest: its field 1 is the service.
grpc::ByteBuffer health_request(const std::string& service) {
  const grpc::Slice slice(std::string("\x0a") + static_cast<char>(service.size()) + service);
  return {&slice, 1};
}

/// The status of a HealthCheckResponse: 1 = SERVING, 2 = NOT_SERVING, 3 = SERVICE_UNKNOWN.
int health_status(const grpc::ByteBuffer& response) {
  grpc::Slice slice;
  response.DumpToSingleSlice(&slice);
  return slice.size() == 2 ? slice.begin()[1] : 0;
}

grpc::GenericStub stub_of(const RunningServer& running) {
  return grpc::GenericStub(
      grpc::CreateChannel(running.address(), grpc::InsecureChannelCredentials()));
}

int health_of(const RunningServer& running, const std::string& service) {
  grpc::GenericStub stub = stub_of(running);
  grpc::ClientContext context;
  const grpc::ByteBuffer request = health_request(service);
  grpc::ByteBuffer response;
  std::promise<void> done;
  stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", {}, &request, &response,
                 [&done](const grpc::Status& /*status*/) { done.set_value(); });
  done.get_future().wait();
  return health_status(response);
}

/// One Watch of a service's health.
class HealthWatch final : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  HealthWatch(const RunningServer& running, const std::string& service)
      : stub_(stub_of(running)), request_(health_request(service)) {
    stub_.PrepareBidiStreamingCall(&context_, "/grpc.health.v1.Health/Watch", {}, this);
    StartWriteLast(&request_, grpc::WriteOptions());
    StartRead(&response_);
    StartCall();
  }
  ~HealthWatch() {
    context_.TryCancel();
    done_.get_future().wait();
  }

  /// The next status it is told.
  int next() {
    std::future<int> status = status_.get_future();
    const bool told = status.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    REQUIRE(told);
    status_ = {};
    StartRead(&response_);
    return status.get();
  }

  void OnReadDone(bool ok) override {
    if (ok) status_.set_value(health_status(response_));
  }
  void OnDone(const grpc::Status& /*status*/) override { done_.set_value(); }

 private:
  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  std::promise<int> status_;
  std::promise<void> done_;
};

}  // namespace

TEST_CASE("metrics: steps, sessions and calls are counted as they were", "[contract][operation]") {
  RunningServer running;
  client::Client client = running.client();
  const std::string name = client.start_session(two_bodies()).name();
  {
    auto stream = client.exchange(controller_of(name));
    for (int i = 0; i < 7; ++i) stream.step();
    // A frame may reach its client before its step is counted.
    CHECK(eventually(running, R"(raftup_step_seconds_count{phase="rpc"})", 7) == 7);
    MetricSamples samples = metrics_of(running);
    CHECK(samples[R"(raftup_step_seconds_count{phase="compute"})"] == 7);
    CHECK(samples[R"(raftup_step_seconds_count{phase="wait"})"] == 7);
    CHECK(samples[R"(raftup_step_seconds_sum{phase="wait"})"] == 0.0);
    CHECK(samples[R"(raftup_step_seconds_sum{phase="compute"})"] > 0.0);
    CHECK(samples[R"(raftup_step_seconds_sum{phase="rpc"})"] > 0.0);
    CHECK(samples[R"(raftup_sessions{state="running"})"] == 1);
    CHECK(samples["raftup_realtime_factor"] > 1.0);
    CHECK(samples["raftup_failed_steps_total"] == 0);
    CHECK(samples.at("raftup_journal_lag_bytes") == 0);  // durability process: nothing is batched
    CHECK(samples["raftup_recovery_seconds"] > 0);
    CHECK(samples[R"(raftup_ready{check="store"})"] == 1);
    CHECK(samples["process_open_fds"] > 3);
    CHECK(samples["process_resident_memory_bytes"] > 1e6);
    stream.close();
  }
  client.delete_session(name);
  const std::string exchange = R"(grpc_server_handled_total{grpc_code="OK",grpc_method="Exchange",)"
                               R"(grpc_service="raftup.v1.SessionService"})";
  CHECK(eventually(running, exchange, 1) == 1);
  MetricSamples samples = metrics_of(running);
  CHECK(samples[R"(raftup_step_seconds_count{phase="compute"})"] == 7);
  CHECK(samples[R"(raftup_sessions{state="running"})"] == 0);
  CHECK(samples[R"(grpc_server_started_total{grpc_method="CreateSession",)"
                R"(grpc_service="raftup.v1.SessionService"})"] == 1);
}

TEST_CASE("metrics: however many sessions and clients, the series stay the same",
          "[contract][operation]") {
  RunningServer running;
  client::Client client = running.client();
  const auto live = [&] {
    auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
    stream.step();
    stream.step();
    stream.close();  // one that breaks off ends with another code, so in another series
  };
  live();
  const std::string exchanges =
      R"(grpc_server_handled_total{grpc_code="OK",grpc_method="Exchange",)"
      R"(grpc_service="raftup.v1.SessionService"})";
  eventually(running, exchanges, 1);
  const std::size_t series = metrics_of(running).size();
  for (int i = 0; i < 5; ++i) live();
  eventually(running, exchanges, 6);
  CHECK(metrics_of(running).size() == series);
}

TEST_CASE("metrics: a call that ends badly is counted by its code", "[contract][operation]") {
  RunningServer running;
  client::Client client = running.client();
  CHECK(error_of([&] { client.delete_session("sessions/nowhere"); }).reason() == "NOT_FOUND");
  CHECK(error_of([&] { client.exchange(controller_of("sessions/nowhere")).step(); }).reason() ==
        "NOT_FOUND");
  const std::string labels = R"(grpc_service="raftup.v1.SessionService"})";
  CHECK(
      eventually(
          running,
          R"(grpc_server_handled_total{grpc_code="NotFound",grpc_method="DeleteSession",)" + labels,
          1) == 1);
  CHECK(eventually(
            running,
            R"(grpc_server_handled_total{grpc_code="NotFound",grpc_method="Exchange",)" + labels,
            1) == 1);
}

TEST_CASE("health: each service is ready, and the server lives", "[contract][operation]") {
  RunningServer running;
  CHECK(health_of(running, "") == 1);
  CHECK(health_of(running, "raftup.v1.SessionService") == 1);
  CHECK(health_of(running, "raftup.v1.DatabaseService") == 1);
  CHECK(health_of(running, "raftup.v1.Nothing") == 0);
  CHECK(http_get(running.server().admin_address(), "/livez").status == 200);
  CHECK(http_get(running.server().admin_address(), "/readyz").status == 200);
}

TEST_CASE("health: a server that withdraws is told of at once, and still works",
          "[contract][operation]") {
  RunningServer running;
  client::Client client = running.client();
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  HealthWatch watch(running, "raftup.v1.SessionService");
  CHECK(watch.next() == 1);
  running.server().withdraw();
  CHECK(watch.next() == 2);
  CHECK(health_of(running, "raftup.v1.DatabaseService") == 2);
  CHECK(health_of(running, "") == 1);
  const HttpAnswer ready = http_get(running.server().admin_address(), "/readyz");
  CHECK(ready.status == 503);
  CHECK_THAT(ready.body, Contains("draining: the server is about to stop"));
  CHECK(stream.step().step_index() == 1);
}
