#pragma once

#include <grpcpp/client_context.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// A thread that calls a function periodically until the function returns false or this object is
/// destroyed.
class Heartbeat {
 public:
  /// @param period time before the first call, and between the end of a call and the next one
  /// @param beat   function that is called; it returns false to end the calls
  Heartbeat(std::chrono::milliseconds period, std::function<bool()> beat);
  /// Ends the calls and waits until a call in progress has returned.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

/// The gRPC call of an Exchange stream, with an optional thread that writes heartbeats. The
/// destructor stops the heartbeats and cancels the call if it is still open.
class ExchangeCall {
 public:
  /// Opens the call without sending a message.
  /// @param token   bearer token of the caller; empty = anonymous
  /// @param session "sessions/{id}" of the session to which the stream will attach
  ExchangeCall(v1::SessionService::Stub& stub, const std::string& token,
               const std::string& session);
  ~ExchangeCall();
  ExchangeCall(const ExchangeCall&) = delete;
  ExchangeCall& operator=(const ExchangeCall&) = delete;

  /// Writes a request; thread-safe.
  /// @returns false if the stream has ended
  bool write(const v1::ExchangeRequest& request);
  /// Waits for the next message of the server.
  /// @returns false if the stream has ended
  bool read(v1::ExchangeResponse& response) { return stream_->Read(&response); }

  /// Starts to send a heartbeat every `period`.
  void beat(std::chrono::milliseconds period);
  void stop_beating() { heartbeat_.reset(); }

  /// Announces to the server that the client will write no more messages.
  void end_writes() { stream_->WritesDone(); }
  /// Waits for the status with which the server ends the call. All messages must have been read and
  /// the heartbeats must have been stopped before.
  grpc::Status finish();

 private:
  std::mutex writing_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ExchangeRequest, v1::ExchangeResponse>> stream_;
  std::unique_ptr<Heartbeat> heartbeat_;  ///< last member: it ends before the stream it writes to
  bool finished_ = false;
};

}  // namespace raftup::client
