#include "server/sessions/barrier_wait.hpp"

#include <algorithm>

namespace raftup::server {

namespace {

constexpr auto kNeedDelay = std::chrono::milliseconds(100);

}  // namespace

BarrierWait::BarrierWait(RecordedSimulation& recorded, const Subscribers& subscribers)
    : recorded_(recorded), subscribers_(subscribers) {}

void BarrierWait::begin(Clock::time_point now) {
  if (start_) return;
  start_ = now;
  unannounced_since_ns_ = now.time_since_epoch().count();
}

std::optional<std::chrono::nanoseconds> BarrierWait::end(Clock::time_point now) {
  if (!start_) return std::nullopt;
  const auto waited = std::chrono::duration_cast<std::chrono::nanoseconds>(now - *start_);
  total_ += waited;
  start_.reset();
  unannounced_since_ns_ = 0;
  return waited;
}

std::chrono::nanoseconds BarrierWait::total(Clock::time_point now) const {
  return start_ ? total_ + (now - *start_) : total_;
}

std::vector<InputWriter*> BarrierWait::holders() const {
  const std::int64_t start = recorded_.time_ns();
  return recorded_.writers().holders(start, start + recorded_.step_ns());
}

std::vector<std::string> BarrierWait::waiting_for() const {
  std::vector<std::string> ids;
  for (const InputWriter* writer : holders()) ids.push_back(writer->declaration.participant_id);
  return ids;
}

bool BarrierWait::consume_due(Clock::time_point now) {
  const std::int64_t since = unannounced_since_ns_;
  const bool lasts = since > 0 && now.time_since_epoch().count() - since >
                                      std::chrono::nanoseconds(kNeedDelay).count();
  return silence_due_.consume(now) || lasts;
}

bool BarrierWait::announce(Clock::time_point now) {
  if (!start_ || now - *start_ < kNeedDelay)
    return false;  // consume_due() returns true once the wait has lasted long enough
  if (unannounced_since_ns_.exchange(0) == 0) return true;
  const std::int64_t start = recorded_.time_ns();
  std::int64_t until = start;
  const auto waited_for = holders();
  for (const InputWriter* writer : waited_for) {
    until = std::max(
        until, recorded_.writers().needed_watermark(*writer, start, start + recorded_.step_ns()));
  }
  subscribers_.send_need(waited_for, until);
  return true;
}

std::vector<InputWriter*> BarrierWait::newly_silent(Clock::time_point now) {
  std::vector<InputWriter*> silent;
  for (InputWriter* const writer : holders()) {
    if (!writer->declaration.required || writer->silent) continue;
    // If a participant has never sent a message, its silence begins when the session began to wait.
    const auto end = writer->last_message.value_or(*start_) + writer->declaration.silence.timeout;
    if (now < end) {
      silence_due_.not_later_than(end);
    } else {
      silent.push_back(writer);
    }
  }
  return silent;
}

}  // namespace raftup::server
