#include "clients/cpp/connection.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace raftup::client {

namespace {

std::string text_of(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::invalid_argument("cannot read " + file);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Value of a string field; empty if the message has no singular string field of this name.
std::string text_in(const google::protobuf::Message& message, const char* field) {
  const auto* found = message.GetDescriptor()->FindFieldByName(field);
  const bool is_text = found != nullptr && !found->is_repeated() &&
                       found->type() == google::protobuf::FieldDescriptor::TYPE_STRING;
  return is_text ? message.GetReflection()->GetString(message, found) : std::string();
}

std::shared_ptr<grpc::ChannelCredentials> credentials_of(const ConnectionOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    throw std::invalid_argument("certificate and key must be given together");
  }
  if (options.ca.empty()) {
    if (options.key.empty()) return grpc::InsecureChannelCredentials();
    throw std::invalid_argument("a certificate must come with the ca of the server");
  }
  grpc::SslCredentialsOptions ssl;
  ssl.pem_root_certs = text_of(options.ca);
  ssl.pem_cert_chain = text_of(options.certificate);
  ssl.pem_private_key = text_of(options.key);
  return grpc::SslCredentials(ssl);
}

}  // namespace

bool is_of_this_machine(const std::string& address) {
  if (address.starts_with("unix:")) return true;
  const std::string host = address.substr(0, address.rfind(':'));
  const bool is_number = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host == "[::1]" || (is_number && host.starts_with("127."));
}

std::shared_ptr<grpc::Channel> open_channel(const std::string& address,
                                            const ConnectionOptions& options) {
  grpc::ChannelArguments arguments;
  // The client detects within 30 s that a server is gone without closing the connection. The server
  // checks its clients in the same way.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // Each client has a connection of its own, since one slow stream would delay all others on it.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // A proxy named by the environment is meant for other machines and cannot reach this one.
  if (is_of_this_machine(address)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, credentials_of(options), arguments);
}

std::string session_of(const google::protobuf::Message& request) {
  for (const char* field : {"session", "name", "from_checkpoint"}) {
    const std::string name = text_in(request, field);
    if (name.starts_with("sessions/")) return name.substr(0, name.find("/checkpoints/"));
  }
  const std::string id = text_in(request, "session_id");
  return id.empty() ? id : "sessions/" + id;
}

std::string random_id() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string id(32, '0');
  for (char& digit : id) digit = kDigits[random() % 16];
  return id;
}

std::unique_ptr<grpc::ClientContext> make_context(const std::string& token,
                                                  const std::string& session) {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!session.empty()) context->AddMetadata(kRoutingHeader, session);
  if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
  return context;
}

CallError::CallError(const grpc::Status& status)
    : std::runtime_error(status.error_message()), code_(status.error_code()) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return;
  for (const auto& detail : details.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad_request;
    if (detail.UnpackTo(&info)) {
      reason_ = info.reason();
      metadata_ = {info.metadata().begin(), info.metadata().end()};
    } else if (detail.UnpackTo(&bad_request)) {
      for (const auto& violation : bad_request.field_violations()) {
        field_violations_.push_back({violation.field(), violation.description()});
      }
    }
  }
}

void throw_unless_ok(const grpc::Status& status) {
  if (!status.ok()) throw CallError(status);
}

}  // namespace raftup::client
