#pragma once

#include "raftup/v1/session.pb.h"
#include "server/rpc/session_calls.hpp"

namespace raftup::server {

/// Handles the RPCs of SessionService that read a session: its variables and their values,
/// statistics, contacts and waves; and the RPC StepSession. Thread-safe.
class ValueHandlers {
 public:
  using Context = SessionCalls::Context;
  using Reactor = SessionCalls::Reactor;

  explicit ValueHandlers(SessionCalls& calls) : calls_(calls) {}

  Reactor* list_variables(Context* context, const v1::ListVariablesRequest* request,
                          v1::ListVariablesResponse* response);
  Reactor* read(Context* context, const v1::ReadValuesRequest* request,
                v1::ReadValuesResponse* response);
  Reactor* get_statistics(Context* context, const v1::GetStatisticsRequest* request,
                          v1::GetStatisticsResponse* response);
  Reactor* step(Context* context, const v1::StepSessionRequest* request,
                v1::StepSessionResponse* response);
  Reactor* query_contacts(Context* context, const v1::QueryContactsRequest* request,
                          v1::QueryContactsResponse* response);
  Reactor* get_sea(Context* context, const v1::GetSeaRequest* request,
                   v1::GetSeaResponse* response);

 private:
  SessionCalls& calls_;
};

}  // namespace raftup::server
