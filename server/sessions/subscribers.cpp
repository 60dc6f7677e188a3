#include "server/sessions/subscribers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/conversions.hpp"
#include "server/sessions/session_log.hpp"
#include "server/sessions/streams/contact_messages.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kDisconnectedLimit = 64;  ///< each keeps up to 1 MiB of rows
constexpr std::size_t kWatcherLimit = 1024;     ///< watchers of one session

/// Copies the rows, sequence number and watermark of a former stream to the stream that resumes it.
void resume(SessionStream& stream, const SessionStream& former) {
  const bool same = former.role == stream.role && former.participant_id == stream.participant_id &&
                    former.port.inputs == stream.port.inputs && former.columns == stream.columns;
  if (!same) {
    throw bad_field("resume_token", "must come with the role and the columns of its stream",
                    stream.participant_id);
  }
  stream.ring = former.ring;
  stream.port.next_sequence = former.port.next_sequence;
  stream.kept_watermark_ns =
      former.port.writer == nullptr ? former.kept_watermark_ns : former.port.writer->watermark_ns;
}

/// Returns the stream, open or disconnected, that a new stream resumes. Returns null if the new
/// stream resumes none or misses no rows.
SessionStream* stream_to_resume(const AttachOrder& order, const RecordedSimulation& recorded,
                                const SessionCheckpoints& checkpoints,
                                const Subscribers::Streams& open,
                                const Subscribers::Streams& disconnected) {
  if (!order.resumes()) return nullptr;
  const std::int64_t step_index = recorded.step_index();
  const auto too_old = [&](const std::string& message) {
    ServiceError error = recorded.conflict(Reason::kResumeTooOld, message);
    const Checkpoint* newest = checkpoints.newest_before(order.resume_from_step_index);
    if (newest == nullptr) return error;
    return error.with("checkpoint", recorded.key().name + "/checkpoints/" + newest->id);
  };
  if (order.resume_from_step_index < 0 || order.resume_from_step_index > step_index) {
    throw too_old(fmt::format("resume_from_step_index must be from 0 to {}, got {}", step_index,
                              order.resume_from_step_index));
  }
  const auto same = [&](const auto& stream) { return stream->resume_token == order.resume_token; };
  for (const auto* list : {&open, &disconnected}) {
    const auto found = std::find_if(list->begin(), list->end(), same);
    if (found == list->end()) continue;
    if (!(*found)->ring->covers(order.resume_from_step_index * recorded.step_ns())) {
      throw too_old(
          fmt::format("rows after step_index {} must be kept still", order.resume_from_step_index));
    }
    return found->get();
  }
  if (order.resume_from_step_index == step_index) return nullptr;
  throw too_old(
      fmt::format("resume_token must be of a client whose lease is not over, or "
                  "resume_from_step_index {}, got {}",
                  step_index, order.resume_from_step_index));
}

/// Returns the open stream that a new one replaces, because of the same resume token or because its
/// lease has expired.
SessionStream* stream_to_replace(const AttachOrder& order, const RecordedSimulation& recorded,
                                 const Subscribers& subscribers) {
  const bool controls = order.role == Role::kController;
  SessionStream* occupant = controls ? subscribers.controller() : nullptr;
  if (occupant == nullptr && order.role != Role::kObserver) {
    const InputWriter* writer = recorded.writers().find(order.participant_id);
    if (writer != nullptr) occupant = subscribers.stream_of(*writer);
  }
  if (occupant == nullptr) return nullptr;
  const bool over = occupant->lease.over(Subscribers::Clock::now());
  const bool knows = !order.resume_token.empty() && order.resume_token == occupant->resume_token;
  if (knows || (over && (!controls || order.take_over))) return occupant;
  if (occupant == subscribers.controller() && controls) {
    throw recorded.conflict(Reason::kControllerConflict,
                            "a session must have one controller at a time");
  }
  return nullptr;
}

