#include "server/operation/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

namespace {

std::string take_variable(const char* name) {
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

ServiceManager::ServiceManager() : socket_(take_variable("NOTIFY_SOCKET")) {
  const auto process = number_of(take_variable("WATCHDOG_PID"));
  const auto interval_us = number_of(take_variable("WATCHDOG_USEC"));
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
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // an abstract name
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  const FileDescriptor sender(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sendto(sender.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
         reinterpret_cast<const sockaddr*>(&address), length);
}

}  // namespace raftup::server
