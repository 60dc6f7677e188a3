/// @file What the Exchange stream refuses, and what it leaves as it was.
#include <limits>

#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("exchange: a retry of inputs is ignored, a gap is an error", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
  v1::ExchangeRequest request;
  request.mutable_inputs()->set_sequence(1);
  request.mutable_inputs()->add_sample_time_ns(0);
  for (int i = 0; i < 6; ++i) request.mutable_inputs()->add_values(1.0);
  stream.send(request);
  stream.send(request);
  stream.send_advance(1);
  CHECK(stream.receive_frame().step_index() == 1);
  request.mutable_inputs()->set_sequence(3);
  request.mutable_inputs()->set_sample_time_ns(0, kStep);
  stream.send(request);
  const auto error = error_of([&] { stream.receive_frame(); });
  CHECK(error.reason() == "SEQUENCE_GAP");
  CHECK(std::string(error.what()) == "inputs.sequence must be 2, got 3");
}

TEST_CASE("exchange: an Advance from another step index is a conflict", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  v1::ExchangeRequest request;
  request.mutable_advance()->set_expected_step_index(7);
  request.mutable_advance()->set_step_count(1);
  stream.send(request);
  const auto error = error_of([&] { stream.receive_frame(); });
  CHECK(error.code() == grpc::StatusCode::ABORTED);
  CHECK(error.reason() == "STEP_CONFLICT");
  auto next = client.exchange(controller_of(session.name()));
  CHECK(next.step().step_index() == 1);
}

TEST_CASE("exchange: a second controller is refused", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto first = client.exchange(controller_of(session.name()));
  const auto error = error_of([&] { client.exchange(controller_of(session.name())); });
  CHECK(error.code() == grpc::StatusCode::ABORTED);
  CHECK(error.reason() == "CONTROLLER_CONFLICT");
  CHECK(first.step().step_index() == 1);
}

TEST_CASE("exchange: an input has one writer", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  const auto error = error_of([&] { client.exchange(controller_of(session.name(), {"push_b"})); });
  CHECK(error.code() == grpc::StatusCode::ALREADY_EXISTS);
  CHECK(error.reason() == "INPUT_OWNED");
}

TEST_CASE("exchange: messages that break a rule end the stream and nothing else", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  struct Case {
    const char* what;
    const char* field;
    v1::ExchangeRequest request;
  };
  const auto advance = [](std::int64_t count) {
    v1::ExchangeRequest request;
    request.mutable_advance()->set_step_count(count);
    return request;
  };
  const auto inputs = [](std::int64_t time, const Values& values) {
    v1::ExchangeRequest request;
    request.mutable_inputs()->set_sequence(1);
    request.mutable_inputs()->add_sample_time_ns(time);
    request.mutable_inputs()->mutable_values()->Assign(values.begin(), values.end());
    return request;
  };
  v1::ExchangeRequest short_values = advance(1);
  *short_values.mutable_advance()->mutable_inputs() = inputs(0, Values(5, 0.0)).inputs();
  v1::ExchangeRequest second_attach;
  *second_attach.mutable_attach() = controller_of(session.name());
  v1::ExchangeRequest no_credit;
  no_credit.mutable_credit();
  const std::vector<Case> cases = {
      {"no steps", "advance.step_count", advance(0)},
      {"negative steps", "advance.step_count", advance(-5)},
      {"too many steps", "advance.step_count", advance(std::numeric_limits<std::int64_t>::max())},
      {"more values than a frame holds", "advance.step_count", advance(100000)},
      {"five values for six columns", "inputs.values", inputs(0, Values(5, 0.0))},
      {"five with an Advance", "advance.inputs.values", short_values},
      {"not a number", "inputs.values[2]", inputs(0, force_on_heave(std::nan("")))},
      {"infinite", "inputs.values[2]",
       inputs(0, force_on_heave(std::numeric_limits<double>::infinity()))},
      {"attached twice", "attach", second_attach},
      {"no credit", "credit.credit", no_credit},
      {"nothing", "kind", v1::ExchangeRequest()},
  };
  for (const auto& [what, field, request] : cases) {
    INFO(what);
    auto stream = client.exchange(controller_of(session.name(), {"push_a"}));
    const auto error = error_of([&, &message = request] {
      stream.send(message);
      stream.receive_frame();
    });
    CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
    REQUIRE(error.field_violations().size() == 1);
    CHECK(error.field_violations()[0].field == field);
  }
  auto stream = client.exchange(controller_of(session.name()));
  CHECK(stream.step().step_index() == 1);
}

TEST_CASE("exchange: Attach names what is wrong with it", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  const auto violation = [&](const v1::Attach& attach) {
    const auto error = error_of([&] { client.exchange(attach); });
    return error.field_violations().empty() ? error.reason() : error.field_violations()[0].field;
  };
  v1::Attach attach = controller_of("sessions/none");
  CHECK(violation(attach) == "NOT_FOUND");
  attach = controller_of(session.name());
  attach.clear_role();
  CHECK(violation(attach) == "attach.role");
  attach = controller_of(session.name(), {"push_a", "nonsense"});
  CHECK(violation(attach) == "attach.input_variables[1]");
  attach = controller_of(session.name());
  attach.add_output_variables("a.nonsense");
  CHECK(violation(attach) == "attach.output_variables[0]");
  attach = controller_of(session.name());
  attach.set_credit(-1);
  CHECK(violation(attach) == "attach.credit");
}

TEST_CASE("exchange: a sample that would change the past is refused", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(with_participant());
  auto controller = client.exchange(controller_of(session.name()));
  auto waves = client.exchange(waves_of(session.name()));
  send_samples(waves, 0, 3);
  controller.advance(3);
  const std::int64_t past = 2 * kStep;
  waves.send_inputs({&past, 1}, force_on_heave(0.0));
  const auto error = error_of([&] {
    while (true) waves.receive_frame();
  });
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "inputs.sample_time_ns[0]");
}
