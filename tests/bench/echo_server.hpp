#pragma once

#include <atomic>
#include <string>
#include <utility>

#include "echo.grpc.pb.h"

namespace raftup::bench {

/// Answers every message of a stream with the same one. Reads ahead while the answer is on its
/// way, as raftup does.
template <typename Request, typename Reply>
class EchoReactor final : public grpc::ServerBidiReactor<Request, Reply> {
 public:
  explicit EchoReactor(Reply reply) : reply_(std::move(reply)) { this->StartRead(&request_); }
  void OnReadDone(bool ok) override {
    if (!ok) return this->Finish(grpc::Status::OK);
    answer_when_ready();
  }
  void OnWriteDone(bool /*ok*/) override { answer_when_ready(); }
  void OnDone() override { delete this; }

 private:
  /// The second of "request read" and "last answer written" goes on.
  void answer_when_ready() {
    if (ready_.fetch_add(1) == 0) return;
    ready_ = 0;
    this->StartWrite(&reply_);
    this->StartRead(&request_);
  }

  Request request_;
  Reply reply_;
  std::atomic<int> ready_{1};
};

/// What a client asks for.
inline std::size_t reply_size(const grpc::CallbackServerContext& context) {
  const grpc::string_ref size = context.client_metadata().find("reply-size")->second;
  return std::stoul(std::string(size.data(), size.size()));
}

class EchoService final : public Echo::CallbackService {
  grpc::ServerBidiReactor<Message, Message>* Exchange(
      grpc::CallbackServerContext* context) override {
    Message reply;
    reply.mutable_payload()->resize(reply_size(*context));
    return new EchoReactor<Message, Message>(std::move(reply));
  }
  grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* ExchangeNumbers(
      grpc::CallbackServerContext* context) override {
    v1::ExchangeResponse reply;
    reply.mutable_frame()->mutable_values()->Resize(static_cast<int>(reply_size(*context)), 0.1);
    return new EchoReactor<v1::ExchangeRequest, v1::ExchangeResponse>(std::move(reply));
  }
};

}  // namespace raftup::bench
