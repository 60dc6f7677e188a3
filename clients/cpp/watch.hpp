#pragma once

#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// Telemetry of a session, with blocking calls. Not thread-safe. The destructor cancels.
class Watch {
 public:
  /// Waits for the answer.
  /// @param token who calls, see ConnectionOptions; empty = nobody in particular
  /// @throws CallError
  Watch(v1::SessionService::Stub& stub, const v1::WatchSessionRequest& request,
        const std::string& token = "");
  ~Watch();
  Watch(Watch&&) noexcept = default;
  Watch& operator=(Watch&&) noexcept = default;

  /// Columns and where the watch begins.
  const v1::Watching& watching() const { return watching_; }

  /// Waits for what comes next: a frame, a notice or contact events.
  /// @returns valid until the next call
  /// @throws CallError where the server has ended the call
  const v1::WatchSessionResponse& receive();

  /// The next frame; what else comes is left out.
  /// @returns valid until the next call
  /// @throws CallError
  const v1::Frame& receive_frame();

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchSessionResponse>> reader_;
  v1::WatchSessionResponse response_;
  v1::Watching watching_;
};

}  // namespace raftup::client
