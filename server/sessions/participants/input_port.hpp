#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Samples of the inputs of a stream, in the order of their times.
struct InputSamples {
  std::int64_t sequence = 0;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column], the inputs of the stream one after another
  std::optional<std::int64_t> watermark_ns;
};

/// The state of the input samples of one stream: which inputs it writes, and the number of its next
/// message of samples.
struct InputPort {
  InputWriter* writer = nullptr;  ///< the writer of these inputs; null for an observer
  std::vector<std::size_t> inputs;
  std::size_t width = 0;           ///< number of values of one sample
  std::int64_t next_sequence = 1;  ///< sequence number of the next InputSamples
  /// False for an StepSession call, whose samples have no sequence number and no watermark.
  bool sequenced = true;
};

/// Corrects a time that a client has computed in single precision. If the time differs from the
/// start of a step by at most time / 2^23 (the resolution of a 32-bit float of seconds) and by at
/// most a quarter of a step, the start of that step is returned, and otherwise the time itself.
/// Without the correction a sample for .3 s, which a 32-bit float represents as .30000001192 s,
/// would take effect one step late.
std::int64_t at_step(std::int64_t time_ns, std::int64_t step_ns);

/// Checks samples and writes them to the simulation as a SamplesRecord. Samples with a sequence
/// number that has been received before are ignored, and so are samples for times for which the
/// session has already used a substitute.
/// @throws ServiceError(kBadField, kSequenceGap, kQuotaSamples); nothing is then written
void accept_samples(RecordedSimulation& recorded, InputPort& port, const InputSamples& samples);

/// Number of samples that the stream may send now, so that the session stores at most 262144
/// samples of an input; 0 if the stream writes no inputs.
int input_credit(const RecordedSimulation& recorded, const InputPort& port);

}  // namespace raftup::server
