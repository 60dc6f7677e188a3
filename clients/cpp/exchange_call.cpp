#include "clients/cpp/exchange_call.hpp"

#include <utility>

#include "clients/cpp/connection.hpp"

namespace raftup::client {

Heartbeat::Heartbeat(std::chrono::milliseconds period, std::function<bool()> beat)
    : thread_([this, period, beat = std::move(beat)] {
        std::unique_lock lock(mutex_);
        while (!ended_changed_.wait_for(lock, period, [this] { return ended_; })) {
          lock.unlock();
          if (!beat()) return;
          lock.lock();
        }
      }) {}

Heartbeat::~Heartbeat() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
}

ExchangeCall::ExchangeCall(v1::SessionService::Stub& stub, const std::string& token,
                           const std::string& session)
    : context_(make_context(token, session)), stream_(stub.Exchange(context_.get())) {}

ExchangeCall::~ExchangeCall() {
  heartbeat_.reset();
  if (finished_) return;
  context_->TryCancel();
  stream_->Finish();
}

bool ExchangeCall::write(const v1::ExchangeRequest& request) {
  const std::scoped_lock lock(writing_);
  return stream_->Write(request);
}

void ExchangeCall::beat(std::chrono::milliseconds period) {
  heartbeat_ = std::make_unique<Heartbeat>(period, [this] {
    v1::ExchangeRequest request;
    request.mutable_heartbeat();
    return write(request);
  });
}

grpc::Status ExchangeCall::finish() {
  finished_ = true;
  return stream_->Finish();
}

}  // namespace raftup::client
