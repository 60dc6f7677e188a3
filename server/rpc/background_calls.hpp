/// @file Streaming calls that are computed in the background, and one that is refused before it
/// begins.
#pragma once

#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include <string>
#include <vector>

#include "raftup/v1/linearisation.pb.h"
#include "raftup/v1/session.pb.h"
#include "server/rpc/call_progress.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// One ExportCheckpoint call of a tenant; deletes itself when done.
/// @param share of the tenant's streams, held to the end of the call
grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* export_checkpoint(SessionHost& host,
                                                                          WorkerPool& computing,
                                                                          const std::string& tenant,
                                                                          const std::string& name,
                                                                          QuotaShare share);

using ModelStream = grpc::ServerWriteReactor<v1::ExportModelResponse>;

/// One ExportModel call of a tenant; deletes itself when done.
/// @param share of the tenant's streams, held to the end of the call
ModelStream* export_model(SessionRegistry& registry, SessionHost& host, WorkerPool& computing,
                          const std::string& tenant, const v1::ExportModelRequest& request,
                          QuotaShare share);

/// One ImportCheckpoint call of a tenant; deletes itself when done.
/// @param share of the tenant's streams, held to the end of the call
grpc::ServerReadReactor<v1::ImportCheckpointRequest>* import_checkpoint(
    SessionHost& host, WorkerPool& computing, const std::string& tenant,
    v1::ImportCheckpointResponse& response, QuotaShare share);

/// One Linearize call of a tenant; deletes itself when done. It computes in the background: a
/// session is only copied from in its strand.
/// @param board  of the tenant
/// @param shares of the tenant's quota, held to the end of the call
grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(
    SessionRegistry& registry, SessionHost& host, WorkerPool& computing, ProgressBoard& board,
    const std::string& tenant, const v1::LinearizeRequest& request, std::vector<QuotaShare> shares);

/// A streaming call that ends before it begins. Deletes itself when gRPC is done with it.
/// @tparam Reactor grpc::ServerBidiReactor, ServerReadReactor or ServerWriteReactor of the call
template <typename Reactor>
class RefusedStream final : public Reactor {
 public:
  explicit RefusedStream(const grpc::Status& status) { this->Finish(status); }

  void OnDone() override { delete this; }
};

}  // namespace raftup::server
