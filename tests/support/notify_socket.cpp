#include "tests/support/notify_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

namespace raftup::testing {

NotifySocket::NotifySocket(const std::string& name)
    : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::copy(name.begin(), name.end(), address.sun_path);
  if (name.front() == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0) {
    throw std::runtime_error("cannot bind " + name);
  }
}

NotifySocket::~NotifySocket() { close(socket_); }

std::string NotifySocket::receive(std::chrono::milliseconds timeout) {
  pollfd waiting{socket_, POLLIN, 0};
  if (poll(&waiting, 1, static_cast<int>(timeout.count())) != 1) return "";
  std::array<char, 4096> message{};
  const ssize_t size = recv(socket_, message.data(), message.size(), 0);
  return {message.data(), static_cast<std::size_t>(size)};
}

void NotifySocket::discard() {
  while (!receive(std::chrono::milliseconds(0)).empty()) continue;
}

}  // namespace raftup::testing