/// Makes a stream with its inputs and columns that is not yet part of the session.
std::unique_ptr<SessionStream> make_stream(const AttachOrder& order,
                                           const RecordedSimulation& recorded,
                                           std::chrono::milliseconds lease_duration) {
  const Lease lease(lease_duration, Subscribers::Clock::now());
  auto stream = std::make_unique<SessionStream>(lease);
  stream->participant_id = order.participant_id;
  stream->role = order.role;
  InputPort& port = stream->port;
  port.inputs = recorded.variables().inputs.places(order.inputs, "input_variables");
  port.width = recorded.variables().inputs.width(port.inputs);
  port.sequenced = !order.never_waits;
  stream->columns =
      recorded.variables().outputs.select(order.outputs, order.output_stride, "output_variables");
  stream->frame_credit = order.credit;
  stream->never_waits = order.never_waits;
  stream->state_hash = order.state_hash;
  if (order.role != Role::kObserver && !order.never_waits) {
    stream->resume_token = random_token();
    stream->ring.emplace(stream->columns.width, recorded.time_ns());
  }
  return stream;
}

}  // namespace

Subscribers::Subscribers(RecordedSimulation& recorded, const SessionCheckpoints& checkpoints,
                         SessionMeasures& measures, const v1::SessionSpec& spec)
    : recorded_(recorded), checkpoints_(checkpoints), measures_(measures), spec_(spec) {}

SessionStream* Subscribers::stream_of(const InputWriter& writer) const {
  const auto found = std::find_if(streams_.begin(), streams_.end(), [&](const auto& stream) {
    return stream->port.writer == &writer;
  });
  return found == streams_.end() ? nullptr : found->get();
}

bool Subscribers::has_credit() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const auto& stream) {
    return !stream->holds_session() || stream->can_take_frame();
  });
}

// --- coming and going ---------------------------------------------------------------------------

Subscribers::Admission Subscribers::admit(const AttachOrder& order,
                                          std::shared_ptr<StreamListener> listener) const {
  const SessionStream* const former =
      stream_to_resume(order, recorded_, checkpoints_, streams_, disconnected_);
  Admission admission;
  admission.replaced = stream_to_replace(order, recorded_, *this);
  admission.stream = make_stream(order, recorded_, std::chrono::milliseconds(spec_.lease_ms()));
  admission.stream->listener = std::move(listener);
  recorded_.writers().check_attach(
      order.participant_id, admission.stream->port.inputs,
      admission.replaced == nullptr ? nullptr : admission.replaced->port.writer);
  if (former != nullptr) resume(*admission.stream, *former);
  return admission;
}

SessionStream& Subscribers::add(std::unique_ptr<SessionStream> stream) {
  std::erase_if(disconnected_, [&](const auto& other) {
    return other->role == stream->role && other->participant_id == stream->participant_id;
  });
  const bool controls = stream->role == Role::kController;
  if (stream->role != Role::kObserver) {
    // A call that never waits sends its samples with the call, so that steps need not wait for its
    // inputs.
    InputWriter& writer = recorded_.writers().attach(stream->participant_id, stream->port.inputs,
                                                     controls && !stream->never_waits);
    writer.watermark_ns = std::max(writer.watermark_ns, stream->kept_watermark_ns);
    stream->port.writer = &writer;
  }
  renew_lease(*stream);  // announces the stream to others, before its first message
  streams_.push_back(std::move(stream));
  if (controls) {
    controller_ = streams_.back().get();
    controller_loss_announced_ = false;
  }
  lease_due_.not_later_than(streams_.back()->lease.end());
  return *streams_.back();
}

std::unique_ptr<SessionStream> Subscribers::remove(SessionStream& stream) {
  if (controller_ == &stream) controller_ = nullptr;
  if (stream.port.writer != nullptr) {
    stream.kept_watermark_ns = stream.port.writer->watermark_ns;
    recorded_.writers().detach(*std::exchange(stream.port.writer, nullptr));
  }
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [&](const auto& other) { return other.get() == &stream; });
  auto removed = std::move(*found);
  streams_.erase(found);
  return removed;
}

void Subscribers::keep_disconnected(std::unique_ptr<SessionStream> stream) {
  if (stream->resume_token.empty()) return;
  stream->listener.reset();
  lease_due_.not_later_than(stream->lease.end());
  disconnected_.push_back(std::move(stream));
  if (disconnected_.size() > kDisconnectedLimit) disconnected_.erase(disconnected_.begin());
}

