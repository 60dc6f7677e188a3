#include "tests/bench/echo_server.hpp"

#include <string>

namespace raftup::bench {

namespace {

std::size_t reply_size(const grpc::CallbackServerContext& context) {
  const grpc::string_ref size = context.client_metadata().find("reply-size")->second;
  return std::stoul(std::string(size.data(), size.size()));
}

}  // namespace

grpc::ServerBidiReactor<Message, Message>* EchoService::Exchange(
    grpc::CallbackServerContext* context) {
  Message reply;
  reply.mutable_payload()->resize(reply_size(*context));
  return new EchoReactor<Message, Message>(std::move(reply));
}

grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* EchoService::ExchangeNumbers(
    grpc::CallbackServerContext* context) {
  v1::ExchangeResponse reply;
  reply.mutable_frame()->mutable_values()->Resize(static_cast<int>(reply_size(*context)), 0.1);
  return new EchoReactor<v1::ExchangeRequest, v1::ExchangeResponse>(std::move(reply));
}

}  // namespace raftup::bench
