#include "server/sessions/participants/substitution.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace raftup::server {

namespace {

/// Returns the first multiple of `spacing` after `time` [ns], for a time that is not negative.
std::int64_t next_multiple(std::int64_t time, std::int64_t spacing) {
  return (time / spacing + 1) * spacing;
}

/// Writes substitutes for a silent participant at every step, or at every period of the
/// participant. The interpolation then finds samples at the usual distance.
void write_substitutes(RecordedSimulation& recorded, InputWriter& writer, std::int64_t start_ns,
                       std::int64_t end_ns) {
  const std::int64_t period = writer.declaration.period_ns;
  const std::int64_t spacing = period > 0 ? period : recorded.step_ns();
  std::int64_t newest = std::max(writer.watermark_ns, start_ns - spacing);
  std::vector<std::size_t> inputs;
  std::size_t width = 0;
  for (const auto& [input, substitute] : writer.substitutes) {
    newest = std::max(newest, recorded.simulation().state().inputs[input].times_ns().back());
    inputs.push_back(input);
    width += substitute.width();
  }
  std::vector<double> values(width);
  while (writer.watermark_ns < recorded.writers().needed_watermark(writer, start_ns, end_ns)) {
    const std::int64_t time = next_multiple(newest, spacing);
    std::span<double> rest(values);
    for (const auto& [input, substitute] : writer.substitutes) {
      substitute.evaluate(time, rest.first(substitute.width()));
      rest = rest.subspan(substitute.width());
    }
    recorded.change(
        SamplesRecord{writer.declaration.participant_id, inputs, {&time, 1}, values, time});
    writer.substituted_until_ns = time;
    newest = time;
  }
}

}  // namespace

void begin_substitution(const RecordedSimulation& recorded, InputWriter& writer) {
  for (const std::size_t input : writer.declaration.inputs) {
    const solver::InputSeries& series = recorded.simulation().state().inputs[input];
    if (series.times_ns().empty()) continue;
    const std::int64_t complete_until = std::max(writer.watermark_ns, series.times_ns().back());
    writer.substitutes.emplace_back(input,
                                    Substitute(writer.declaration.silence, series, complete_until));
  }
}

bool substitute_samples(RecordedSimulation& recorded, std::int64_t start_ns, std::int64_t end_ns) {
  const auto holders = recorded.writers().holders(start_ns, end_ns);
  const bool all = std::all_of(holders.begin(), holders.end(), [](const InputWriter* writer) {
    return writer->silent && writer->declaration.silence.substitutes();
  });
  if (!all) return false;
  for (InputWriter* const writer : holders) write_substitutes(recorded, *writer, start_ns, end_ns);
  return true;
}

}  // namespace raftup::server
