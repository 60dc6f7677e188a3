/// @file Requests that are too large, too deep or nonsense: refused, whatever the call.
#include <google/protobuf/descriptor.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>

#include "raftup/v1/database.pb.h"
#include "server/security/access_policy.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;

namespace {

namespace pb = google::protobuf;

const pb::MethodDescriptor& call_named(const std::string& name) {
  const auto* method = pb::DescriptorPool::generated_pool()->FindMethodByName(name);
  REQUIRE(method != nullptr);
  return *method;
}

/// Sends bytes on a call, and gives the status it ends with.
grpc::Status send(const RunningServer& running, const std::string& method,
                  const std::string& bytes) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxSendMessageSize(-1);
  grpc::GenericStub stub(
      grpc::CreateCustomChannel(running.address(), grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  std::string path = "/" + method;
  path[path.rfind('.')] = '/';
  const grpc::Slice slice(bytes);
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  std::promise<grpc::Status> status;
  stub.UnaryCall(&context, path, {}, &request, &response,
                 [&](const grpc::Status& result) { status.set_value(result); });
  return status.get_future().get();
}

/// A message of this type with `fill` put into one field.
template <typename Fill>
std::string message_with(const pb::Descriptor& type, Fill fill) {
  const std::unique_ptr<pb::Message> message(
      pb::MessageFactory::generated_factory()->GetPrototype(&type)->New());
  fill(*message, *message->GetReflection());
  return message->SerializeAsString();
}

const std::string kPing = "raftup.v1.SessionService.ListSessions";

}  // namespace

TEST_CASE("limits: no text of any call's request may be long", "[contract][security]") {
  RunningServer running;
  for (const auto& rule : server::call_rules()) {
    const auto& method = call_named(rule.method);
    if (method.client_streaming()) continue;
    for (int i = 0; i < method.input_type()->field_count(); ++i) {
      const auto& field = *method.input_type()->field(i);
      if (field.type() != pb::FieldDescriptor::TYPE_STRING) continue;
      INFO(rule.method << " " << field.name());
      const std::string text(100000, 'a');
      const auto status = send(
          running, rule.method,
          message_with(*method.input_type(), [&](pb::Message& message, const pb::Reflection& to) {
            if (field.is_repeated()) {
              to.AddString(&message, &field, text);
            } else {
              to.SetString(&message, &field, text);
            }
          }));
      CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
      CHECK(status.error_message().size() < 4096);
    }
  }
}

TEST_CASE("limits: no list of texts may be long", "[contract][security]") {
  RunningServer running;
  v1::ReadValuesRequest request;
  request.set_session("sessions/none");
  for (int i = 0; i < 100001; ++i) request.add_variables("a");
  const auto status =
      send(running, "raftup.v1.SessionService.ReadValues", request.SerializeAsString());
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK_THAT(status.error_message(), Contains("variables must have at most 100000 entries"));
}

TEST_CASE("limits: names lead nowhere but to what they name", "[contract][security]") {
  RunningServer running;
  const std::string name =
      GENERATE(as<std::string>(), "sessions/../../etc/passwd", "../sessions/a", "sessions/%2e%2e/a",
               std::string("sessions/a\0b", 12), "sessions/", "", "sessions/\xf0\x9f\x9a\xa2");
  v1::GetSessionRequest session;
  session.set_name(name);
  CHECK(send(running, "raftup.v1.SessionService.GetSession", session.SerializeAsString())
            .error_code() == grpc::StatusCode::NOT_FOUND);
  v1::GetDatabaseRequest database;
  database.set_name(name);
  CHECK(send(running, "raftup.v1.DatabaseService.GetDatabase", database.SerializeAsString())
            .error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  v1::GetUploadRequest upload;
  upload.set_upload_id(name + "@" + std::string(64, 'a'));
  CHECK(send(running, "raftup.v1.DatabaseService.GetUpload", upload.SerializeAsString())
            .error_code() == grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_CASE("limits: messages too large, too deep or no messages at all end their call only",
          "[contract][security]") {
  RunningServer running;
  CHECK(send(running, kPing, std::string(17 << 20, '\0')).error_code() ==
        grpc::StatusCode::RESOURCE_EXHAUSTED);
  // Groups of an unknown field, one inside the other: begin 0x0b, end 0x0c.
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '\x0b') + std::string(depth, '\x0c');
  };
  CHECK_FALSE(send(running, kPing, nested(1000000)).ok());
  CHECK_FALSE(send(running, kPing, nested(101)).ok());
  CHECK_FALSE(send(running, kPing, "\xff\xff\xff").ok());
  CHECK(send(running, kPing, "").ok());
}
