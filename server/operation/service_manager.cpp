#include "server/operation/service_manager.hpp"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <string_view>
#include <utility>

#include "server/base/file_descriptor.hpp"
#include "server/base/socket.hpp"

namespace raftup::server {

namespace {

std::string pop_variable(const char* name) {
  const char* const value = std::getenv(name);
  std::string text = value == nullptr ? "" : value;
  unsetenv(name);
  return text;
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

ServiceManager::ServiceManager() : socket_(pop_variable("NOTIFY_SOCKET")) {
  const auto process = number_of(pop_variable("WATCHDOG_PID"));
  const auto interval_us = number_of(pop_variable("WATCHDOG_USEC"));
  const bool ours = !process || *process == getpid();
  if (ours && interval_us && *interval_us >= 1000) {
    watchdog_interval_ = std::chrono::milliseconds(*interval_us / 1000);
  }
}

void ServiceManager::notify(const std::string& state) const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_.empty() || socket_.size() >= sizeof(address.sun_path)) return;
  std::copy(socket_.begin(), socket_.end(), address.sun_path);
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // a socket with an abstract name
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  const FileDescriptor sender(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sendto(sender.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
         reinterpret_cast<const sockaddr*>(&address), length);
}

Watchdog::Watchdog(const ServiceManager& manager, std::function<bool()> answers) {
  const auto interval = manager.watchdog_interval();
  if (!interval) return;
  thread_.emplace(*interval / 3,
                  [this, &manager, answers = std::move(answers)] { feed(manager, answers); });
}

void Watchdog::feed(const ServiceManager& manager, const std::function<bool()>& answers) {
  const bool asked = probing_;
  if (!asked || answers()) {
    manager.notify("WATCHDOG=1");
  } else if (probing_) {  // otherwise end_probing() was called meanwhile
    spdlog::error("the server does not answer at its own address");
  }
}

namespace {

using std::chrono::milliseconds;

/// The bytes of a HealthCheckResponse {status: SERVING}. A request without a service has no bytes.
constexpr std::string_view kServing("\x08\x01", 2);

std::string bytes_of(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.DumpToSingleSlice(&slice).ok()) return "";
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

/// Sends a health check over a new connection. An old connection would not show whether the server
/// still accepts new ones.
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

/// Returns true if the peer has ended a handshake with a TLS alert, which is an answer too.
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
