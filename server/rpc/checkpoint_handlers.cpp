#include "server/rpc/checkpoint_handlers.hpp"

#include <algorithm>
#include <utility>

#include "server/model/message_rules.hpp"
#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

grpc::ServerUnaryReactor* CheckpointHandlers::create(Context* context,
                                                     const v1::CreateCheckpointRequest* request,
                                                     v1::CreateCheckpointResponse* response) {
  return calls_.change_session(
      context, request->session(), request, response, [request, response](Session& session) {
        const auto& checkpoint = session.checkpoints().create(request->label());
        checkpoint_to_proto(checkpoint, session.name(), *response->mutable_checkpoint());
      });
}

grpc::ServerUnaryReactor* CheckpointHandlers::restore(Context* context,
                                                      const v1::RestoreCheckpointRequest* request,
                                                      v1::RestoreCheckpointResponse* response) {
  const auto name = parse_checkpoint_name(request->name());
  return calls_.change_session(
      context, name.session, request, response, [id = name.id, response](Session& session) {
        session.restore_checkpoint(id);
        session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
      });
}

grpc::ServerUnaryReactor* CheckpointHandlers::list(Context* context,
                                                   const v1::ListCheckpointsRequest* request,
                                                   v1::ListCheckpointsResponse* response) {
  return calls_.in_session(
      context, request, request->session(), [request, response](Session& session) {
        const auto& checkpoints = session.checkpoints().all();
        const auto count = static_cast<int>(checkpoints.size());
        const int start = page_start(request->page_token());
        const int end = std::min(count, start + page_size(request->page_size(), kPageLimit));
        for (int i = start; i < end; ++i) {
          checkpoint_to_proto(checkpoints[static_cast<std::size_t>(i)], session.name(),
                              *response->add_checkpoints());
        }
        if (end < count) response->set_next_page_token(std::to_string(end));
      });
}

grpc::ServerUnaryReactor* CheckpointHandlers::remove(Context* context,
                                                     const v1::DeleteCheckpointRequest* request,
                                                     v1::DeleteCheckpointResponse* /*response*/) {
  const auto name = parse_checkpoint_name(request->name());
  return calls_.in_session(context, request, name.session,
                           [id = name.id](Session& session) { session.checkpoints().erase(id); });
}

grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* CheckpointHandlers::export_file(
    Context* context, const v1::ExportCheckpointRequest* request) {
  using Stream = grpc::ServerWriteReactor<v1::ExportCheckpointResponse>;
  return calls_.open_stream<v1::ExportCheckpointRequest, Stream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        check_request_limits(*request);
        return export_checkpoint(host_, calls_.computing(), caller.tenant, request->name(),
                                 std::move(share));
      });
}

grpc::ServerReadReactor<v1::ImportCheckpointRequest>* CheckpointHandlers::import_file(
    Context* context, v1::ImportCheckpointResponse* response) {
  using Stream = grpc::ServerReadReactor<v1::ImportCheckpointRequest>;
  return calls_.open_stream<v1::ImportCheckpointRequest, Stream>(
      context, [this, response](const Caller& caller, QuotaShare share) {
        return import_checkpoint(host_, calls_.computing(), caller.tenant, *response,
                                 std::move(share));
      });
}

}  // namespace raftup::server
