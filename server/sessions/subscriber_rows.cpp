/// @file Sends the outputs of a simulation to the subscribers: rows of outputs, in frames.
#include <algorithm>
#include <chrono>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/conversions.hpp"
#include "server/sessions/subscribers.hpp"

namespace raftup::server {

void Subscribers::record_step() {
  const auto is_due = [this](const SessionStream& stream) {
    return recorded_.step_index() % stream.columns.stride == 0;
  };
  const auto record = [this](SessionStream& stream) {
    const auto row = add_row(stream);
    if (stream.ring) stream.ring->add_row(recorded_.time_ns(), row);
  };
  if (controller_ != nullptr && is_due(*controller_)) record(*controller_);
  for (std::size_t i = streams_.size(); i-- > 0;) {  // backwards, since a stream may be removed
    SessionStream& stream = *streams_[i];
    if (&stream == controller_ || !is_due(stream)) continue;
    try {
      record(stream);
    } catch (const Error& error) {
      remove(stream)->listener->close(recorded_.conflict(failure_reason(error), error.what()));
    }
  }
  telemetry_.record(recorded_);
  std::erase_if(disconnected_, [&](const auto& stream) {
    if (!is_due(*stream)) return false;
    try {
      const auto row = read_row(stream->columns);
      std::ranges::copy(row, stream->ring->add_row(recorded_.time_ns()).begin());
      return false;
    } catch (const Error&) {
      return true;  // a client that resumes is notified that rows are missing
    }
  });
}

std::span<const double> Subscribers::read_row(const Columns& columns) {
  row_.resize(columns.width);
  recorded_.read(columns, row_);
  return row_;
}

std::span<double> Subscribers::add_row(SessionStream& stream) {
  const auto values = read_row(stream.columns);
  const auto row = stream.listener->add_row(recorded_.time_ns(), stream.columns.width);
  std::ranges::copy(values, row.begin());
  ++stream.pending_rows;
  return row;
}

void Subscribers::close_frames() {
  for (const auto& stream : streams_) {
    if (stream->ring) stream->ring->close_frame();
  }
  for (const auto& stream : disconnected_) stream->ring->close_frame();
}

void Subscribers::send_frame(SessionStream& stream, FrameSummary summary) {
  summary.step_index = recorded_.step_index();
  summary.time_ns = recorded_.time_ns();
  if (summary.result != StepResult::kTentative) {
    summary.commit_time_ns = to_unix_ns(std::chrono::system_clock::now());
  }
  summary.input_credit = input_credit(recorded_, stream.port);
  if (stream.state_hash) summary.state_hash = solver::state_hash(recorded_.simulation().state());
  summary.dropped_frame_count = std::exchange(stream.dropped_frames, 0);
  stream.pending_rows = 0;
  --stream.frame_credit;
  stream.listener->send_frame(summary);
}

void Subscribers::send_frames(StepResult result) {
  for (const auto& stream : streams_) {
    if (stream.get() == controller_ || stream->pending_rows == 0) continue;
    if (stream->can_take_frame()) {
      FrameSummary summary;
      summary.result = result;
      send_frame(*stream, summary);
    } else if (!stream->holds_session()) {
      stream->discard_rows();
      ++stream->dropped_frames;
      measures_.add_dropped_frames(DropCause::kNoCredit);
    }
  }
}

void Subscribers::resend_rows(SessionStream& stream, std::int64_t step_index) {
  const auto resend = [&](std::int64_t time_ns, std::span<const double> values) {
    const auto row = stream.listener->add_row(time_ns, values.size());
    std::copy(values.begin(), values.end(), row.begin());
  };
  if (stream.ring) stream.ring->visit_after(step_index * recorded_.step_ns(), resend);
  send_frame(stream, {});
}

void Subscribers::forget_rows() {
  for (const auto& stream : streams_) {
    stream->discard_rows();
    if (stream->ring) stream->ring->clear(recorded_.time_ns());
  }
  for (const auto& stream : disconnected_) stream->ring->clear(recorded_.time_ns());
  telemetry_.discard_rows();
}

}  // namespace raftup::server
