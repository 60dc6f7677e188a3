/// @file Session: what changes its future, live or replayed, and what is kept of it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

/// @throws Error(kDataLoss) where a stored record names inputs that the model does not have, or has
///         not as many values as its samples need
void check_values_of(std::span<const std::size_t> named, std::size_t samples, std::size_t values,
                     const std::vector<solver::Variable>& inputs) {
  std::size_t width = 0;
  for (const std::size_t input : named) {
    if (input >= inputs.size()) {
      throw Error(ErrorCode::kDataLoss,
                  fmt::format("a record must name inputs below {}, got {}", inputs.size(), input));
    }
    width += static_cast<std::size_t>(inputs[input].size);
  }
  if (values == width * samples) return;
  throw Error(ErrorCode::kDataLoss,
              fmt::format("a record of {} samples must have {} values, got {}", samples,
                          width * samples, values));
}

}  // namespace

void Session::record_to(std::unique_ptr<SessionRecorder> recorder) {
  recorder_ = std::move(recorder);
}

void Session::start_from(const std::shared_ptr<const Snapshot>& snapshot) {
  change(RestoredRecord{snapshot});
  commit();
}

void Session::keep_snapshot() { recorder_->take_snapshot(snapshot()); }

void Session::change(const SessionRecord& record) {
  const std::int64_t accepted_at = step_index();
  std::visit([this](const auto& kind) { apply(kind); }, record);
  recorder_->record(accepted_at, record);
}

void Session::replay(std::int64_t step_index, const SessionRecord& record) {
  if (step_index < this->step_index()) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("a record of step {} must not follow one of step {}", step_index,
                            this->step_index()));
  }
  if (const auto* samples = std::get_if<SamplesRecord>(&record)) {
    check_values_of(samples->inputs, samples->times_ns.size(), samples->values.size(),
                    simulation_.inputs());
  }
  if (const auto* start = std::get_if<InitializedRecord>(&record)) {
    check_values_of(start->inputs, 1, start->start_values.size(), simulation_.inputs());
  }
  while (this->step_index() < step_index) step_once();
  std::visit([this](const auto& kind) { apply(kind); }, record);
}

void Session::step_once() {
  simulation_.step();
  state_ = SessionState::kRunning;
}

void Session::apply(const InitializedRecord& record) {
  const double* values = record.start_values.data();
  for (const std::size_t input : record.inputs) {
    const auto size = static_cast<std::size_t>(simulation_.inputs().at(input).size);
    simulation_.write_input(input, 0, {values, size});
    values += size;
  }
  state_ = SessionState::kInitialized;
}

void Session::apply(const SamplesRecord& record) {
  const double* values = record.values.data();
  for (const std::int64_t time : record.times_ns) {
    const std::int64_t effective = step_index() > 0 ? std::max(time, time_ns()) : time;
    for (const std::size_t input : record.inputs) {
      const auto size = static_cast<std::size_t>(simulation_.inputs().at(input).size);
      simulation_.write_input(input, effective, {values, size});
      values += size;
    }
  }
  writers_.set_watermark(record.participant_id, record.watermark_ns);
}

void Session::apply(const SteppedRecord& record) const {
  const std::uint64_t hash = solver::motion_hash(simulation_.state());
  if (hash == record.motion_hash) return;
  throw Error(ErrorCode::kDataLoss,
              fmt::format("step {} must lead to the motion {:016x}, got {:016x}", step_index(),
                          record.motion_hash, hash));
}

void Session::apply(const RestoredRecord& record) {
  forget_tries();
  // How samples are interpolated is the session's own, wherever the snapshot was taken.
  std::vector<solver::Interpolation> interpolations;
  for (const auto& input : simulation_.state().inputs) {
    interpolations.push_back(input.interpolation());
  }
  simulation_.restore(record.snapshot->state);
  for (std::size_t input = 0; input < interpolations.size(); ++input) {
    simulation_.set_input_interpolation(input, interpolations[input]);
  }
  writers_.restore(record.snapshot->watermarks);
  state_ = record.snapshot->session_state;
}

void Session::apply(const ResetRecord& /*record*/) {
  forget_tries();
  simulation_.reset();
  apply_interpolations();
  writers_.restore({});
  state_ = SessionState::kCreated;
}

void Session::apply(const TerminatedRecord& /*record*/) {
  forget_tries();
  state_ = SessionState::kTerminated;
}

std::shared_ptr<const Snapshot> Session::snapshot() const {
  return std::make_shared<const Snapshot>(
      Snapshot{simulation_.state(), state_, writers_.watermarks()});
}

/// Before anybody is told of a step or a change. While a step is being tried nobody is told of
/// anything but what was committed before; a server that is killed then comes back without the
/// tries, so that it finds the values that it would have found.
void Session::commit() {
  if (tries_in_progress()) return;
  recorder_->commit(simulation_.state());
  if (recorder_->wants_snapshot()) recorder_->take_snapshot(snapshot());
}

/// @returns false where nothing may be told: then every stream has been let go with the reason.
bool Session::commit_or_let_go() {
  try {
    commit();
    return true;
  } catch (const ServiceError& error) {
    let_all_go(conflict(error.reason(), error.what()));
    return false;
  }
}

}  // namespace raftup::server
