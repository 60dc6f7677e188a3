#pragma once

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "hydro/base/cancellation.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

/// Runs `work` in the calling thread until it is cancelled, and converts what it throws to a
/// status. Work that was cancelled before does not begin.
template <typename Work>
grpc::Status status_of_work(const Cancellation& cancellation, Work&& work) {
  const CancellationScope scope(cancellation);
  return status_of([&] {
    check_cancelled();
    std::forward<Work>(work)();
  });
}

/// A unary call whose work is stopped when its caller no longer waits for the answer: the caller
/// has cancelled it, has disconnected, or its deadline has passed. Deletes itself when gRPC is
/// done.
class CancellableCall final : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() override { cancellation_.request(); }
  void OnDone() override { delete this; }

  /// Converts what `work` throws in the calling thread to a status.
  template <typename Work>
  grpc::Status status_of_work(Work&& work) const {
    return server::status_of_work(cancellation_, std::forward<Work>(work));
  }

 private:
  Cancellation cancellation_;
};

}  // namespace raftup::server
