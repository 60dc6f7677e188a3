#include "server/sessions/streams/telemetry.hpp"

#include <algorithm>
#include <utility>

#include "server/base/conversions.hpp"
#include "server/sessions/streams/contact_messages.hpp"
#include "server/sessions/streams/frame_rows.hpp"

namespace raftup::server {

namespace {

/// Size at which the rows of a long Advance are sent before its end [bytes].
constexpr std::size_t kPartBytes = 1 << 16;

constexpr std::size_t kMostContactPoints = 1024;  ///< largest number in a frame

}  // namespace

std::size_t Telemetry::size() const {
  std::size_t size = 0;
  for (const Group& group : groups_) size += group.watchers.size();
  return size;
}

void Telemetry::add(const Columns& columns, const WatchOrder& order,
                    std::shared_ptr<Watcher> watcher) {
  auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& other) {
    return other.columns == columns && other.frame_interval == order.frame_interval &&
           other.contacts == order.contacts;
  });
  if (group == groups_.end()) {
    groups_.push_back({columns, order.frame_interval, order.contacts, {}, {}, {}});
    group = std::prev(groups_.end());
  }
  group->watchers.push_back(std::move(watcher));
}

void Telemetry::remove(const Watcher& watcher) {
  for (Group& group : groups_) {
    std::erase_if(group.watchers, [&](const auto& other) { return other.get() == &watcher; });
  }
  std::erase_if(groups_, [](const Group& group) { return group.watchers.empty(); });
}

void Telemetry::record(RecordedSimulation& recorded) {
  std::erase_if(groups_, [&](Group& group) {
    if (recorded.step_index() % group.columns.stride != 0) return false;
    try {
      record(recorded, group);
      return false;
    } catch (const Error& error) {
      const ServiceError reason = recorded.conflict(failure_reason(error), error.what());
      for (const auto& watcher : group.watchers) watcher->close(reason);
      return true;
    }
  });
}

void Telemetry::record(RecordedSimulation& recorded, Group& group) {
  row_.resize(group.columns.width);
  recorded.read(group.columns, row_);
  v1::Frame& frame = *group.rows.mutable_frame();
  if (group.frame_interval.count() > 0) frame.Clear();  // only the newest row is sent
  std::ranges::copy(row_, add_row(recorded.time_ns(), group.columns.width, frame).begin());
  const auto rows = static_cast<std::size_t>(frame.row_time_ns_size());
  if (group.contacts) {
    frame.clear_contacts();
    contacts_to_proto(recorded.simulation(), kMostContactPoints, *frame.mutable_contacts());
  }
  full_ = full_ || rows * (group.columns.width + 1) * sizeof(double) >= kPartBytes;
}

void Telemetry::publish(const RecordedSimulation& recorded) {
  for (Group& group : groups_) publish(recorded, group);
  full_ = false;
}

void Telemetry::publish(const RecordedSimulation& recorded, Group& group) {
  if (!group.rows.has_frame() || group.rows.frame().row_time_ns_size() == 0) return;
  v1::Frame& frame = *group.rows.mutable_frame();
  if (frame.commit_time_ns() == 0) {
    frame.set_commit_time_ns(to_unix_ns(std::chrono::system_clock::now()));
  }
  if (group.frame_interval.count() > 0) {
    const auto now = Clock::now();
    if (now < group.next_frame) return due_.not_later_than(group.next_frame);
    // If a frame is late, the following ones are not delayed, so that the mean rate is kept.
    group.next_frame = std::max(group.next_frame, now - group.frame_interval);
    group.next_frame += group.frame_interval;
  }
  frame.set_step_index(recorded.step_index());
  frame.set_time_ns(recorded.time_ns());
  frame.set_result(v1::STEP_RESULT_COMMITTED);
  leave_out_single_time(frame);
  const auto bytes = std::make_shared<const std::string>(group.rows.SerializeAsString());
  frame.Clear();
  for (const auto& watcher : group.watchers) watcher->offer(bytes);
}

void Telemetry::discard_rows() {
  for (Group& group : groups_) group.rows.Clear();
  full_ = false;
}

void Telemetry::notify(const SessionNotice& notice) const {
  for (const Group& group : groups_) {
    for (const auto& watcher : group.watchers) watcher->send_notice(notice);
  }
}

void Telemetry::send_contact_events(const v1::ContactEvents& events) const {
  if (empty()) return;
  v1::WatchSessionResponse response;
  *response.mutable_contact_events() = events;
  const auto bytes = std::make_shared<const std::string>(response.SerializeAsString());
  for (const Group& group : groups_) {
    for (const auto& watcher : group.watchers) watcher->send_contact_events(bytes);
  }
}

bool Telemetry::holds_session() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const Group& group) {
    return std::any_of(group.watchers.begin(), group.watchers.end(),
                       [](const auto& watcher) { return watcher->holds_session(); });
  });
}

void Telemetry::close(const ServiceError& error) {
  const auto groups = std::exchange(groups_, {});
  for (const Group& group : groups) {
    for (const auto& watcher : group.watchers) watcher->close(error);
  }
}

}  // namespace raftup::server
