#pragma once

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "hydro/base/cancellation.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

/// Runs `work` in the calling thread, where it stops at its next check once `cancellation` is
/// requested. Work that is cancelled already is not begun.
/// @returns OK, or the status of the exception that `work` has thrown
template <typename Work>
grpc::Status status_of_work(const Cancellation& cancellation, Work&& work) {
  const CancellationScope scope(cancellation);
  return status_of([&] {
    check_cancelled();
    std::forward<Work>(work)();
  });
}

/// The reactor of a unary RPC whose work is stopped when nobody waits for its answer any more: its
/// caller has cancelled it or has disconnected, or its deadline has passed. The reactor deletes
/// itself when gRPC no longer uses it.
class CancellableCall final : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() override { cancellation_.request(); }
  void OnDone() override { delete this; }

  /// Runs `work` in the calling thread until the RPC is cancelled.
  /// @returns OK, or the status of the exception that `work` has thrown
  template <typename Work>
  grpc::Status status_of_work(Work&& work) const {
    return server::status_of_work(cancellation_, std::forward<Work>(work));
  }

 private:
  Cancellation cancellation_;
};

}  // namespace raftup::server
