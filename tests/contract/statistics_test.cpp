/// @file What GetStatistics promises, whatever becomes of the session in between.
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

v1::SessionSpec with_statistics() {
  v1::SessionSpec spec = two_bodies();
  auto& statistics = *spec.mutable_model()->mutable_statistics();
  statistics.set_warm_up(0.2);
  statistics.add_turning_points("a.displacement");
  auto& limit = *statistics.add_limits();
  limit.set_name("low");
  limit.set_output("b.displacement");
  limit.set_component(2);
  limit.set_below(0.0);
  return spec;
}

void step(client::Client& client, const std::string& session, std::int64_t from,
          std::int64_t count) {
  v1::StepSessionRequest request;
  request.set_name(session);
  request.set_expected_step_index(from);
  request.set_step_count(count);
  client.call(&Stub::StepSession, request);
}

v1::GetStatisticsResponse statistics_of(client::Client& client, const std::string& session) {
  v1::GetStatisticsRequest request;
  request.set_session(session);
  return client.call(&Stub::GetStatistics, request);
}

}  // namespace

TEST_CASE("statistics: defaults are written out and the answer follows their order",
          "[contract][statistics]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_statistics());
  const v1::Statistics& asked = session.spec().model().statistics();
  REQUIRE(asked.outputs_size() == 2);
  CHECK(asked.outputs(0) == "a.displacement");
  step(client, session.name(), 0, 400);  // two periods of heave
  const auto told = statistics_of(client, session.name());
  CHECK(told.sample_count() == 390);
  CHECK(told.duration() == Approx(7.8));
  REQUIRE(told.outputs_size() == 2);
  CHECK(told.outputs(0).name() == "a.displacement");
  CHECK(told.outputs(0).mean_size() == 6);
  CHECK(told.outputs(0).std(2) > 0.1);
  CHECK(told.outputs(0).turning_points_size() == 6);
  CHECK(told.outputs(0).turning_points(2).values_size() > 3);
  CHECK(told.outputs(1).turning_points_size() == 0);
  CHECK(told.limits(0).name() == "low");
  CHECK(told.limits(0).exceedance_count() > 0);
}

TEST_CASE("statistics: a restored checkpoint and a restarted server go on with the same bytes",
          "[contract][statistics]") {
  RunningServer server;
  std::string name;
  std::string half;
  std::string whole;
  {
    auto client = server.client();
    v1::SessionSpec spec = with_statistics();
    spec.set_durability(v1::DURABILITY_PROCESS);
    name = client.start_session(spec).name();
    step(client, name, 0, 77);
    const std::string checkpoint = client.create_checkpoint(name).name();
    half = statistics_of(client, name).SerializeAsString();
    step(client, name, 77, 100);
    whole = statistics_of(client, name).SerializeAsString();
    client.restore_checkpoint(checkpoint);
    CHECK(statistics_of(client, name).SerializeAsString() == half);
  }
  server.restart();
  auto client = server.client();
  CHECK(statistics_of(client, name).SerializeAsString() == half);
  step(client, name, 77, 100);
  CHECK(statistics_of(client, name).SerializeAsString() == whole);
  CHECK(half != whole);
}

TEST_CASE("statistics: of a model that asks for none are refused", "[contract][statistics]") {
  const RunningServer server;
  auto client = server.client();
  const std::string name = client.start_session(two_bodies()).name();
  const auto error = error_of([&] { statistics_of(client, name); });
  CHECK(error.code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(error.reason() == "WRONG_STATE");
}
