/// @file Session: those who only look.
#include <fmt/format.h>

#include <algorithm>

#include "server/sessions/session.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kWatcherLimit = 1024;  ///< of one session

}  // namespace

WatchColumns Session::watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher) {
  require_state(state_ != SessionState::kTerminated, "WatchSession");
  if (order.output_stride < 0) {
    throw bad_field("output_stride", "must not be negative", std::to_string(order.output_stride));
  }
  const auto& recorders = spec_.recorder_ids();
  const bool declared =
      std::find(recorders.begin(), recorders.end(), order.recorder_id) != recorders.end();
  if (order.policy == OverflowPolicy::kBackpressure && !declared) {
    throw bad_field("recorder_id",
                    "must be among session.spec.recorder_ids with OVERFLOW_POLICY_BACKPRESSURE",
                    order.recorder_id);
  }
  if (telemetry_.size() >= kWatcherLimit) {
    throw conflict(Reason::kQuotaWatchers,
                   fmt::format("a session must have at most {} watchers", kWatcherLimit));
  }
  WatchColumns columns;
  columns.outputs =
      outputs_.places(order.outputs.empty() ? default_outputs_ : order.outputs, "output_variables");
  columns.width = outputs_.width(columns.outputs);
  columns.stride = order.output_stride == 0 ? default_output_stride_ : order.output_stride;
  telemetry_.add(columns, std::move(watcher));
  return columns;
}

void Session::unwatch(const Watcher& watcher) {
  telemetry_.remove(watcher);
  continue_advance();  // it may have held the session
}

void Session::go_on() { continue_advance(); }

}  // namespace raftup::server
