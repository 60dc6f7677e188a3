#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "clients/cpp/client.hpp"
#include "raftup/v1/progress.pb.h"

namespace raftup::client {

/// Tells, as long as it lives, how far a call is that makes the server fit a radiation memory:
///   const FitWatch watch(client, [](const v1::FitProgress& fit) { ... });
///   request.set_progress_id(watch.id());
///   client.linearize(request);
/// It asks in a thread of its own, and no more after a question that fails: what is wrong the call
/// itself says. The client must outlive it.
class FitWatch {
 public:
  using Callback = std::function<void(const v1::FitProgress&)>;

  /// @param callback called in the thread of the watch; must not throw
  /// @param interval between two questions, and before the first
  FitWatch(Client& client, Callback callback,
           std::chrono::milliseconds interval = std::chrono::milliseconds(250));

  /// For the progress_id of the call; of one call at a time.
  const std::string& id() const { return id_; }

 private:
  void ask(const std::stop_token& stop, Client& client, const Callback& callback,
           std::chrono::milliseconds interval) const;

  std::string id_;
  std::jthread thread_;  ///< last: it ends before what it uses
};

}  // namespace raftup::client
