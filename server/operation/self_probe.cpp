#include "server/operation/self_probe.hpp"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <future>
#include <memory>
#include <string_view>

#include "server/base/socket.hpp"

namespace raftup::server {

namespace {

using std::chrono::milliseconds;

/// A HealthCheckRequest without a service has no bytes; {status: SERVING} has these.
constexpr std::string_view kServing("\x08\x01", 2);

std::string bytes_of(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.DumpToSingleSlice(&slice).ok()) return "";
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

/// Over a connection of its own: one that was accepted long ago says nothing of the listener.
bool is_serving(const std::string& address, milliseconds timeout) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  grpc::GenericStub stub(
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  const grpc::ByteBuffer request(nullptr, 0);
  grpc::ByteBuffer response;
  std::promise<grpc::Status> done;
  stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", {}, &request, &response,
                 [&done](const grpc::Status& status) { done.set_value(status); });
  return done.get_future().get().ok() && bytes_of(response) == kServing;
}

/// Whether the peer has ended a handshake with an alert: that too is an answer.
bool was_alerted() { return ERR_GET_REASON(ERR_peek_last_error()) >= SSL_AD_REASON_OFFSET; }

bool shakes_hands(const std::string& address, milliseconds timeout) {
  const FileDescriptor connection = connect_to(address, timeout);
  if (!connection.valid()) return false;
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  const std::unique_ptr<SSL, decltype(&SSL_free)> session(SSL_new(context.get()), &SSL_free);
  SSL_set_fd(session.get(), connection.get());
  ERR_clear_error();
  const bool answered = SSL_connect(session.get()) == 1 || was_alerted();
  ERR_clear_error();
  return answered;
}

}  // namespace

bool answers(const std::string& address, bool speaks_tls, milliseconds timeout) {
  const bool encrypted = speaks_tls && !address.starts_with("unix:");
  return encrypted ? shakes_hands(address, timeout) : is_serving(address, timeout);
}

}  // namespace raftup::server
