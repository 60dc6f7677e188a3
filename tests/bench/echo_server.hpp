#pragma once

#include <atomic>
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

class EchoService final : public Echo::CallbackService {
  grpc::ServerBidiReactor<Message, Message>* Exchange(
      grpc::CallbackServerContext* context) override;
  grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* ExchangeNumbers(
      grpc::CallbackServerContext* context) override;
};

}  // namespace raftup::bench