void Subscribers::close_streams(const ServiceError& reason) {
  controller_ = nullptr;
  const auto streams = std::exchange(streams_, {});
  for (const auto& stream : streams) {
    if (stream->port.writer != nullptr) recorded_.writers().detach(*stream->port.writer);
    stream->listener->close(reason);
  }
}

void Subscribers::close(const ServiceError& reason) {
  close_streams(reason);
  disconnected_.clear();
  telemetry_.close(reason);
}

// --- leases -------------------------------------------------------------------------------------

void Subscribers::renew_lease(SessionStream& stream) {
  const auto now = Clock::now();
  stream.lease.renew(now);
  stream.last_message = now;
  if (&stream == controller_) controller_loss_announced_ = false;
  InputWriter* const writer = stream.port.writer;
  if (writer == nullptr) return;
  writer->last_message = now;
  if (!writer->silent) return;
  writer->forget_silence();
  const std::string& id = writer->declaration.participant_id;
  notify_all(Severity::kInfo, "PARTICIPANT_RETURNED", fmt::format("'{}' is heard again", id), id);
}

void Subscribers::end_leases(Clock::time_point now) {
  if (controller_ != nullptr && !controller_loss_announced_) {
    if (controller_->lease.over(now)) {
      controller_loss_announced_ = true;
      notify_all(Severity::kWarning, "CONTROLLER_LOST",
                 "the controller's lease is over: another client may take over");
    } else {
      lease_due_.not_later_than(controller_->lease.end());
    }
  }
  std::erase_if(disconnected_, [now](const auto& stream) { return stream->lease.over(now); });
  for (const auto& stream : disconnected_) lease_due_.not_later_than(stream->lease.end());
}

// --- notices ------------------------------------------------------------------------------------

void Subscribers::notify_all(Severity severity, const std::string& reason,
                             const std::string& message, const std::string& participant_id) const {
  log_event(recorded_, severity, reason, message, participant_id);
  const SessionNotice notice{severity, reason, message, recorded_.step_index()};
  for (const auto& stream : streams_) stream->listener->send_notice(notice);
  telemetry_.notify(notice);
}

void Subscribers::send_need(const std::vector<InputWriter*>& holders, std::int64_t until_ns) const {
  std::vector<std::string> ids;
  ids.reserve(holders.size());
  for (const InputWriter* writer : holders) ids.push_back(writer->declaration.participant_id);
  for (const auto& stream : streams_) {
    const bool holds =
        std::find(holders.begin(), holders.end(), stream->port.writer) != holders.end();
    if (holds || stream.get() == controller_) stream->listener->send_need(ids, until_ns);
  }
}

// --- contacts -----------------------------------------------------------------------------------

void Subscribers::send_contact_events(std::span<const solver::ContactEvent> events) const {
  while (!events.empty()) {
    const std::size_t count = std::min(events.size(), kContactEventLimit);
    const v1::ContactEvents message =
        contact_events_to_proto(events.first(count), recorded_.simulation().model());
    for (const auto& stream : streams_) {
      if (stream->can_take_frame()) stream->listener->send_contact_events(message);
    }
    telemetry_.send_contact_events(message);
    events = events.subspan(count);
  }
}

// --- those who only look ------------------------------------------------------------------------

Columns Subscribers::watch(const WatchOrder& order, std::shared_ptr<Watcher> watcher) {
  recorded_.require_state(recorded_.state() != SessionState::kTerminated, "WatchSession");
  if (order.output_stride < 0) {
    throw bad_field("output_stride", "must not be negative", std::to_string(order.output_stride));
  }
  if (order.policy == OverflowPolicy::kBackpressure && order.frame_interval.count() > 0) {
    throw bad_field("max_rows_per_second",
                    "must be 0 with OVERFLOW_POLICY_BACKPRESSURE, which loses no row", "");
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
    throw recorded_.conflict(Reason::kQuotaWatchers,
                             fmt::format("a session must have at most {} watchers", kWatcherLimit));
  }
  Columns columns =
      recorded_.variables().outputs.select(order.outputs, order.output_stride, "output_variables");
  telemetry_.add(columns, order, std::move(watcher));
  return columns;
}

}  // namespace raftup::server
