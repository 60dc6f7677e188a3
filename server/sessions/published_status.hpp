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

/// A copy of the status of a session, which callers can read while the session computes a step.
/// Thread safety: published() may be called in any thread, all other functions only in the
/// session's strand.
class PublishedStatus {
 public:
  using Clock = std::chrono::steady_clock;
  /// Writes the present status of a session, without its spec, to a message.
  using Write = std::function<void(v1::Session&)>;
  /// Greatest age of a status that is published again instead of being written anew.
  static constexpr std::chrono::milliseconds kInterval{250};

  /// @param write writes the status of the session; if it is empty nothing is published
  explicit PublishedStatus(Write write) : write_(std::move(write)) {}

  /// Writes and publishes the present status, unless this was done within the last kInterval. To be
  /// called before each slice of work. If `write` throws an Error the published status becomes
  /// null; callers then have to wait for the end of the step.
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

  /// The status published last. Null before the first status, or if the last status could not be
  /// written.
  std::shared_ptr<const v1::Session> published() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  Write write_;
  std::optional<Clock::time_point> published_at_;
  mutable std::mutex mutex_;  ///< protects status_
  std::shared_ptr<const v1::Session> status_;
};

}  // namespace raftup::server
