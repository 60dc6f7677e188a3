#include "server/rpc/model_handlers.hpp"

#include <utility>
#include <vector>

#include "server/rpc/value_convert.hpp"

namespace raftup::server {

ModelStream* ModelHandlers::export_file(Context* context, const v1::ExportModelRequest* request) {
  return calls_.open_stream<v1::ExportModelRequest, ModelStream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        return export_model(calls_.registry(), host_, calls_.computing(), caller.tenant, *request,
                            std::move(share));
      });
}

grpc::ServerWriteReactor<v1::LinearizeResponse>* ModelHandlers::linearize(
    Context* context, const v1::LinearizeRequest* request) {
  using Stream = grpc::ServerWriteReactor<v1::LinearizeResponse>;
  return calls_.open_stream<v1::LinearizeRequest, Stream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        std::vector<QuotaShare> shares{
            std::move(share), calls_.access().ledger(caller).acquire(QuotaResource::kComputations)};
        if (request->has_model()) {
          shares.push_back(calls_.access().ledger(caller).acquire(QuotaResource::kBodies,
                                                                  request->model().bodies_size()));
        }
        return server::linearize(calls_.registry(), host_, calls_.computing(),
                                 boards_.of(caller.tenant), caller.tenant, *request,
                                 std::move(shares));
      });
}

grpc::ServerUnaryReactor* ModelHandlers::describe_outputs(Context* context,
                                                          const v1::DescribeOutputsRequest* request,
                                                          v1::DescribeOutputsResponse* response) {
  return calls_.in_computing(context, request, [this, request, response](const Caller& caller) {
    const auto bodies = calls_.access().ledger(caller).acquire(QuotaResource::kBodies,
                                                               request->model().bodies_size());
    described_outputs_to_proto(host_.model_of(caller.tenant, request->model(), "model"), *response);
  });
}

grpc::ServerUnaryReactor* ModelHandlers::get_progress(Context* context,
                                                      const v1::GetProgressRequest* request,
                                                      v1::GetProgressResponse* response) {
  return calls_.answer(context, request, [&](const Caller& caller) {
    const auto fit = boards_.of(caller.tenant).find(request->progress_id());
    if (fit) fit_progress_to_proto(*fit, *response->mutable_fit());
  });
}

}  // namespace raftup::server
