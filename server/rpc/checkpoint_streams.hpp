#pragma once

#include <grpcpp/support/server_callback.h>

#include <string>

#include "raftup/v1/session.pb.h"
#include "server/security/quota_ledger.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// One ExportCheckpoint call of a tenant; deletes itself when done.
/// @param share of the tenant's streams, held to the end of the call
grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* export_checkpoint(SessionHost& host,
                                                                          WorkerPool& background,
                                                                          const std::string& tenant,
                                                                          const std::string& name,
                                                                          QuotaShare share);

/// One ImportCheckpoint call of a tenant; deletes itself when done.
/// @param share of the tenant's streams, held to the end of the call
grpc::ServerReadReactor<v1::ImportCheckpointRequest>* import_checkpoint(
    SessionHost& host, WorkerPool& background, const std::string& tenant,
    v1::ImportCheckpointResponse& response, QuotaShare share);

}  // namespace raftup::server
