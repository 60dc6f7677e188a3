#include "clients/cpp/client.hpp"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("client: an error keeps code, reason, message and violated fields", "[clients]") {
  google::rpc::ErrorInfo info;
  info.set_reason("BAD_FIELD");
  google::rpc::BadRequest bad_request;
  auto& violation = *bad_request.add_field_violations();
  violation.set_field("session.spec.model.bodies[1].mass");
  violation.set_description("must be positive, got -3");
  google::rpc::Status details;
  details.add_details()->PackFrom(info);
  details.add_details()->PackFrom(bad_request);
  const client::CallError error(
      grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "bad model", details.SerializeAsString()));
  CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(error.reason() == "BAD_FIELD");
  CHECK(std::string(error.what()) == "bad model");
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "session.spec.model.bodies[1].mass");
  CHECK(error.field_violations()[0].description == "must be positive, got -3");
}

TEST_CASE("client: a server that is not there is an error without a reason", "[clients]") {
  client::Client client("unix:/nowhere/raftup");
  try {
    client.delete_session("sessions/none");
    FAIL("nobody can have answered");
  } catch (const client::CallError& error) {
    CHECK(error.code() == grpc::StatusCode::UNAVAILABLE);
    CHECK(error.reason().empty());
  }
}

TEST_CASE("client: an unknown field of a model is refused by name", "[clients]") {
  CHECK_THROWS_WITH(client::model_from_json(R"({"bodys": []})"), Catch::Contains("bodys"));
}

TEST_CASE("client: calls name the session they are about, whatever their request calls it",
          "[clients]") {
  v1::StepSessionRequest step;
  step.set_name("sessions/harbour");
  CHECK(client::session_of(step) == "sessions/harbour");
  v1::RestoreCheckpointRequest restore;
  restore.set_name("sessions/harbour/checkpoints/7");
  CHECK(client::session_of(restore) == "sessions/harbour");
  v1::WatchSessionRequest watch;
  watch.set_session("sessions/harbour");
  CHECK(client::session_of(watch) == "sessions/harbour");
  v1::CreateSessionRequest create;
  CHECK(client::session_of(create).empty());
  create.set_session_id("barge");
  CHECK(client::session_of(create) == "sessions/barge");
  create.set_from_checkpoint("sessions/harbour/checkpoints/7");
  CHECK(client::session_of(create) == "sessions/harbour");
  v1::ReadCoefficientsRequest database;
  database.set_name("databases/hemisphere");
  CHECK(client::session_of(database).empty());
}

TEST_CASE("client: random ids are 32 digits, each another", "[clients]") {
  const std::string id = client::random_id();
  CHECK(id.size() == 32);
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(id != client::random_id());
}

TEST_CASE("client: a proxy that the environment names is not asked for this machine", "[clients]") {
  for (const char* address :
       {"unix:/run/raftup", "localhost:50551", "127.0.0.1:1", "[::1]:50551"}) {
    INFO(address);
    CHECK(client::is_of_this_machine(address));
  }
  for (const char* address : {"tug.example:50551", "10.0.0.1:1", "127.example.org:1", "[::2]:1"}) {
    INFO(address);
    CHECK_FALSE(client::is_of_this_machine(address));
  }
}
