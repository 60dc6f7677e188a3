#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <memory>
#include <string>

#include "raftup/v1/session.pb.h"
#include "server/security/caller.hpp"
#include "server/sessions/session.hpp"

namespace raftup::server {

/// One GetSession RPC. It is answered in the session's strand between two steps. If a step is still
/// being computed after 20 ms, the RPC is answered from another thread with the status that the
/// session published before the step. The object exists until a timer has found that the RPC is
/// answered. Thread-safe.
class StatusCall : public std::enable_shared_from_this<StatusCall> {
 public:
  /// Starts a GetSession RPC.
  /// @param reactor reactor of the RPC, finished once
  /// @param answer message of the answer, written before the RPC is finished
  static void start(std::shared_ptr<Session> session, const Caller& caller,
                    grpc::ServerUnaryReactor& reactor, v1::Session& answer);

  StatusCall(const std::shared_ptr<Session>& session, std::string trace,
             grpc::ServerUnaryReactor& reactor, v1::Session& answer);

 private:
  void answer_in_strand(Session& session);
  void look_later();
  void look();
  /// Returns true to the first caller only. This caller must answer the RPC.
  bool take() { return !taken_.exchange(true); }

  /// Weak, so that a deleted session is not kept alive by this RPC.
  std::weak_ptr<Session> session_;
  std::string trace_;
  grpc::ServerUnaryReactor& reactor_;
  v1::Session& answer_;
  std::atomic<bool> taken_ = false;
  /// Keeps this object alive until the last call of the timer.
  std::shared_ptr<StatusCall> keep_alive_;
  std::unique_ptr<grpc::Alarm> alarm_;
};

}  // namespace raftup::server
