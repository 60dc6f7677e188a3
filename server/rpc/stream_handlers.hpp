#pragma once

#include "raftup/v1/session.pb.h"
#include "server/operation/call_metrics.hpp"
#include "server/rpc/session_calls.hpp"

namespace raftup::server {

/// Handles the streaming RPCs of SessionService: Exchange for controllers, participants and
/// observers, and WatchSession for watchers. Thread-safe.
class StreamHandlers {
 public:
  using Context = SessionCalls::Context;

  /// @param metrics counts the streaming RPCs; an interceptor of gRPC counts unary RPCs
  StreamHandlers(SessionCalls& calls, CallMetrics& metrics) : calls_(calls), metrics_(metrics) {}

  grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* exchange(Context* context);
  /// @param request serialized WatchSessionRequest
  grpc::ServerWriteReactor<grpc::ByteBuffer>* watch(Context* context,
                                                    const grpc::ByteBuffer* request);

 private:
  SessionCalls& calls_;
  CallMetrics& metrics_;
};

}  // namespace raftup::server
