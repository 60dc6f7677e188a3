/// @file Session: samples of inputs, from what a client sends to what the simulation takes.
#include <fmt/format.h>

#include <algorithm>

#include "hydro/numerics/all_finite.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kSampleLimit = 262144;  ///< of one input ahead of the session

ServiceError bad_time(std::size_t index, std::int64_t time_ns, const std::string& rule) {
  return bad_field(fmt::format("inputs.sample_time_ns[{}]", index), rule,
                   fmt::format("{} ns", time_ns));
}

/// Leaves out what the session has gone on without: written itself in the meantime, for a
/// participant that was silent.
InputSamples without_late(const InputWriter& writer, std::size_t width,
                          const InputSamples& samples) {
  // An answer to a try that the controller has committed meanwhile comes too late.
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

}  // namespace

/// Whether the samples have come before; those of a call that never waits have no sequence.
bool Session::is_repeated(const Stream& stream, const InputSamples& samples) const {
  if (stream.never_waits) return false;
  if (samples.sequence < 1) {
    throw bad_field("inputs.sequence", "must be at least 1", std::to_string(samples.sequence));
  }
  if (samples.sequence > stream.next_sequence) {
    throw conflict(Reason::kSequenceGap, fmt::format("inputs.sequence must be {}, got {}",
                                                     stream.next_sequence, samples.sequence));
  }
  return samples.sequence < stream.next_sequence;
}

void Session::check_values(const Stream& stream, const InputSamples& samples) const {
  if (stream.inputs.empty()) {
    throw bad_field("inputs", "must come from a stream that named input_variables", "");
  }
  const std::size_t expected = samples.times_ns.size() * stream.input_width;
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
    for (const std::size_t input : stream.inputs) {
      const auto size = static_cast<std::size_t>(simulation_.inputs()[input].size);
      simulation_.check_input(input, {values, size});
      values += size;
    }
  }
}

void Session::check_times(const Stream& stream, const InputSamples& samples) const {
  // What is interpolated must not change the past; a held input counts from the start of the next
  // step on, so a sample inside the step that has just ended is in time.
  std::int64_t latest = stream.writer->watermark_ns;
  const bool past_matters = step_index() > 0 && !writers_.held(*stream.writer);
  if (past_matters) latest = std::max(latest, time_ns() - 1);
  const std::int64_t period = stream.writer->declaration.period_ns;
  for (std::size_t i = 0; i < samples.times_ns.size(); ++i) {
    const std::int64_t time = samples.times_ns[i];
    if (time <= latest) throw bad_time(i, time, fmt::format("must be later than {} ns", latest));
    if (period > 0 && time % period != 0) {
      throw bad_time(i, time,
                     fmt::format("must be a multiple of the participant's period, {} ns", period));
    }
    latest = time;
  }
  check_not_ahead(*stream.writer, latest);
  if (static_cast<std::size_t>(input_credit(stream)) < samples.times_ns.size()) {
    throw conflict(Reason::kQuotaSamples,
                   fmt::format("samples must be at most {} ahead of the session", kSampleLimit));
  }
}

/// Who answers every try answers one step at a time: nobody knows what it would have said later.
void Session::check_not_ahead(const InputWriter& writer, std::int64_t time) const {
  if (!writer.declaration.iterates) return;
  const std::int64_t needed = writers_.needed_watermark(writer, time_ns(), time_ns() + step_ns());
  if (time <= needed) return;
  throw bad_field("inputs",
                  fmt::format("of a participant that iterates must not reach beyond {} ns", needed),
                  fmt::format("{} ns", time));
}

void Session::check_watermark(const Stream& stream, const InputSamples& samples) const {
  if (!samples.watermark_ns) return;
  const std::int64_t watermark = *samples.watermark_ns;
  check_not_ahead(*stream.writer, watermark);
  if (watermark < stream.writer->watermark_ns) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not go back from {} ns", stream.writer->watermark_ns),
                    fmt::format("{} ns", watermark));
  }
  const std::int64_t newest =
      samples.times_ns.empty() ? stream.writer->watermark_ns : samples.times_ns.back();
  if (!writers_.held(*stream.writer) && watermark > newest) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not pass the newest sample, {} ns, of an input that is "
                                "interpolated",
                                newest),
                    fmt::format("{} ns", watermark));
  }
}

void Session::write_inputs(Stream& stream, const InputSamples& samples) {
  store_inputs(stream, samples);
  continue_advance();
}

void Session::store_inputs(Stream& stream, const InputSamples& samples) {
  if (is_repeated(stream, samples)) return;
  check_values(stream, samples);
  const InputSamples in_time = without_late(*stream.writer, stream.input_width, samples);
  check_times(stream, in_time);
  check_watermark(stream, in_time);
  ++stream.next_sequence;
  std::int64_t watermark = stream.writer->watermark_ns;
  if (!stream.never_waits) {
    const std::int64_t newest = in_time.times_ns.empty() ? watermark : in_time.times_ns.back();
    watermark = std::max(watermark, in_time.watermark_ns.value_or(newest));
  }
  change(SamplesRecord{stream.writer->declaration.participant_id, stream.inputs, in_time.times_ns,
                       in_time.values, watermark});
}

int Session::input_credit(const Stream& stream) const {
  if (stream.inputs.empty()) return 0;
  std::size_t most = 0;
  for (const std::size_t input : stream.inputs) {
    most = std::max(most, simulation_.state().inputs[input].times_ns().size());
  }
  return static_cast<int>(kSampleLimit - std::min(most, kSampleLimit));
}

}  // namespace raftup::server
