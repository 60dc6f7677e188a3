#include "server/rpc/response_queue.hpp"

#include <fmt/format.h>

#include <utility>

#include "server/base/service_error.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kSpareFrames = 4;
/// Largest number of bytes that may wait for one stream: several of the largest frames.
constexpr std::int64_t kUnreadByteLimit = std::int64_t{32} << 20;
/// A client with at most this many unread bytes is not ended for a quota that other streams exceed.
constexpr std::int64_t kReadersBytes = std::int64_t{1} << 20;

}  // namespace

ResponseQueue::ResponseQueue(QuotaLedger& ledger, std::string tenant)
    : ledger_(ledger), tenant_(std::move(tenant)) {}

ResponseQueue::Response ResponseQueue::acquire_frame() {
  const std::lock_guard lock(mutex_);
  if (spare_frames_.empty()) return std::make_unique<v1::ExchangeResponse>();
  Response frame = std::move(spare_frames_.back());
  spare_frames_.pop_back();
  frame->mutable_frame()->Clear();
  return frame;
}

ResponseQueue::Added ResponseQueue::add(Response response) {
  const std::lock_guard lock(mutex_);
  if (end_) return {};
  // The size is computed only if the response has to wait. In lockstep it does not wait.
  const std::int64_t bytes =
      waiting_.empty() ? 0 : static_cast<std::int64_t>(response->ByteSizeLong());
  waiting_.push_back({std::move(response), bytes});
  if (waiting_.size() == 1) return {waiting_.front().response.get(), std::nullopt};
  if (count_unread(bytes) || unread_bytes_ <= kReadersBytes) return {};
  end_ = to_status(ServiceError(
      Reason::kQuotaUnread,
      fmt::format("streams of tenant {} must leave at most {} bytes unread: read what is sent, or "
                  "ask for less",
                  tenant_, ledger_.quota().unread_bytes)));
  waiting_.erase(waiting_.begin() + 1, waiting_.end());
  count_unread(-unread_bytes_);
  return {nullptr, end_};
}

bool ResponseQueue::acknowledge_again(std::int64_t nonce) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 1; i < waiting_.size(); ++i) {  // the first response is being written
    v1::ExchangeResponse& waits = *waiting_[i].response;
    if (!waits.has_heartbeat_ack()) continue;
    waits.mutable_heartbeat_ack()->set_nonce(nonce);
    return true;
  }
  return false;
}

ResponseQueue::Written ResponseQueue::written(bool ok) {
  const std::lock_guard lock(mutex_);
  Response& written = waiting_.front().response;
  if (written->has_frame() && spare_frames_.size() < kSpareFrames) {
    spare_frames_.push_back(std::move(written));
  }
  waiting_.pop_front();
  if (!ok) {
    waiting_.clear();
    count_unread(-unread_bytes_);
  }
  if (waiting_.empty()) return {nullptr, end_, false};
  const bool kept_up = keeps_up();
  count_unread(-std::exchange(waiting_.front().bytes, 0));
  return {waiting_.front().response.get(), std::nullopt, !kept_up && keeps_up()};
}

ResponseQueue::End ResponseQueue::end(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  if (end_) return End::kBefore;
  end_ = status;
  return waiting_.empty() ? End::kNow : End::kAfterWrites;
}

bool ResponseQueue::ended() const {
  const std::lock_guard lock(mutex_);
  return end_.has_value();
}

void ResponseQueue::clear() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  count_unread(-unread_bytes_);
}

bool ResponseQueue::keeps_up() const { return unread_bytes_ < kUnreadByteLimit; }

/// Changes the number of unread bytes.
/// @returns true if the unread bytes of all streams of the tenant are within its quota
bool ResponseQueue::count_unread(std::int64_t bytes) {
  if (bytes == 0) return true;
  unread_bytes_ += bytes;
  return ledger_.add_unread_bytes(bytes);
}

}  // namespace raftup::server
