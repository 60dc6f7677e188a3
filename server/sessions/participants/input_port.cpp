#include "server/sessions/participants/input_port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "hydro/numerics/elementary.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kSampleLimit = 262144;  ///< samples of one input ahead of the session

ServiceError bad_time(std::size_t index, std::int64_t time_ns, const std::string& rule) {
  return bad_field(fmt::format("inputs.sample_time_ns[{}]", index), rule,
                   fmt::format("{} ns", time_ns));
}

/// Returns the samples with each time moved by at_step(), unless two samples would then have the
/// same time. A watermark equal to the time of the newest sample moves with it. Other watermarks
/// are unchanged, since clients set a watermark 1 ns before a step to state that the sample of this
/// step is still to come.
/// @param times memory for the moved times
InputSamples put_at_steps(const InputSamples& samples, std::int64_t step_ns,
                          std::vector<std::int64_t>& times) {
  InputSamples result = samples;
  const auto is_at_step = [step_ns](std::int64_t time) { return at_step(time, step_ns) == time; };
  if (std::all_of(samples.times_ns.begin(), samples.times_ns.end(), is_at_step)) return result;
  times.reserve(samples.times_ns.size());
  for (const std::int64_t time : samples.times_ns) {
    const std::int64_t moved = at_step(time, step_ns);
    times.push_back(times.empty() || moved > times.back() ? moved : time);
  }
  result.times_ns = times;
  if (samples.watermark_ns == samples.times_ns.back()) result.watermark_ns = times.back();
  return result;
}

/// Omits samples for times up to which the session has written substitutes for a silent
/// participant.
InputSamples without_late(const InputWriter& writer, std::size_t width,
                          const InputSamples& samples) {
  // Samples for a step that the controller has committed are late too.
  const std::int64_t written = writer.declaration.iterates
                                   ? std::max(writer.substituted_until_ns, writer.watermark_ns)
                                   : writer.substituted_until_ns;
  const auto first = std::upper_bound(samples.times_ns.begin(), samples.times_ns.end(), written);
  const auto late = static_cast<std::size_t>(first - samples.times_ns.begin());
  InputSamples rest = samples;
  rest.times_ns = samples.times_ns.subspan(late);
  rest.values = samples.values.subspan(late * width);
  if (rest.watermark_ns && *rest.watermark_ns <= written) rest.watermark_ns.reset();
  return rest;
}

/// Returns true if the samples have been received before. Samples of a call that never waits have
/// no sequence number.
bool is_repeated(const RecordedSimulation& recorded, const InputPort& port,
                 const InputSamples& samples) {
  if (!port.sequenced) return false;
  if (samples.sequence < 1) {
    throw bad_field("inputs.sequence", "must be at least 1", std::to_string(samples.sequence));
  }
  if (samples.sequence > port.next_sequence) {
    throw recorded.conflict(
        Reason::kSequenceGap,
        fmt::format("inputs.sequence must be {}, got {}", port.next_sequence, samples.sequence));
  }
  return samples.sequence < port.next_sequence;
}

void check_values(const RecordedSimulation& recorded, const InputPort& port,
                  const InputSamples& samples) {
  if (port.inputs.empty()) {
    throw bad_field("inputs", "must come from a stream that named input_variables", "");
  }
  const std::size_t expected = samples.times_ns.size() * port.width;
  if (samples.values.size() != expected) {
    throw bad_field("inputs.values", fmt::format("must have {} values", expected),
                    std::to_string(samples.values.size()));
  }
  if (!all_finite(samples.values)) {
    const std::size_t found = first_not_finite(samples.values);
    throw bad_field(fmt::format("inputs.values[{}]", found), "must be finite",
                    fmt::format("{}", samples.values[found]));
  }
  const double* values = samples.values.data();
  for (std::size_t i = 0; i < samples.times_ns.size(); ++i) {
    for (const std::size_t input : port.inputs) {
      const auto size = static_cast<std::size_t>(recorded.simulation().inputs()[input].size);
      recorded.simulation().check_input(input, {values, size});
      values += size;
    }
  }
}

