#pragma once

#include <grpcpp/support/server_callback.h>

#include <string>
#include <vector>

#include "raftup/v1/linearisation.pb.h"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// One Linearize call of a tenant; deletes itself when done. It computes in the background: a
/// session is only copied from in its strand.
/// @param shares of the tenant's quota, held to the end of the call
grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(
    SessionRegistry& registry, SessionHost& host, WorkerPool& background, const std::string& tenant,
    const v1::LinearizeRequest& request, std::vector<QuotaShare> shares);

}  // namespace raftup::server
