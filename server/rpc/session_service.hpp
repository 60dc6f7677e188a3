#pragma once

#include "raftup/v1/session.grpc.pb.h"
#include "server/rpc/checkpoint_handlers.hpp"
#include "server/rpc/model_handlers.hpp"
#include "server/rpc/session_handlers.hpp"
#include "server/rpc/stream_handlers.hpp"
#include "server/rpc/value_handlers.hpp"

namespace raftup::server {

/// The gRPC service raftup.v1.SessionService. Each RPC is forwarded to the class that handles RPCs
/// of its kind. No RPC blocks the threads of gRPC.
class SessionService final : public v1::SessionService::WithRawCallbackMethod_WatchSession<
                                 v1::SessionService::CallbackService> {
 public:
  /// @param metrics counts the streaming RPCs; an interceptor of gRPC counts unary RPCs
  /// @param background pool for work that waits for a disk or for other sessions
  /// @param computing pool for building models and for computations with models
  SessionService(AccessControl& access, CallMetrics& metrics, WorkerPool& background,
                 WorkerPool& computing, SessionRegistry& registry, SessionHost& host);

  using Context = SessionCalls::Context;
  using Reactor = SessionCalls::Reactor;

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
  /// Request and responses are passed as bytes, so that all watchers share one serialized frame.
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
  SessionCalls calls_;
  PerTenant<ProgressBoard> boards_;
  SessionHandlers sessions_;
  ValueHandlers values_;
  CheckpointHandlers checkpoints_;
  StreamHandlers streams_;
  ModelHandlers models_;
};

}  // namespace raftup::server
