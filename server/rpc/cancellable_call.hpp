#pragma once

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "hydro/base/cancellation.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

/// Runs `work` in the calling thread, for as long as nobody cancels it, and turns what it throws
/// into a status. What was cancelled before it began is not begun.
template <typename Work>
grpc::Status status_of_work(const Cancellation& cancellation, Work&& work) {
  const CancellationScope scope(cancellation);
  return status_of([&] {
    check_cancelled();
    std::forward<Work>(work)();
  });
}

/// A unary call whose work is given up when its caller does not wait for the answer any more: has
/// cancelled it, is gone, or has set a deadline that is past. Deletes itself when gRPC is done.
class CancellableCall final : public grpc::ServerUnaryReactor {
 public:
  void OnCancel() override { cancellation_.request(); }
  void OnDone() override { delete this; }

  /// What `work` throws in the calling thread.
  template <typename Work>
  grpc::Status status_of_work(Work&& work) const {
    return server::status_of_work(cancellation_, std::forward<Work>(work));
  }

 private:
  Cancellation cancellation_;
};

}  // namespace raftup::server
