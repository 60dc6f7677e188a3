#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "raftup/v1/session.pb.h"

namespace raftup::server {

/// What a session has last said of itself, for those who ask while one of its steps is at work.
/// Thread safety: published() may be used anywhere, the rest in the session's strand only.
class PublishedStatus {
 public:
  using Clock = std::chrono::steady_clock;
  /// A status that is not older is good enough for who asks in the midst of a step.
  static constexpr std::chrono::milliseconds kInterval{250};

  /// True if the next step must not begin before the status is published anew.
  bool due(Clock::time_point now) const {
    return !published_at_ || now - *published_at_ > kInterval;
  }
  /// Makes due() true, because the session stands elsewhere.
  void expire() { published_at_.reset(); }

  void publish(std::shared_ptr<const v1::Session> status, Clock::time_point now) {
    published_at_ = now;
    const std::lock_guard lock(mutex_);
    status_ = std::move(status);
  }

  /// The last status, all but the spec; null before the first.
  std::shared_ptr<const v1::Session> published() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  std::optional<Clock::time_point> published_at_;
  mutable std::mutex mutex_;  ///< protects what follows
  std::shared_ptr<const v1::Session> status_;
};

}  // namespace raftup::server
