#include "server/rpc/stream_handlers.hpp"

#include <utility>

#include "server/model/message_rules.hpp"
#include "server/rpc/exchange_stream.hpp"
#include "server/rpc/watch_stream.hpp"
#include "server/security/caller.hpp"
#include "server/security/quota_ledger.hpp"

namespace raftup::server {

grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* StreamHandlers::exchange(
    Context* context) {
  using Stream = grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>;
  CallTimer call(metrics_.method(kExchangePath));
  return calls_.open_stream<v1::ExchangeRequest, Stream>(
      context,
      [&](const Caller& caller, QuotaShare share) {
        return ExchangeStream::start(calls_.registry(), caller, calls_.access().ledger(caller),
                                     std::move(share), std::move(call));
      },
      &call);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* StreamHandlers::watch(Context* context,
                                                                  const grpc::ByteBuffer* request) {
  using Stream = grpc::ServerWriteReactor<grpc::ByteBuffer>;
  CallTimer call(metrics_.method(kWatchSessionPath));
  return calls_.open_stream<v1::WatchSessionRequest, Stream>(
      context,
      [&](const Caller& caller, QuotaShare share) {
        const v1::WatchSessionRequest order = watch_request_from_bytes(*request);
        check_request_limits(order);
        return WatchStream::start(calls_.registry().find({caller.tenant, order.session()}), order,
                                  std::move(share), std::move(call));
      },
      &call);
}

}  // namespace raftup::server
