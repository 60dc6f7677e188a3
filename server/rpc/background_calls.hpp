/// @file Streaming RPCs whose work runs in a background pool of threads, and the reactor of a
///         streaming RPC that is refused.
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

/// Starts an ExportCheckpoint RPC of a tenant. The returned gRPC reactor deletes itself when the
/// RPC is done.
/// @param name name of the checkpoint, "sessions/{id}/checkpoints/{id}"
/// @param share counts this RPC as one of the tenant's streams; held until the end of the RPC
grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* export_checkpoint(SessionHost& host,
                                                                          WorkerPool& computing,
                                                                          const std::string& tenant,
                                                                          const std::string& name,
                                                                          QuotaShare share);

using ModelStream = grpc::ServerWriteReactor<v1::ExportModelResponse>;

/// Starts an ExportModel RPC of a tenant. The returned gRPC reactor deletes itself when the RPC is
/// done.
/// @param share counts this RPC as one of the tenant's streams; held until the end of the RPC
ModelStream* export_model(SessionRegistry& registry, SessionHost& host, WorkerPool& computing,
                          const std::string& tenant, const v1::ExportModelRequest& request,
                          QuotaShare share);

/// Starts an ImportCheckpoint RPC of a tenant. The returned gRPC reactor deletes itself when the
/// RPC is done.
/// @param share counts this RPC as one of the tenant's streams; held until the end of the RPC
grpc::ServerReadReactor<v1::ImportCheckpointRequest>* import_checkpoint(
    SessionHost& host, WorkerPool& computing, const std::string& tenant,
    v1::ImportCheckpointResponse& response, QuotaShare share);

/// Starts a Linearize RPC of a tenant. The linear equations are computed in the pool `computing`;
/// for a session only a copy of its model and state is made in the session's strand. The returned
/// gRPC reactor deletes itself when the RPC is done.
/// @param board board to which the tenant's calls report their progress
/// @param shares shares of the tenant's quota, held until the end of the RPC
grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(
    SessionRegistry& registry, SessionHost& host, WorkerPool& computing, ProgressBoard& board,
    const std::string& tenant, const v1::LinearizeRequest& request, std::vector<QuotaShare> shares);

/// The reactor of a streaming RPC that is refused: it ends the RPC with a status at once. It
/// deletes itself when gRPC no longer uses it.
/// @tparam Reactor type of the RPC's reactor: grpc::ServerBidiReactor, ServerReadReactor or
///         ServerWriteReactor
template <typename Reactor>
class RefusedStream final : public Reactor {
 public:
  explicit RefusedStream(const grpc::Status& status) { this->Finish(status); }

  void OnDone() override { delete this; }
};

}  // namespace raftup::server
