#pragma once

#include "raftup/v1/session.pb.h"
#include "server/rpc/session_calls.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// Handles the RPCs of SessionService for checkpoints: create, restore, list, delete, export as a
/// file, import from a file. Sessions that start from a checkpoint are created by
/// SessionHandlers::create(). Thread-safe.
class CheckpointHandlers {
 public:
  using Context = SessionCalls::Context;
  using Reactor = SessionCalls::Reactor;

  CheckpointHandlers(SessionCalls& calls, SessionHost& host) : calls_(calls), host_(host) {}

  Reactor* create(Context* context, const v1::CreateCheckpointRequest* request,
                  v1::CreateCheckpointResponse* response);
  Reactor* restore(Context* context, const v1::RestoreCheckpointRequest* request,
                   v1::RestoreCheckpointResponse* response);
  Reactor* list(Context* context, const v1::ListCheckpointsRequest* request,
                v1::ListCheckpointsResponse* response);
  Reactor* remove(Context* context, const v1::DeleteCheckpointRequest* request,
                  v1::DeleteCheckpointResponse* response);
  grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* export_file(
      Context* context, const v1::ExportCheckpointRequest* request);
  grpc::ServerReadReactor<v1::ImportCheckpointRequest>* import_file(
      Context* context, v1::ImportCheckpointResponse* response);

 private:
  SessionCalls& calls_;
  SessionHost& host_;
};

}  // namespace raftup::server
