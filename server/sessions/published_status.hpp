#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "raftup/v1/session.pb.h"

namespace raftup::server {

/// What a session has last said of itself, for those who ask while one of its steps is at work.
/// Thread safety: published() may be used anywhere, the rest in the session's strand only.
class PublishedStatus {
 public:
  using Clock = std::chrono::steady_clock;
  /// Writes a session as it stands, all but its spec.
  using Write = std::function<void(v1::Session&)>;
  /// A status that is not older is good enough for who asks in the midst of a step.
  static constexpr std::chrono::milliseconds kInterval{250};

  /// @param write fills the message of the session; without it nothing is published
  explicit PublishedStatus(Write write) : write_(std::move(write)) {}

  /// To be called before each step that may last: publishes unless that was done within kInterval.
  /// Where `write` fails nothing is published: who asks then waits, and is told so.
  void renew(Clock::time_point now) {
    if (!write_ || (published_at_ && now - *published_at_ <= kInterval)) return;
    published_at_ = now;
    auto status = std::make_shared<v1::Session>();
    try {
      write_(*status);
    } catch (const Error&) {
      status = nullptr;
    }
    const std::lock_guard lock(mutex_);
    status_ = std::move(status);
  }

  /// The last status; null before the first.
  std::shared_ptr<const v1::Session> published() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  Write write_;
  std::optional<Clock::time_point> published_at_;
  mutable std::mutex mutex_;  ///< protects what follows
  std::shared_ptr<const v1::Session> status_;
};

}  // namespace raftup::server
