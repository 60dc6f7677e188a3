/// @file What a server says in its log.

#include <grpcpp/grpcpp.h>

#include "raftup/v1/session.grpc.pb.h"
#include "tests/contract/running_server.hpp"
#include "tests/support/captured_log.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr const char* kTrace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Creates a session by a call that carries a trace.
std::string create_with_trace(const RunningServer& running, const std::string& trace) {
  const auto stub = v1::SessionService::NewStub(
      grpc::CreateChannel(running.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.AddMetadata("traceparent", trace);
  v1::CreateSessionRequest request;
  *request.mutable_session()->mutable_spec() = two_bodies();
  v1::CreateSessionResponse response;
  REQUIRE(stub->CreateSession(&context, request, &response).ok());
  return response.session().name();
}

}  // namespace

TEST_CASE("log: the life of a session, with who it belongs to and the call's trace",
          "[contract][operation]") {
  const CapturedLog log;
  std::string name;
  {
    const RunningServer running;
    name = create_with_trace(running, kTrace);
    client::Client client = running.client();
    v1::InitializeSessionRequest request;
    request.set_name(name);
    client.call(&client::Client::Stub::InitializeSession, request, std::chrono::seconds(5));
    client.delete_session(name);
  }
  const auto lines = log.lines("session", name);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].at("message") == "session created");
  CHECK(lines[0].at("trace") == kTrace);
  CHECK(lines[0].at("tenant") == "default");
  CHECK(lines[1].at("event") == "SESSION_INITIALIZED");
  CHECK(lines[1].at("step") == 0);
  CHECK_FALSE(lines[1].contains("trace"));
  CHECK(lines[2].at("message") == "session deleted");
}

TEST_CASE("log: what is no trace does not get into it", "[contract][operation]") {
  const CapturedLog log;
  const RunningServer running;
  const std::string name = create_with_trace(
      running, GENERATE("Bearer secret", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"));
  REQUIRE(log.lines("session", name).size() == 1);
  CHECK_FALSE(log.lines("session", name)[0].contains("trace"));
}
