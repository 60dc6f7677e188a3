#pragma once

#include "raftup/v1/session.pb.h"
#include "server/rpc/call_progress.hpp"
#include "server/rpc/session_calls.hpp"
#include "server/storage/session_host.hpp"

namespace raftup::server {

/// Handles the RPCs of SessionService for models: export of a model as a file, linear equations of
/// a model, list of its outputs, progress of the fits of its radiation memories. Thread-safe.
class ModelHandlers {
 public:
  using Context = SessionCalls::Context;
  using Reactor = SessionCalls::Reactor;

  /// @param boards progress of RPCs that fit radiation memories, one board for each tenant
  ModelHandlers(SessionCalls& calls, SessionHost& host, PerTenant<ProgressBoard>& boards)
      : calls_(calls), host_(host), boards_(boards) {}

  ModelStream* export_file(Context* context, const v1::ExportModelRequest* request);
  grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(Context* context,
                                                             const v1::LinearizeRequest* request);
  Reactor* describe_outputs(Context* context, const v1::DescribeOutputsRequest* request,
                            v1::DescribeOutputsResponse* response);
  Reactor* get_progress(Context* context, const v1::GetProgressRequest* request,
                        v1::GetProgressResponse* response);

 private:
  SessionCalls& calls_;
  SessionHost& host_;
  PerTenant<ProgressBoard>& boards_;
};

}  // namespace raftup::server
