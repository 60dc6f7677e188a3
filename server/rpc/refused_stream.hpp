#pragma once

#include <grpcpp/support/status.h>

namespace raftup::server {

/// A streaming call that ends before it begins. Deletes itself when gRPC is done with it.
/// @tparam Reactor grpc::ServerBidiReactor, ServerReadReactor or ServerWriteReactor of the call
template <typename Reactor>
class RefusedStream final : public Reactor {
 public:
  explicit RefusedStream(const grpc::Status& status) { this->Finish(status); }

  void OnDone() override { delete this; }
};

}  // namespace raftup::server
