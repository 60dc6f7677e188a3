#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "clients/cpp/client.hpp"
#include "raftup/v1/progress.pb.h"

namespace raftup::client {

/// Reports the progress of a call that makes the server fit a radiation memory, as long as this
/// object exists:
///   const FitWatch watch(client, [](const v1::FitProgress& fit) { ... });
///   request.set_progress_id(watch.id());
///   client.linearize(request);
/// A thread of the watch calls GetProgress periodically. It ends silently when GetProgress fails,
/// since the watched call itself reports the error. The client must outlive the watch.
class FitWatch {
 public:
  using Callback = std::function<void(const v1::FitProgress&)>;

  /// @param callback receives each progress report, in the thread of the watch; must not throw
  /// @param interval wall clock time before the first call of GetProgress and between two calls
  FitWatch(Client& client, Callback callback,
           std::chrono::milliseconds interval = std::chrono::milliseconds(250));

  /// Random id to be given as progress_id of the call that is watched. It must be used for one call
  /// at a time.
  const std::string& id() const { return id_; }

 private:
  void ask(const std::stop_token& stop, Client& client, const Callback& callback,
           std::chrono::milliseconds interval) const;

  std::string id_;
  std::jthread thread_;  ///< last member: the thread ends before the members that it uses
};

}  // namespace raftup::client
