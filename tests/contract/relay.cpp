#include "tests/contract/relay.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace raftup::testing {

namespace {

constexpr int kLookMs = 5;  ///< for cuts and the end

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int open_socket() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

/// Sends what has come from one end to the other.
/// @returns false where either has ended
bool pass_on(int from, int to) {
  std::array<char, 65536> bytes{};
  const ssize_t count = recv(from, bytes.data(), bytes.size(), 0);
  if (count <= 0) return false;
  for (ssize_t sent = 0; sent < count;) {
    const ssize_t n =
        send(to, bytes.data() + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += n;
  }
  return true;
}

/// Two ends that are connected to each other, at places 2 n and 2 n + 1.
class Pairs {
 public:
  ~Pairs() { close_all(); }

  void add(int client, int server) {
    ends_.push_back({client, POLLIN, 0});
    ends_.push_back({server, POLLIN, 0});
  }

  void close_all() {
    for (const pollfd& end : ends_) close(end.fd);
    ends_.clear();
  }

  void forward_what_came() {
    poll(ends_.data(), ends_.size(), 0);
    for (std::size_t i = 0; i < ends_.size();) {
      const std::size_t other = i ^ 1U;
      if (ends_[i].revents == 0 || pass_on(ends_[i].fd, ends_[other].fd)) {
        ++i;
        continue;
      }
      close(ends_[i].fd);
      close(ends_[other].fd);
      const auto pair = ends_.begin() + static_cast<std::ptrdiff_t>(i & ~std::size_t{1});
      ends_.erase(pair, pair + 2);
      return;
    }
  }

  /// The ends and one more, to wait for.
  std::vector<pollfd> with(int listener) const {
    std::vector<pollfd> all = ends_;
    all.push_back({listener, POLLIN, 0});
    return all;
  }

 private:
  std::vector<pollfd> ends_;
};

}  // namespace

Relay::Relay(const std::string& server)
    : server_port_(std::stoi(server.substr(server.rfind(':') + 1))), listener_(open_socket()) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, generic, size) != 0 || listen(listener_, 16) != 0 ||
      getsockname(listener_, generic, &size) != 0) {
    throw std::runtime_error("cannot listen");
  }
  address_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  thread_ = std::thread([this] { forward(); });
}

Relay::~Relay() {
  ended_ = true;
  thread_.join();
  close(listener_);
}

void Relay::forward() const {
  Pairs pairs;
  while (!ended_) {
    auto all = pairs.with(listener_);
    poll(all.data(), all.size(), kLookMs);
    if (cut_.exchange(false)) pairs.close_all();
    if ((all.back().revents & POLLIN) != 0) {
      const int client = accept(listener_, nullptr, nullptr);
      const int server = open_socket();
      const sockaddr_in address = loopback(server_port_);
      connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address);
      pairs.add(client, server);
    }
    pairs.forward_what_came();
  }
}

}  // namespace raftup::testing
