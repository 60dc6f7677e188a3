#include "server/base/status.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using server::Reason;
using server::ServiceError;

namespace {

google::rpc::Status details_of(const grpc::Status& status) {
  google::rpc::Status details;
  REQUIRE(details.ParseFromString(status.error_details()));
  return details;
}

google::rpc::ErrorInfo info_of(const grpc::Status& status) {
  google::rpc::ErrorInfo info;
  REQUIRE(details_of(status).details(0).UnpackTo(&info));
  return info;
}

google::rpc::BadRequest bad_request_of(const grpc::Status& status) {
  google::rpc::BadRequest bad_request;
  REQUIRE(details_of(status).details(1).UnpackTo(&bad_request));
  return bad_request;
}

}  // namespace

TEST_CASE("status: every error code below the server has its gRPC code and reason", "[rpc]") {
  struct Expected {
    ErrorCode code;
    grpc::StatusCode status;
    const char* reason;
  };
  const auto expected = GENERATE(
      Expected{ErrorCode::kInvalidArgument, grpc::StatusCode::INVALID_ARGUMENT, "BAD_FIELD"},
      Expected{ErrorCode::kNotFound, grpc::StatusCode::NOT_FOUND, "NOT_FOUND"},
      Expected{ErrorCode::kFailedPrecondition, grpc::StatusCode::FAILED_PRECONDITION,
               "WRONG_STATE"},
      Expected{ErrorCode::kOutOfRange, grpc::StatusCode::OUT_OF_RANGE, "BEYOND_DATA"},
      Expected{ErrorCode::kResourceExhausted, grpc::StatusCode::RESOURCE_EXHAUSTED, "QUOTA_LIMIT"},
      Expected{ErrorCode::kDataLoss, grpc::StatusCode::DATA_LOSS, "DATA_LOSS"},
      Expected{ErrorCode::kInternal, grpc::StatusCode::INTERNAL, "INTERNAL"});
  const auto status = server::to_status(Error(expected.code, "mass must be positive, got -3"));
  CHECK(status.error_code() == expected.status);
  CHECK(status.error_message() == "mass must be positive, got -3");
  CHECK(details_of(status).code() == expected.status);
  CHECK(info_of(status).reason() == expected.reason);
  CHECK(info_of(status).domain() == "raftup");
}

TEST_CASE("status: a service error keeps its reason and metadata", "[rpc]") {
  const auto status =
      server::to_status(ServiceError(Reason::kStepConflict, "expected_step_index must be 7, got 6")
                            .with("session", "sessions/demo"));
  CHECK(status.error_code() == grpc::StatusCode::ABORTED);
  CHECK(info_of(status).reason() == "STEP_CONFLICT");
  CHECK(info_of(status).metadata().at("session") == "sessions/demo");
}

TEST_CASE("status: all violated fields are listed with path, rule and value", "[rpc]") {
  const auto status = server::to_status(ServiceError(std::vector<solver::Violation>{
      {"bodies[1].mass", "must be positive", "-3"}, {"integration", "is required", ""}}));
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  const auto bad_request = bad_request_of(status);
  REQUIRE(bad_request.field_violations_size() == 2);
  CHECK(bad_request.field_violations(0).field() == "bodies[1].mass");
  CHECK(bad_request.field_violations(0).description() == "must be positive, got -3");
  CHECK(bad_request.field_violations(1).description() == "is required");
}

TEST_CASE("status: a thousand violations stay below the limit and say how many are missing",
          "[rpc]") {
  const std::vector<solver::Violation> many(
      1000, {"bodies[7]." + std::string(500, 'x'), "must be finite", "nan"});
  const auto status = server::to_status(ServiceError(many));
  CHECK(status.error_details().size() <= server::kStatusByteLimit);
  const auto bad_request = bad_request_of(status);
  const int listed = bad_request.field_violations_size() - 1;
  REQUIRE(listed > 0);
  CHECK(bad_request.field_violations(listed).description() ==
        "and " + std::to_string(1000 - listed) + " more");
}

TEST_CASE("status: a long message is cut between characters", "[rpc]") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "\u00e4";
  const auto status = server::to_status(Error(ErrorCode::kInternal, text));
  CHECK(status.error_details().size() <= server::kStatusByteLimit);
  const auto message = status.error_message();
  CHECK(message.substr(message.size() - 5) == "\u00e4...");
}

TEST_CASE("status: a failed numerical method is not taken for a defect", "[rpc]") {
  const auto status = server::to_status(SolverFailure("nodes must stay finite"));
  CHECK(status.error_code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(info_of(status).reason() == "SOLVER_FAILED");
  CHECK(status.error_message() == "nodes must stay finite");
}

TEST_CASE("status: what nobody foresaw is internal", "[rpc]") {
  const auto status = server::to_status(std::runtime_error("surprise"));
  CHECK(status.error_code() == grpc::StatusCode::INTERNAL);
  CHECK(info_of(status).reason() == "INTERNAL");
}

TEST_CASE("status: what is internal tells nothing of where the server's files lie", "[rpc]") {
  const std::filesystem::filesystem_error error("cannot iterate", "/var/lib/raftup/fits/x",
                                                std::make_error_code(std::errc::io_error));
  const std::string text = server::to_status(error).error_message();
  CHECK_THAT(text, Catch::Contains("cannot iterate") && Catch::Contains("[x]"));
  CHECK(text.find("/var") == std::string::npos);
  const auto message_of = [](const std::string& message) {
    return server::to_status(Error(ErrorCode::kInternal, message)).error_message();
  };
  CHECK(message_of("cannot open /data/a/file: no such file") == "cannot open file: no such file");
  CHECK(message_of("cannot start \"/usr/bin/reader\"") == "cannot start \"reader\"");
  CHECK(message_of("a speed of 3 m/s, and / or 1/2") == "a speed of 3 m/s, and / or 1/2");
}

TEST_CASE("status: no two reasons share a name", "[rpc]") {
  std::vector<std::string> names;
  for (int reason = 0; reason <= static_cast<int>(Reason::kInternal); ++reason) {
    names.push_back(server::reason_name(static_cast<Reason>(reason)));
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}
