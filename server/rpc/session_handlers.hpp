#pragma once

#include "raftup/v1/session.pb.h"
#include "server/rpc/call_progress.hpp"
#include "server/rpc/session_calls.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// Handles the RPCs of SessionService that create, show, control and delete sessions. Each handler
/// checks the caller, finds the session, runs the work in the session's strand or in a pool, and
/// converts the result to a message. Thread-safe.
class SessionHandlers {
 public:
  using Context = SessionCalls::Context;
  using Reactor = SessionCalls::Reactor;

  /// @param boards progress of RPCs that fit radiation memories, one board for each tenant
  SessionHandlers(SessionCalls& calls, SessionHost& host, PerTenant<ProgressBoard>& boards)
      : calls_(calls), host_(host), boards_(boards) {}

  Reactor* create(Context* context, const v1::CreateSessionRequest* request,
                  v1::CreateSessionResponse* response);
  Reactor* get(Context* context, const v1::GetSessionRequest* request,
               v1::GetSessionResponse* response);
  Reactor* list(Context* context, const v1::ListSessionsRequest* request,
                v1::ListSessionsResponse* response);
  Reactor* remove(Context* context, const v1::DeleteSessionRequest* request,
                  v1::DeleteSessionResponse* response);
  Reactor* initialize(Context* context, const v1::InitializeSessionRequest* request,
                      v1::InitializeSessionResponse* response);
  Reactor* pause(Context* context, const v1::PauseSessionRequest* request,
                 v1::PauseSessionResponse* response);
  Reactor* resume(Context* context, const v1::ResumeSessionRequest* request,
                  v1::ResumeSessionResponse* response);
  Reactor* terminate(Context* context, const v1::TerminateSessionRequest* request,
                     v1::TerminateSessionResponse* response);
  Reactor* reset(Context* context, const v1::ResetSessionRequest* request,
                 v1::ResetSessionResponse* response);
  Reactor* change(Context* context, const v1::ChangeSessionRequest* request,
                  v1::ChangeSessionResponse* response);

 private:
  SessionCalls& calls_;
  SessionHost& host_;
  PerTenant<ProgressBoard>& boards_;
};

}  // namespace raftup::server
