#pragma once

#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// A WatchSession call with blocking functions: it receives the outputs and notices of a session
/// without taking part in it. Not thread-safe. The destructor cancels the call.
class Watch {
 public:
  /// Starts the call and waits for the first answer of the server.
  /// @param token bearer token of the caller, see ConnectionOptions; empty = anonymous
  /// @throws CallError if the server cannot be reached or refuses the request
  Watch(v1::SessionService::Stub& stub, const v1::WatchSessionRequest& request,
        const std::string& token = "");
  ~Watch();
  Watch(Watch&&) noexcept = default;
  Watch& operator=(Watch&&) noexcept = default;

  /// The first answer of the server: the columns of the outputs, and the step and simulation time
  /// at which the watch begins.
  const v1::Watching& watching() const { return watching_; }

  /// Waits for the next message: a frame, a notice or contact events.
  /// @returns the message; valid until the next call
  /// @throws CallError if the server has ended the call
  const v1::WatchSessionResponse& receive();

  /// Waits for the next frame and discards all other messages that arrive before it.
  /// @returns the frame; valid until the next call
  /// @throws CallError if the server has ended the call
  const v1::Frame& receive_frame();

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchSessionResponse>> reader_;
  v1::WatchSessionResponse response_;
  v1::Watching watching_;
};

}  // namespace raftup::client
