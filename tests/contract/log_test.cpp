/// @file What a server says in its log.
#include "server/operation/log.hpp"

#include <grpcpp/grpcpp.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "raftup/v1/session.grpc.pb.h"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using nlohmann::json;

namespace {

constexpr const char* kTrace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Takes the log as JSON while it lives.
class CapturedLog {
 public:
  CapturedLog() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(
        server::make_log({server::LogFormat::kJson, spdlog::level::info},
                         std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
  }
  ~CapturedLog() { spdlog::set_default_logger(before_); }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;

  /// The lines with a field of this value.
  std::vector<json> lines(const std::string& field, const std::string& value) const {
    std::vector<json> found;
    std::istringstream text(text_.str());
    for (std::string line; std::getline(text, line);) {
      json entry = json::parse(line);
      if (entry.value(field, "") == value) found.push_back(std::move(entry));
    }
    return found;
  }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

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
