#pragma once

#include <string>

#include "raftup/v1/session.grpc.pb.h"
#include "server/operation/call_metrics.hpp"
#include "server/rpc/background_calls.hpp"
#include "server/rpc/call_progress.hpp"
#include "server/rpc/request_cache.hpp"
#include "server/security/access_control.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// raftup.v1.SessionService: each handler admits, validates, looks up, calls in the session's
/// strand, converts. Nothing blocks gRPC's threads.
class SessionService final : public v1::SessionService::WithRawCallbackMethod_WatchSession<
                                 v1::SessionService::CallbackService> {
 public:
  /// @param calls      of streams; those of unary calls are counted by gRPC's interceptor
  /// @param background threads for what waits for a disk or for others
  /// @param computing  threads for models and what is made of them
  SessionService(AccessControl& access, CallMetrics& calls, WorkerPool& background,
                 WorkerPool& computing, SessionRegistry& registry, SessionHost& host);

  using Context = grpc::CallbackServerContext;
  using Reactor = grpc::ServerUnaryReactor;

  Reactor* CreateSession(Context* context, const v1::CreateSessionRequest* request,
                         v1::CreateSessionResponse* response) override;
  Reactor* GetSession(Context* context, const v1::GetSessionRequest* request,
                      v1::GetSessionResponse* response) override;
  Reactor* ListSessions(Context* context, const v1::ListSessionsRequest* request,
                        v1::ListSessionsResponse* response) override;
  Reactor* DeleteSession(Context* context, const v1::DeleteSessionRequest* request,
                         v1::DeleteSessionResponse* response) override;
  Reactor* InitializeSession(Context* context, const v1::InitializeSessionRequest* request,
                             v1::InitializeSessionResponse* response) override;
  Reactor* PauseSession(Context* context, const v1::PauseSessionRequest* request,
                        v1::PauseSessionResponse* response) override;
  Reactor* ResumeSession(Context* context, const v1::ResumeSessionRequest* request,
                         v1::ResumeSessionResponse* response) override;
  Reactor* TerminateSession(Context* context, const v1::TerminateSessionRequest* request,
                            v1::TerminateSessionResponse* response) override;
  Reactor* ResetSession(Context* context, const v1::ResetSessionRequest* request,
                        v1::ResetSessionResponse* response) override;
  Reactor* ChangeSession(Context* context, const v1::ChangeSessionRequest* request,
                         v1::ChangeSessionResponse* response) override;
  Reactor* ListVariables(Context* context, const v1::ListVariablesRequest* request,
                         v1::ListVariablesResponse* response) override;
  Reactor* DescribeOutputs(Context* context, const v1::DescribeOutputsRequest* request,
                           v1::DescribeOutputsResponse* response) override;
  Reactor* ReadValues(Context* context, const v1::ReadValuesRequest* request,
                      v1::ReadValuesResponse* response) override;
  Reactor* GetStatistics(Context* context, const v1::GetStatisticsRequest* request,
                         v1::GetStatisticsResponse* response) override;
  Reactor* StepSession(Context* context, const v1::StepSessionRequest* request,
                       v1::StepSessionResponse* response) override;
  grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* Exchange(
      Context* context) override;
  /// In bytes, so that one serialised frame serves many watchers.
  grpc::ServerWriteReactor<grpc::ByteBuffer>* WatchSession(
      Context* context, const grpc::ByteBuffer* request) override;
  Reactor* CreateCheckpoint(Context* context, const v1::CreateCheckpointRequest* request,
                            v1::CreateCheckpointResponse* response) override;
  Reactor* RestoreCheckpoint(Context* context, const v1::RestoreCheckpointRequest* request,
                             v1::RestoreCheckpointResponse* response) override;
  Reactor* ListCheckpoints(Context* context, const v1::ListCheckpointsRequest* request,
                           v1::ListCheckpointsResponse* response) override;
  Reactor* DeleteCheckpoint(Context* context, const v1::DeleteCheckpointRequest* request,
                            v1::DeleteCheckpointResponse* response) override;
  grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* ExportCheckpoint(
      Context* context, const v1::ExportCheckpointRequest* request) override;
  ModelStream* ExportModel(Context* context, const v1::ExportModelRequest* request) override;
  grpc::ServerReadReactor<v1::ImportCheckpointRequest>* ImportCheckpoint(
      Context* context, v1::ImportCheckpointResponse* response) override;
  grpc::ServerWriteReactor<v1::LinearizeResponse>* Linearize(
      Context* context, const v1::LinearizeRequest* request) override;
  Reactor* GetProgress(Context* context, const v1::GetProgressRequest* request,
                       v1::GetProgressResponse* response) override;
  Reactor* GetCaller(Context* context, const v1::GetCallerRequest* request,
                     v1::GetCallerResponse* response) override;
  Reactor* QueryContacts(Context* context, const v1::QueryContactsRequest* request,
                         v1::QueryContactsResponse* response) override;
  Reactor* GetSea(Context* context, const v1::GetSeaRequest* request,
                  v1::GetSeaResponse* response) override;

 private:
  template <typename Request>
  Caller admit(const Context& context, const Request& request);
  template <typename Request, typename Call>
  Reactor* answer(Context* context, const Request* request, Call call);
  template <typename Request, typename Call>
  Reactor* in_session(Context* context, const Request* request, const std::string& name, Call call);
  template <typename Request, typename Response, typename Call>
  Reactor* change_session(Context* context, const std::string& name, const Request* request,
                          Response* response, Call call);
  template <typename Request, typename Response, typename Change>
  Reactor* change_and_show(Context* context, const Request* request, Response* response,
                           Change change);
  template <typename Request, typename Call>
  Reactor* in_pool(WorkerPool& pool, Context* context, const Request* request, Call call);
  template <typename Request, typename Stream, typename Make>
  Stream* open_stream(Context* context, Make make, CallTimer* call = nullptr);

  AccessControl& access_;
  CallMetrics& calls_;
  WorkerPool& background_;
  WorkerPool& computing_;
  SessionRegistry& registry_;
  SessionHost& host_;
  PerTenant<RequestCache> answers_;
  PerTenant<ProgressBoard> boards_;
};

}  // namespace raftup::server
