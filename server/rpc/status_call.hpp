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

/// One GetSession call. It is answered in the session's strand, between two steps; where a step
/// lasts there, it is answered beside it, with what the session has published before. It lives
/// until its last look. Thread-safe.
class StatusCall : public std::enable_shared_from_this<StatusCall> {
 public:
  /// @param reactor finished once
  /// @param answer  written before
  static void start(std::shared_ptr<Session> session, const Caller& caller,
                    grpc::ServerUnaryReactor& reactor, v1::Session& answer);

  StatusCall(const std::shared_ptr<Session>& session, std::string trace,
             grpc::ServerUnaryReactor& reactor, v1::Session& answer);

 private:
  void answer_in_strand(Session& session);
  void look_later();
  void look();
  /// True for the one who is to answer.
  bool take() { return !taken_.exchange(true); }

  std::weak_ptr<Session> session_;  ///< a session that is deleted does not live on by this call
  std::string trace_;
  grpc::ServerUnaryReactor& reactor_;
  v1::Session& answer_;
  std::atomic<bool> taken_ = false;
  std::shared_ptr<StatusCall> keep_alive_;  ///< until the last look
  std::unique_ptr<grpc::Alarm> alarm_;
};

}  // namespace raftup::server