/// Checks that samples of a participant that iterates do not reach beyond the next step, since
/// later values depend on its outcome.
void check_not_ahead(const RecordedSimulation& recorded, const InputWriter& writer,
                     std::int64_t time) {
  if (!writer.declaration.iterates) return;
  const std::int64_t needed = recorded.writers().needed_watermark(
      writer, recorded.time_ns(), recorded.time_ns() + recorded.step_ns());
  if (time <= needed) return;
  throw bad_field("inputs",
                  fmt::format("of a participant that iterates must not reach beyond {} ns", needed),
                  fmt::format("{} ns", time));
}

void check_times(const RecordedSimulation& recorded, const InputPort& port,
                 const InputSamples& samples) {
  // Interpolated inputs must not change the past. A held input is used from the start of the next
  // step, so that a sample within the last step is not too late.
  std::int64_t latest = port.writer->watermark_ns;
  const bool past_matters = recorded.step_index() > 0 && !recorded.writers().held(*port.writer);
  if (past_matters) latest = std::max(latest, recorded.time_ns() - 1);
  const std::int64_t period = port.writer->declaration.period_ns;
  for (std::size_t i = 0; i < samples.times_ns.size(); ++i) {
    const std::int64_t time = samples.times_ns[i];
    if (time <= latest) throw bad_time(i, time, fmt::format("must be later than {} ns", latest));
    if (period > 0 && time % period != 0) {
      throw bad_time(i, time,
                     fmt::format("must be a multiple of the participant's period, {} ns", period));
    }
    latest = time;
  }
  check_not_ahead(recorded, *port.writer, latest);
  if (static_cast<std::size_t>(input_credit(recorded, port)) < samples.times_ns.size()) {
    throw recorded.conflict(
        Reason::kQuotaSamples,
        fmt::format("samples must be at most {} ahead of the session", kSampleLimit));
  }
}

void check_watermark(const RecordedSimulation& recorded, const InputPort& port,
                     const InputSamples& samples) {
  if (!samples.watermark_ns) return;
  const std::int64_t watermark = *samples.watermark_ns;
  check_not_ahead(recorded, *port.writer, watermark);
  if (watermark < port.writer->watermark_ns) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not go back from {} ns", port.writer->watermark_ns),
                    fmt::format("{} ns", watermark));
  }
  const std::int64_t newest =
      samples.times_ns.empty() ? port.writer->watermark_ns : samples.times_ns.back();
  if (!recorded.writers().held(*port.writer) && watermark > newest) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not pass the newest sample, {} ns, of an input that is "
                                "interpolated",
                                newest),
                    fmt::format("{} ns", watermark));
  }
}

}  // namespace

std::int64_t at_step(std::int64_t time_ns, std::int64_t step_ns) {
  constexpr std::int64_t kSinglePrecision = std::int64_t{1} << 23;
  if (time_ns <= 0 || time_ns > std::numeric_limits<std::int64_t>::max() - step_ns) return time_ns;
  const std::int64_t after = time_ns % step_ns, before = step_ns - after;
  const std::int64_t bound = std::min(time_ns / kSinglePrecision, step_ns / 4);
  if (after <= bound) return time_ns - after;
  return before <= bound ? time_ns + before : time_ns;
}

void accept_samples(RecordedSimulation& recorded, InputPort& port, const InputSamples& samples) {
  if (is_repeated(recorded, port, samples)) return;
  check_values(recorded, port, samples);
  std::vector<std::int64_t> times;
  const InputSamples at_steps = put_at_steps(samples, recorded.step_ns(), times);
  const InputSamples in_time = without_late(*port.writer, port.width, at_steps);
  check_times(recorded, port, in_time);
  check_watermark(recorded, port, in_time);
  ++port.next_sequence;
  std::int64_t watermark = port.writer->watermark_ns;
  if (port.sequenced) {
    const std::int64_t newest = in_time.times_ns.empty() ? watermark : in_time.times_ns.back();
    watermark = std::max(watermark, in_time.watermark_ns.value_or(newest));
  }
  recorded.change(SamplesRecord{port.writer->declaration.participant_id, port.inputs,
                                in_time.times_ns, in_time.values, watermark});
}

int input_credit(const RecordedSimulation& recorded, const InputPort& port) {
  if (port.inputs.empty()) return 0;
  std::size_t most = 0;
  for (const std::size_t input : port.inputs) {
    most = std::max(most, recorded.simulation().state().inputs[input].times_ns().size());
  }
  return static_cast<int>(kSampleLimit - std::min(most, kSampleLimit));
}

}  // namespace raftup::server
