#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <span>
#include <string>

#include "clients/cpp/client.hpp"
#include "echo.grpc.pb.h"

namespace raftup::bench {

/// A place to connect to.
struct Endpoint {
  std::string address;
  client::ConnectionOptions options;
};

/// A stream of the echo server: what its transport costs.
template <typename Request, typename Reply>
class BareStream {
 public:
  using Call = std::unique_ptr<grpc::ClientReaderWriter<Request, Reply>> (Echo::Stub::*)(
      grpc::ClientContext*);

  BareStream(const Endpoint& endpoint, Call call, std::size_t reply_size)
      : stub_(Echo::NewStub(client::open_channel(endpoint.address, endpoint.options))) {
    context_.AddMetadata("reply-size", std::to_string(reply_size));
    stream_ = ((*stub_).*call)(&context_);
  }
  ~BareStream() {
    context_.TryCancel();
    stream_->Finish();
  }

  /// What exchange() sends.
  Request& request() { return request_; }
  void exchange() {
    stream_->Write(request_);
    stream_->Read(&reply_);
  }

 private:
  std::unique_ptr<Echo::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<Request, Reply>> stream_;
  Request request_;
  Reply reply_;
};

/// Bytes there and back.
class BareByteStream {
 public:
  BareByteStream(const Endpoint& endpoint, std::size_t request_bytes, std::size_t reply_bytes)
      : stream_(endpoint, &Echo::Stub::Exchange, reply_bytes) {
    stream_.request().mutable_payload()->resize(request_bytes);
  }
  void exchange() { stream_.exchange(); }

 private:
  BareStream<Message, Message> stream_;
};

/// Numbers there and back in raftup's messages, written and parsed by both sides as raftup's
/// client and server do.
class BareNumberStream {
 public:
  BareNumberStream(const Endpoint& endpoint, std::size_t reply_numbers)
      : stream_(endpoint, &Echo::Stub::ExchangeNumbers, reply_numbers) {}
  void exchange(std::span<const double> numbers) {
    v1::Advance& advance = *stream_.request().mutable_advance();
    advance.set_step_count(1);
    advance.mutable_inputs()->mutable_values()->Assign(numbers.begin(), numbers.end());
    stream_.exchange();
  }

 private:
  BareStream<v1::ExchangeRequest, v1::ExchangeResponse> stream_;
};

}  // namespace raftup::bench
