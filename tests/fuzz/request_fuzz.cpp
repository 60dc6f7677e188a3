/// @file The bytes of any request to any call of the contract, through a server as clients reach
/// it. Input: one byte for the call, then the request. What is a message of its type may not end in
/// INTERNAL or UNKNOWN (an exception that nobody foresaw), nor remain without an answer.
#include <google/protobuf/descriptor.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <spdlog/spdlog.h>

#include "raftup/v1/database.pb.h"
#include "tests/contract/running_server.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

namespace pb = google::protobuf;
using Clock = std::chrono::system_clock;

const std::string kSession = "sessions/first";
constexpr auto kPatience = std::chrono::seconds(20);
constexpr auto kStreamTime = std::chrono::milliseconds(20);
constexpr int kCallsBetweenBeginnings = 100;

std::vector<const pb::MethodDescriptor*> calls() {
  std::vector<const pb::MethodDescriptor*> found;
  for (const pb::FileDescriptor* file :
       {v1::Session::descriptor()->file(), v1::Database::descriptor()->file()}) {
    for (int i = 0; i < file->service_count(); ++i) {
      for (int k = 0; k < file->service(i)->method_count(); ++k) {
        found.push_back(file->service(i)->method(k));
      }
    }
  }
  return found;
}

std::unique_ptr<pb::Message> empty_request(const pb::MethodDescriptor& method) {
  return std::unique_ptr<pb::Message>(
      pb::MessageFactory::generated_factory()->GetPrototype(method.input_type())->New());
}

/// A server with one session of two bodies, and a caller of its calls by name.
class Target {
 public:
  Target()
      : running_(1, Transport::kUnixSocket),
        stub_(grpc::CreateChannel(running_.address(), grpc::InsecureChannelCredentials())) {
    begin_anew();
  }

  /// One session, new: calls may have deleted or ended it, and made others that fill the server.
  void begin_anew() {
    client::Client client = running_.client();
    const auto list = client.call(&client::Client::Stub::ListSessions, v1::ListSessionsRequest());
    for (const auto& session : list.sessions()) client.delete_session(session.name());
    client.start_session(two_bodies(), "first");
  }

  /// One message on a call, to its end. A stream may stay open for kStreamTime.
  grpc::StatusCode call(const pb::MethodDescriptor& method, const grpc::ByteBuffer& request) {
    grpc::ClientContext context;
    context.set_deadline(Clock::now() + (method.server_streaming() ? kStreamTime : kPatience));
    grpc::CompletionQueue queue;
    const std::string path = "/" + method.service()->full_name() + "/" + method.name();
    const auto call = stub_.PrepareCall(&context, path, &queue);
    call->StartCall(nullptr);
    wait(queue);
    call->WriteLast(request, {}, nullptr);
    wait(queue);
    grpc::ByteBuffer response;
    do {
      call->Read(&response, nullptr);
    } while (wait(queue));
    grpc::Status status;
    call->Finish(&status, nullptr);
    wait(queue);
    return status.error_code();
  }

 private:
  static bool wait(grpc::CompletionQueue& queue) {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  }

  RunningServer running_;
  grpc::GenericStub stub_;
};

/// A request that the call understands, about the session where it is about one.
std::string seed_of(const pb::MethodDescriptor& method) {
  const auto message = empty_request(method);
  for (const char* name : {"name", "session", "parent"}) {
    const pb::FieldDescriptor* field = method.input_type()->FindFieldByName(name);
    if (field == nullptr || field->cpp_type() != pb::FieldDescriptor::CPPTYPE_STRING) continue;
    message->GetReflection()->SetString(message.get(), field, kSession);
  }
  if (auto* create = dynamic_cast<v1::CreateSessionRequest*>(message.get())) {
    *create->mutable_session()->mutable_spec() = two_bodies();
  }
  if (auto* exchange = dynamic_cast<v1::ExchangeRequest*>(message.get())) {
    *exchange->mutable_attach() = controller_of(kSession, {"push_a"});
  }
  if (auto* step = dynamic_cast<v1::StepSessionRequest*>(message.get())) step->set_step_count(1);
  return message->SerializeAsString();
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds;
  const auto methods = calls();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    seeds.push_back(static_cast<char>(i) + seed_of(*methods[i]));
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spdlog::set_level(spdlog::level::off);
  static Target target;
  static const auto methods = calls();
  if (size == 0) return 0;
  const pb::MethodDescriptor& method = *methods[data[0] % methods.size()];
  const bool is_message =
      empty_request(method)->ParseFromArray(data + 1, static_cast<int>(size) - 1);
  const grpc::Slice slice(data + 1, size - 1);
  const grpc::StatusCode code = target.call(method, {&slice, 1});
  if (is_message) {
    must_hold(code != grpc::StatusCode::UNKNOWN, "no exception leaves a handler");
    must_hold(code != grpc::StatusCode::INTERNAL, "no request meets a defect");
    must_hold(method.server_streaming() || code != grpc::StatusCode::DEADLINE_EXCEEDED,
              "every request is answered");
  }
  static int calls_since = 0;
  const bool ends_session = method.name() == "DeleteSession" || method.name() == "TerminateSession";
  if (ends_session || ++calls_since == kCallsBetweenBeginnings) {
    target.begin_anew();
    calls_since = 0;
  }
  return 0;
}
