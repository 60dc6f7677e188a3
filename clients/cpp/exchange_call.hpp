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

/// Calls `beat` in a thread of its own, again and again, until it returns false or the object goes.
class Heartbeat {
 public:
  /// @param period between two calls, and before the first
  Heartbeat(std::chrono::milliseconds period, std::function<bool()> beat);
  /// Waits for a call in progress.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

/// One connection of an Exchange, with the heartbeats on it, which write from a thread of their
/// own. The destructor cancels what is open.
class ExchangeCall {
 public:
  /// @param session "sessions/{id}" that it will attach to
  ExchangeCall(v1::SessionService::Stub& stub, const std::string& token,
               const std::string& session);
  ~ExchangeCall();
  ExchangeCall(const ExchangeCall&) = delete;
  ExchangeCall& operator=(const ExchangeCall&) = delete;

  /// @returns false where the stream has ended
  bool write(const v1::ExchangeRequest& request);
  bool read(v1::ExchangeResponse& response) { return stream_->Read(&response); }

  /// From now on a heartbeat is sent every `period`.
  void beat(std::chrono::milliseconds period);
  void stop_beating() { heartbeat_.reset(); }

  /// Nothing more will be written.
  void end_writes() { stream_->WritesDone(); }
  /// How the server ended the call, once everything has been read and no heartbeat is sent.
  grpc::Status finish();

 private:
  std::mutex writing_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ExchangeRequest, v1::ExchangeResponse>> stream_;
  std::unique_ptr<Heartbeat> heartbeat_;  ///< gone before what it uses
  bool finished_ = false;
};

}  // namespace raftup::client
