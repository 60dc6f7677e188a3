#include "server/rpc/session_service.hpp"

#include <memory>

namespace raftup::server {

SessionService::SessionService(AccessControl& access, CallMetrics& metrics, WorkerPool& background,
                               WorkerPool& computing, SessionRegistry& registry, SessionHost& host)
    : calls_(access, background, computing, registry),
      boards_([](const std::string& /*tenant*/) { return std::make_unique<ProgressBoard>(); }),
      sessions_(calls_, host, boards_),
      values_(calls_),
      checkpoints_(calls_, host),
      streams_(calls_, metrics),
      models_(calls_, host, boards_) {}

// --- sessions -----------------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::CreateSession(Context* context,
                                                        const v1::CreateSessionRequest* request,
                                                        v1::CreateSessionResponse* response) {
  return sessions_.create(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::GetSession(Context* context,
                                                     const v1::GetSessionRequest* request,
                                                     v1::GetSessionResponse* response) {
  return sessions_.get(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ListSessions(Context* context,
                                                       const v1::ListSessionsRequest* request,
                                                       v1::ListSessionsResponse* response) {
  return sessions_.list(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::DeleteSession(Context* context,
                                                        const v1::DeleteSessionRequest* request,
                                                        v1::DeleteSessionResponse* response) {
  return sessions_.remove(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::InitializeSession(
    Context* context, const v1::InitializeSessionRequest* request,
    v1::InitializeSessionResponse* response) {
  return sessions_.initialize(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::PauseSession(Context* context,
                                                       const v1::PauseSessionRequest* request,
                                                       v1::PauseSessionResponse* response) {
  return sessions_.pause(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ResumeSession(Context* context,
                                                        const v1::ResumeSessionRequest* request,
                                                        v1::ResumeSessionResponse* response) {
  return sessions_.resume(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::TerminateSession(
    Context* context, const v1::TerminateSessionRequest* request,
    v1::TerminateSessionResponse* response) {
  return sessions_.terminate(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ResetSession(Context* context,
                                                       const v1::ResetSessionRequest* request,
                                                       v1::ResetSessionResponse* response) {
  return sessions_.reset(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ChangeSession(Context* context,
                                                        const v1::ChangeSessionRequest* request,
                                                        v1::ChangeSessionResponse* response) {
  return sessions_.change(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::GetCaller(Context* context,
                                                    const v1::GetCallerRequest* request,
                                                    v1::GetCallerResponse* response) {
  return calls_.answer(context, request, [&](const Caller& caller) {
    caller_to_proto(caller, calls_.access().ledger(caller).quota(), *response);
  });
}

// --- values and steps ---------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::ListVariables(Context* context,
                                                        const v1::ListVariablesRequest* request,
                                                        v1::ListVariablesResponse* response) {
  return values_.list_variables(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::DescribeOutputs(Context* context,
                                                          const v1::DescribeOutputsRequest* request,
                                                          v1::DescribeOutputsResponse* response) {
  return models_.describe_outputs(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ReadValues(Context* context,
                                                     const v1::ReadValuesRequest* request,
                                                     v1::ReadValuesResponse* response) {
  return values_.read(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::GetStatistics(Context* context,
                                                        const v1::GetStatisticsRequest* request,
                                                        v1::GetStatisticsResponse* response) {
  return values_.get_statistics(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::StepSession(Context* context,
                                                      const v1::StepSessionRequest* request,
                                                      v1::StepSessionResponse* response) {
  return values_.step(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::QueryContacts(Context* context,
                                                        const v1::QueryContactsRequest* request,
                                                        v1::QueryContactsResponse* response) {
  return values_.query_contacts(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::GetSea(Context* context, const v1::GetSeaRequest* request,
                                                 v1::GetSeaResponse* response) {
  return values_.get_sea(context, request, response);
}

// --- streams ------------------------------------------------------------------------------------

grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* SessionService::Exchange(
    Context* context) {
  return streams_.exchange(context);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* SessionService::WatchSession(
    Context* context, const grpc::ByteBuffer* request) {
  return streams_.watch(context, request);
}

// --- checkpoints --------------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::CreateCheckpoint(
    Context* context, const v1::CreateCheckpointRequest* request,
    v1::CreateCheckpointResponse* response) {
  return checkpoints_.create(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::RestoreCheckpoint(
    Context* context, const v1::RestoreCheckpointRequest* request,
    v1::RestoreCheckpointResponse* response) {
  return checkpoints_.restore(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::ListCheckpoints(Context* context,
                                                          const v1::ListCheckpointsRequest* request,
                                                          v1::ListCheckpointsResponse* response) {
  return checkpoints_.list(context, request, response);
}

grpc::ServerUnaryReactor* SessionService::DeleteCheckpoint(
    Context* context, const v1::DeleteCheckpointRequest* request,
    v1::DeleteCheckpointResponse* response) {
  return checkpoints_.remove(context, request, response);
}

grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* SessionService::ExportCheckpoint(
    Context* context, const v1::ExportCheckpointRequest* request) {
  return checkpoints_.export_file(context, request);
}

grpc::ServerReadReactor<v1::ImportCheckpointRequest>* SessionService::ImportCheckpoint(
    Context* context, v1::ImportCheckpointResponse* response) {
  return checkpoints_.import_file(context, response);
}

// --- models -------------------------------------------------------------------------------------

ModelStream* SessionService::ExportModel(Context* context, const v1::ExportModelRequest* request) {
  return models_.export_file(context, request);
}

grpc::ServerWriteReactor<v1::LinearizeResponse>* SessionService::Linearize(
    Context* context, const v1::LinearizeRequest* request) {
  return models_.linearize(context, request);
}

grpc::ServerUnaryReactor* SessionService::GetProgress(Context* context,
                                                      const v1::GetProgressRequest* request,
                                                      v1::GetProgressResponse* response) {
  return models_.get_progress(context, request, response);
}

}  // namespace raftup::server
