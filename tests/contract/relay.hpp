#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace raftup::testing {

/// A way to a server that can be cut: forwards the bytes of TCP connections both ways.
class Relay {
 public:
  /// @param server "127.0.0.1:PORT"
  explicit Relay(const std::string& server);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  /// "127.0.0.1:PORT", for clients.
  const std::string& address() const { return address_; }

  /// Closes every connection; new ones are taken.
  void cut() { cut_ = true; }

 private:
  void forward() const;

  int server_port_;
  int listener_;
  std::string address_;
  mutable std::atomic<bool> cut_{false};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace raftup::testing
