/// @file What the unary calls of SessionService promise.
#include <cmath>
#include <map>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

v1::CreateSessionRequest creation(const v1::SessionSpec& spec, const std::string& id = "") {
  v1::CreateSessionRequest request;
  *request.mutable_session()->mutable_spec() = spec;
  request.set_session_id(id);
  return request;
}

v1::StepSessionRequest steps(const std::string& session, std::int64_t from, std::int64_t count) {
  v1::StepSessionRequest request;
  request.set_name(session);
  request.set_expected_step_index(from);
  request.set_step_count(count);
  return request;
}

std::string name_of_new_session(client::Client& client) {
  return client.call(&Stub::CreateSession, creation(two_bodies())).session().name();
}

}  // namespace

TEST_CASE("session: its life from creation to deletion", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto created = client.call(&Stub::CreateSession, creation(two_bodies(), "my-session"));
  CHECK(created.session().name() == "sessions/my-session");
  CHECK(created.session().state() == v1::SESSION_STATE_CREATED);
  CHECK(created.session().step_ns() == 20'000'000);

  const auto early =
      error_of([&] { client.call(&Stub::StepSession, steps("sessions/my-session", 0, 1)); });
  CHECK(early.code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(early.reason() == "WRONG_STATE");

  v1::InitializeSessionRequest initialize;
  initialize.set_name("sessions/my-session");
  CHECK(client.call(&Stub::InitializeSession, initialize).session().state() ==
        v1::SESSION_STATE_INITIALIZED);
  CHECK(error_of([&] { client.call(&Stub::InitializeSession, initialize); }).reason() ==
        "WRONG_STATE");

  const auto stepped = client.call(&Stub::StepSession, steps("sessions/my-session", 0, 10));
  CHECK(stepped.frame().step_index() == 10);
  CHECK(stepped.frame().row_time_ns_size() == 10);

  v1::ReadValuesRequest read;
  read.set_session("sessions/my-session");
  const auto values = client.call(&Stub::ReadValues, read);
  REQUIRE(values.values_size() == 12);
  CHECK(values.step_index() == 10);
  CHECK(values.values(2) == stepped.frame().values(9 * 12 + 2));

  v1::ResetSessionRequest reset;
  reset.set_name("sessions/my-session");
  CHECK(client.call(&Stub::ResetSession, reset).session().state() == v1::SESSION_STATE_CREATED);
  client.call(&Stub::InitializeSession, initialize);
  const auto again = client.call(&Stub::StepSession, steps("sessions/my-session", 0, 10));
  CHECK(same_bytes(values_of(again.frame()), values_of(stepped.frame())));

  v1::TerminateSessionRequest terminate;
  terminate.set_name("sessions/my-session");
  CHECK(client.call(&Stub::TerminateSession, terminate).session().state() ==
        v1::SESSION_STATE_TERMINATED);
  CHECK(error_of([&] {
          client.call(&Stub::StepSession, steps("sessions/my-session", 10, 1));
        }).reason() == "WRONG_STATE");
  client.delete_session("sessions/my-session");
  CHECK(error_of([&] { client.delete_session("sessions/my-session"); }).reason() == "NOT_FOUND");
}

TEST_CASE("session: the answer has every default written out", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.call(&Stub::CreateSession, creation(two_bodies())).session();
  const v1::Model& model = session.spec().model();
  CHECK(model.environment().gravity() == 9.80665);
  CHECK(model.environment().water_density() == 1025.0);
  CHECK_FALSE(model.environment().has_water_depth());
  CHECK(model.bodies(0).motion() == v1::MOTION_DYNAMIC);
  CHECK(model.bodies(0).center_of_mass_size() == 3);
  CHECK(model.added_mass_interactions(0).frame() == v1::HYDRO_FRAME_HEADING);
  CHECK(model.added_mass_interactions(0).enabled());
  CHECK(model.integration().stepper() == v1::STEPPER_AUTOMATIC);
  CHECK(model.integration().output_step() == 0.02);
  // What was written out means the same.
  v1::SessionSpec again;
  *again.mutable_model() = model;
  const auto second = client.call(&Stub::CreateSession, creation(again)).session();
  CHECK(second.spec().model().SerializeAsString() == model.SerializeAsString());
}

TEST_CASE("session: everything wrong with it is said at once, with paths", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  auto& model = *spec.mutable_model();
  model.mutable_bodies(0)->set_mass(-3.0);
  model.mutable_bodies(1)->mutable_inertia()->set_yy(std::nan(""));
  model.mutable_loads(0)->mutable_linear_mooring()->set_body("nobody");
  model.mutable_integration()->set_output_step(0.03);
  spec.set_base_tick_ns(3'000'000);
  spec.set_stop_time_ns(50'000'000);
  auto& participant = *spec.add_participants();
  participant.set_participant_id("waves");
  participant.add_input_variables("nonsense");

  const auto error = error_of([&] { client.call(&Stub::CreateSession, creation(spec)); });
  CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(error.reason() == "BAD_FIELD");
  std::vector<std::string> fields;
  for (const auto& violation : error.field_violations()) fields.push_back(violation.field);
  for (const char* expected :
       {"session.spec.model.bodies[0].mass", "session.spec.model.bodies[1].inertia.yy",
        "session.spec.model.loads[0].linear_mooring.body",
        "session.spec.model.integration.output_step", "session.spec.model.integration.step",
        "session.spec.stop_time_ns", "session.spec.participants[0].input_variables[0]"}) {
    INFO(expected);
    CHECK(std::count(fields.begin(), fields.end(), expected) == 1);
  }
}

TEST_CASE("session: everything wrong with its joints is said at once, rule and value",
          "[contract][joints]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  const auto joints = client::model_from_json(R"({"joints": [
    {"name": "a", "type": "JOINT_TYPE_HINGE", "body1": "nobody", "axis": [0, 0, 0]},
    {"name": "hinge", "type": "JOINT_TYPE_PRISMATIC", "body1": "b", "body2": "b",
     "compliance": -1, "drives": [{"dof": 3, "motor": {"speed": 1}}, {"dof": 0}]},
    {"name": "hinge", "body1": "b", "position": [1, 2]},
    {"name": "rod", "type": "JOINT_TYPE_DISTANCE", "body1": "b"}]})")
                          .joints();
  *spec.mutable_model()->mutable_joints() = joints;

  const auto error = error_of([&] { client.call(&Stub::CreateSession, creation(spec)); });
  CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(error.reason() == "BAD_FIELD");
  std::map<std::string, std::string> said;
  for (const auto& violation : error.field_violations()) {
    said[violation.field] = violation.description;
  }
  const std::string model = "session.spec.model.";
  const std::map<std::string, std::string> expected{
      {"joints[0].name", "must differ from bodies[0].name, got 'a'"},
      {"joints[0].body1", "must name a body of the model, got 'nobody'"},
      {"joints[0].axis", "must not be zero, got (0, 0, 0)"},
      {"joints[1].body2", "must differ from body1, got 'b'"},
      {"joints[1].compliance", "must not be negative and must be finite, got -1"},
      {"joints[1].drives[0].dof",
       "must be one of the 1 dofs that can be driven of a prismatic joint, got 3"},
      {"joints[1].drives[1]", "must have one of spring_damper, motor, range, lock, friction"},
      {"joints[2].name", "must differ from joints[1].name, got 'hinge'"},
      {"joints[2].type", "must be given"},
      {"joints[2].position", "must have 3 values, got 2"},
      {"joints[3].position2", "must be given for a distance joint, got nothing"}};
  for (const auto& [path, description] : expected) {
    INFO(path);
    CHECK_THAT(said[model + path], Catch::Contains(description));
  }
}

TEST_CASE("session: validate_only keeps nothing", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  auto request = creation(two_bodies(), "only-tried");
  request.set_validate_only(true);
  const auto response = client.call(&Stub::CreateSession, request);
  CHECK(response.session().name().empty());
  CHECK(response.session().spec().model().bodies_size() == 2);
  CHECK(client.call(&Stub::ListSessions, v1::ListSessionsRequest()).sessions().empty());
}

TEST_CASE("session: an id is unique and well-formed", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  client.call(&Stub::CreateSession, creation(two_bodies(), "taken"));
  const auto taken =
      error_of([&] { client.call(&Stub::CreateSession, creation(two_bodies(), "taken")); });
  CHECK(taken.code() == grpc::StatusCode::ALREADY_EXISTS);
  CHECK(taken.reason() == "SESSION_EXISTS");
  for (const char* id : {"abc", "1abc", "Abcd", "a/bcd", "../etc"}) {
    const auto error =
        error_of([&] { client.call(&Stub::CreateSession, creation(two_bodies(), id)); });
    REQUIRE(error.field_violations().size() == 1);
    CHECK(error.field_violations()[0].field == "session_id");
  }
}

TEST_CASE("session: lists come in pages", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  for (const char* id : {"cccc", "aaaa", "bbbb"}) {
    client.call(&Stub::CreateSession, creation(two_bodies(), id));
  }
  v1::ListSessionsRequest request;
  request.set_page_size(2);
  auto page = client.call(&Stub::ListSessions, request);
  REQUIRE(page.sessions_size() == 2);
  CHECK(page.sessions(0).name() == "sessions/aaaa");
  request.set_page_token(page.next_page_token());
  page = client.call(&Stub::ListSessions, request);
  REQUIRE(page.sessions_size() == 1);
  CHECK(page.sessions(0).name() == "sessions/cccc");
  CHECK(page.next_page_token().empty());
}

TEST_CASE("session: variables are listed with units, inputs first", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::ListVariablesRequest request;
  request.set_session(name_of_new_session(client));
  request.set_page_size(3);
  const auto page = client.call(&Stub::ListVariables, request);
  REQUIRE(page.variables_size() == 3);
  CHECK(page.variables(0).name() == "push_a");
  CHECK(page.variables(0).causality() == v1::CAUSALITY_INPUT);
  CHECK(page.variables(0).size() == 6);
  CHECK(page.variables(2).causality() == v1::CAUSALITY_OUTPUT);
  CHECK_FALSE(page.variables(2).unit().empty());
  request.set_page_token("x");
  CHECK(error_of([&] { client.call(&Stub::ListVariables, request); }).field_violations()[0].field ==
        "page_token");
}

TEST_CASE("session: start values of inputs act from the first step", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto heave_after_ten_steps = [&](double force) {
    v1::InitializeSessionRequest initialize;
    initialize.set_name(name_of_new_session(client));
    auto& start = *initialize.add_start_values();
    start.set_name("push_a");
    for (const double value : {0.0, 0.0, force, 0.0, 0.0, 0.0}) start.add_values(value);
    client.call(&Stub::InitializeSession, initialize);
    const auto response = client.call(&Stub::StepSession, steps(initialize.name(), 0, 10));
    return response.frame().values(9 * 12 + 2);
  };
  const double pushed = heave_after_ten_steps(1e6) - heave_after_ten_steps(0.0);
  // F t^2 / (2 (m + A)) for .2 s, the spring and the other body's water still hardly felt: 1 %
  CHECK(pushed == Approx(1e6 * 0.2 * 0.2 / 2.0 / 1.8e6).epsilon(0.03));
}

TEST_CASE("session: a request id does its work once", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto request = steps(session.name(), 0, 10);
  request.set_request_id("one");
  const auto first = client.call(&Stub::StepSession, request);
  const auto second = client.call(&Stub::StepSession, request);
  CHECK(first.SerializeAsString() == second.SerializeAsString());
  request.set_step_count(11);
  const auto error = error_of([&] { client.call(&Stub::StepSession, request); });
  CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(error.reason() == "REQUEST_ID_REUSED");
  request.set_request_id("");
  CHECK(error_of([&] { client.call(&Stub::StepSession, request); }).reason() == "STEP_CONFLICT");
}

TEST_CASE("session: StepSession never waits", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  auto& participant = *spec.add_participants();
  participant.set_participant_id("waves");
  participant.set_required(true);
  const auto session = client.start_session(spec);
  const auto error =
      error_of([&] { client.call(&Stub::StepSession, steps(session.name(), 0, 1)); });
  CHECK(error.code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(error.reason() == "WAITING_FOR_INPUTS");
}

TEST_CASE("session: no step ends after the stop time", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::SessionSpec spec = two_bodies();
  spec.set_stop_time_ns(200'000'000);
  const auto session = client.start_session(spec);
  CHECK(error_of([&] { client.call(&Stub::StepSession, steps(session.name(), 0, 11)); }).reason() ==
        "PAST_STOP_TIME");
  CHECK(client.call(&Stub::StepSession, steps(session.name(), 0, 10)).frame().step_index() == 10);
}

TEST_CASE("session: StepSession names its own fields", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  const auto field = [&](const v1::StepSessionRequest& request) {
    const auto error = error_of([&] { client.call(&Stub::StepSession, request); });
    REQUIRE(error.field_violations().size() == 1);
    return error.field_violations()[0].field;
  };
  CHECK(field(steps(session.name(), 0, 0)) == "step_count");
  CHECK(field(steps(session.name(), 0, 100001)) == "step_count");
  v1::StepSessionRequest request = steps(session.name(), 0, 1);
  request.set_output_stride(-1);
  CHECK(field(request) == "output_stride");
  request = steps(session.name(), 0, 1);
  request.add_output_variables("a.position");
  request.add_output_variables("a.nonsense");
  CHECK(field(request) == "output_variables[1]");
  request = steps(session.name(), 0, 1);
  request.add_input_variables("nonsense");
  CHECK(field(request) == "input_variables[0]");
  request = steps(session.name(), 0, 1);
  request.add_input_variables("push_a");
  request.mutable_inputs()->add_sample_time_ns(0);
  request.mutable_inputs()->add_values(1.0);
  CHECK(field(request) == "inputs.values");
}

TEST_CASE("session: after a checkpoint is restored the same bytes follow", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  client.call(&Stub::StepSession, steps(session.name(), 0, 50));
  v1::CreateCheckpointRequest create;
  create.set_session(session.name());
  create.set_label("before the wave");
  const auto checkpoint = client.call(&Stub::CreateCheckpoint, create).checkpoint();
  CHECK(checkpoint.step_index() == 50);
  CHECK(checkpoint.size_bytes() > 0);
  const auto first = client.call(&Stub::StepSession, steps(session.name(), 50, 100));

  v1::RestoreCheckpointRequest restore;
  restore.set_name(checkpoint.name());
  CHECK(client.call(&Stub::RestoreCheckpoint, restore).session().step_index() == 50);
  const auto second = client.call(&Stub::StepSession, steps(session.name(), 50, 100));
  CHECK(same_bytes(values_of(first.frame()), values_of(second.frame())));

  v1::ListCheckpointsRequest list;
  list.set_session(session.name());
  CHECK(client.call(&Stub::ListCheckpoints, list).checkpoints(0).label() == "before the wave");
  v1::DeleteCheckpointRequest remove;
  remove.set_name(checkpoint.name());
  client.call(&Stub::DeleteCheckpoint, remove);
  CHECK(error_of([&] { client.call(&Stub::RestoreCheckpoint, restore); }).reason() == "NOT_FOUND");
}

TEST_CASE("session: what can be read stays as it is while a checkpoint is made", "[contract]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  client.call(&Stub::StepSession, steps(session.name(), 0, 50));
  v1::ListVariablesRequest list;
  list.set_session(session.name());
  v1::ReadValuesRequest read;
  read.set_session(session.name());
  const auto listed = client.call(&Stub::ListVariables, list);
  for (const auto& variable : listed.variables()) {
    if (variable.causality() == v1::CAUSALITY_OUTPUT) read.add_variables(variable.name());
  }
  REQUIRE(read.variables_size() > 10);
  const auto before = client.call(&Stub::ReadValues, read);
  v1::CreateCheckpointRequest create;
  create.set_session(session.name());
  client.call(&Stub::CreateCheckpoint, create);
  CHECK(client.call(&Stub::ReadValues, read).SerializeAsString() == before.SerializeAsString());
}

TEST_CASE("session: a server that drains tells its streams and takes no new sessions",
          "[contract]") {
  RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  auto stream = client.exchange(controller_of(session.name()));
  stream.step();
  server.server().drain(std::chrono::seconds(5));
  const auto error = error_of([&] { stream.receive_frame(); });
  CHECK(error.code() == grpc::StatusCode::UNAVAILABLE);
  CHECK(error.reason() == "DRAINING");
  REQUIRE(stream.notices().size() == 1);
  CHECK(stream.notices()[0].reason() == "DRAINING");
}
