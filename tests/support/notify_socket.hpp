#pragma once

#include <chrono>
#include <string>

namespace raftup::testing {

/// The socket of a service manager, to which a service tells of its state.
class NotifySocket {
 public:
  /// @param name a path, or "@" and an abstract name
  explicit NotifySocket(const std::string& name);
  ~NotifySocket();
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  /// The next message; empty where none comes in time.
  std::string receive(std::chrono::milliseconds timeout = std::chrono::seconds(10));
  /// Forgets what has come so far.
  void discard();

 private:
  int socket_;
};

}  // namespace raftup::testing
