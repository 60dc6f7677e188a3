#pragma once

#include "raftup/v1/session.pb.h"
#include "server/operation/call_metrics.hpp"
#include "server/rpc/session_calls.hpp"

namespace raftup::server {

/// The streams of SessionService: controllers, participants and observers on Exchange, watchers on
/// WatchSession. Thread-safe.
class StreamHandlers {
 public:
  using Context = SessionCalls::Context;

  /// @param metrics of streams; unary calls are counted by gRPC's interceptor
  StreamHandlers(SessionCalls& calls, CallMetrics& metrics) : calls_(calls), metrics_(metrics) {}

  grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* exchange(Context* context);
  /// @param request a WatchSessionRequest in bytes
  grpc::ServerWriteReactor<grpc::ByteBuffer>* watch(Context* context,
                                                    const grpc::ByteBuffer* request);

 private:
  SessionCalls& calls_;
  CallMetrics& metrics_;
};

}  // namespace raftup::server
