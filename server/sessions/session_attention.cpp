/// @file Session: what no message triggers: waits to announce, leases that end, silent
/// participants.
#include <fmt/format.h>

#include <algorithm>

#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

using Clock = Lease::Clock;

constexpr auto kNeedDelay = std::chrono::milliseconds(100);

/// The first multiple of `spacing` after `time`, both at or after 0.
std::int64_t next_multiple(std::int64_t time, std::int64_t spacing) {
  return (time / spacing + 1) * spacing;
}

}  // namespace

bool Session::take_attention(Clock::time_point now) {
  const std::int64_t since = waiting_since_ns_;
  const bool waits = since > 0 && now.time_since_epoch().count() - since >
                                      std::chrono::nanoseconds(kNeedDelay).count();
  if (!waits && now < attend_at_.load()) return false;
  attend_at_ = Clock::time_point::max();  // attend() says when it wants to be asked again
  return true;
}

void Session::attend_at(Clock::time_point time) {
  if (time < attend_at_.load()) attend_at_ = time;
}

void Session::attend() {
  const auto now = Clock::now();
  announce_lost_controller(now);
  forget_absent(now);
  if (paused_) waiting_since_ns_ = 0;  // nobody holds the barrier
  if (!wait_start_ || paused_) return;
  if (now - *wait_start_ < kNeedDelay) return;  // take_attention() sees it when it has lasted
  announce_need();
  notice_silence(now);
}

void Session::hear(Stream& stream) {
  const auto now = Clock::now();
  stream.lease.renew(now);
  stream.heard = now;
  if (&stream == controller_) lost_controller_announced_ = false;
  if (stream.writer == nullptr) return;
  stream.writer->heard = now;
  if (stream.writer->silent) end_silence(*stream.writer);
}

void Session::announce_lost_controller(Clock::time_point now) {
  if (controller_ == nullptr || lost_controller_announced_) return;
  if (!controller_->lease.over(now)) return attend_at(controller_->lease.end());
  lost_controller_announced_ = true;
  notify_all(hydro::Severity::kWarning, "CONTROLLER_LOST",
             "the controller's lease is over: another client may take over");
}

/// Tells those who hold the barrier, and the controller.
void Session::announce_need() {
  if (waiting_since_ns_.exchange(0) == 0) return;
  const std::int64_t start = time_ns();
  std::vector<std::string> ids;
  std::int64_t until = start;
  const auto holders = writers_.holders(start, start + step_ns());
  for (const InputWriter* writer : holders) {
    ids.push_back(writer->declaration.participant_id);
    until = std::max(until, writers_.needed_watermark(*writer, start, start + step_ns()));
  }
  for (const auto& stream : streams_) {
    const bool holds = std::find(holders.begin(), holders.end(), stream->writer) != holders.end();
    if (holds || stream.get() == controller_) stream->listener->send_need(ids, until);
  }
}

// --- silence ------------------------------------------------------------------------------------

/// One that has never been heard is silent from when the session began to wait.
Clock::time_point Session::silence_end(const InputWriter& writer) const {
  return writer.heard.value_or(*wait_start_) + writer.declaration.silence.timeout;
}

void Session::notice_silence(Clock::time_point now) {
  auto holders = writers_.holders(time_ns(), time_ns() + step_ns());
  std::erase_if(holders, [](const InputWriter* writer) {
    return !writer->declaration.required || writer->silent;
  });
  for (InputWriter* const writer : holders) {
    const auto end = silence_end(*writer);
    if (now < end) {
      attend_at(end);
      continue;
    }
    apply_silence(*writer);
    if (!wait_start_) return;  // the controller was let go
  }
  continue_advance();
}

/// The one place where a participant becomes silent.
void Session::apply_silence(InputWriter& writer) {
  const SilenceRule& rule = writer.declaration.silence;
  const std::string message = fmt::format("'{}' must send a message every {} ms",
                                          writer.declaration.participant_id, rule.timeout.count());
  notify_all(hydro::Severity::kWarning, "PARTICIPANT_SILENT", message,
             writer.declaration.participant_id);
  if (rule.policy == SilencePolicy::kFail) {
    // Not marked as silent, so that the next controller finds out anew.
    return let_go(*controller_, conflict(Reason::kParticipantSilent, message));
  }
  writer.silent = true;
  if (rule.policy == SilencePolicy::kDetach) {
    writer.excluded = true;
    Stream* const stream = stream_of(writer);
    if (stream != nullptr) let_go(*stream, conflict(Reason::kParticipantSilent, message));
  } else if (rule.substitutes()) {
    for (const std::size_t input : writer.declaration.inputs) {
      const solver::InputSeries& series = simulation_.state().inputs[input];
      if (series.times_ns().empty()) continue;  // it stays as it is without samples
      const std::int64_t complete_until = std::max(writer.watermark_ns, series.times_ns().back());
      writer.substitutes.emplace_back(input, Substitute(rule, series, complete_until));
    }
  }
}

void Session::end_silence(InputWriter& writer) {
  writer.forget_silence();
  notify_all(hydro::Severity::kInfo, "PARTICIPANT_RETURNED",
             fmt::format("'{}' is heard again", writer.declaration.participant_id),
             writer.declaration.participant_id);
}

/// Writes what silent participants owe to the step [start, end].
/// @returns whether it may run now
bool Session::stand_in(std::int64_t start_ns, std::int64_t end_ns) {
  const auto holders = writers_.holders(start_ns, end_ns);
  const bool all = std::all_of(holders.begin(), holders.end(), [](const InputWriter* writer) {
    return writer->silent && writer->declaration.silence.substitutes();
  });
  if (!all) return false;
  for (InputWriter* const writer : holders) write_substitutes(*writer, start_ns, end_ns);
  return true;
}

/// At every step, or period of the participant, so that whatever interpolates finds the spacing
/// that it would have found.
void Session::write_substitutes(InputWriter& writer, std::int64_t start_ns, std::int64_t end_ns) {
  const std::int64_t period = writer.declaration.period_ns;
  const std::int64_t spacing = period > 0 ? period : step_ns();
  std::int64_t newest = std::max(writer.watermark_ns, start_ns - spacing);
  std::vector<std::size_t> inputs;
  std::size_t width = 0;
  for (const auto& [input, substitute] : writer.substitutes) {
    newest = std::max(newest, simulation_.state().inputs[input].times_ns().back());
    inputs.push_back(input);
    width += substitute.width();
  }
  std::vector<double> values(width);
  while (writer.watermark_ns < writers_.needed_watermark(writer, start_ns, end_ns)) {
    const std::int64_t time = next_multiple(newest, spacing);
    std::span<double> rest(values);
    for (const auto& [input, substitute] : writer.substitutes) {
      substitute.evaluate(time, rest.first(substitute.width()));
      rest = rest.subspan(substitute.width());
    }
    change(SamplesRecord{writer.declaration.participant_id, inputs, {&time, 1}, values, time});
    writer.substituted_until_ns = time;
    newest = time;
  }
}

}  // namespace raftup::server
